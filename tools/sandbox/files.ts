/** The extension of a file name without its dot; empty if there is none. */
export const extensionOf = (name: string): string => /[^/\\]\.([^./\\\s]+)$/.exec(name)?.[1] ?? '';

/** The bytes of Base64 text; undefined if it is not Base64 (RFC 4648, section 4, padded). */
export const decodeBase64 = (text: unknown): Uint8Array | undefined => {
	if (typeof text !== 'string' || text.length % 4 !== 0 || /[-_]/.test(text)) return undefined;
	const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
	const bytes = Buffer.from(text, 'base64');
	// Buffer drops invalid characters, so a text that contains any decodes to fewer bytes.
	return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined;
};

const mediaTypes: Readonly<Record<string, string>> = {
	pdf: 'application/pdf',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	txt: 'text/plain; charset=utf-8',
	csv: 'text/csv; charset=utf-8',
	png: 'image/png',
	jpg: 'image/jpeg',
};

/** Media type of a file by its name; plain bytes if unknown. */
export const mediaTypeOf = (name: string): string =>
	mediaTypes[extensionOf(name).toLowerCase()] ?? 'application/octet-stream';
