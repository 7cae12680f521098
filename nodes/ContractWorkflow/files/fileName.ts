import type { IBinaryData } from 'n8n-workflow';

/** Maximum bytes of a name in the usual file systems. */
const longestName = 255;

/** The usual types of contracts. n8n may take the end of a date for the extension. */
const extensions: ReadonlyMap<string, string> = new Map([
	['application/pdf', 'pdf'],
	['application/msword', 'doc'],
	['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
]);

/**
 * The last part of a path, without control characters and direction marks. A file name is never
 * used as a path.
 */
const baseName = (name: string): string => {
	const [base = ''] = name.split(/[/\\]/).slice(-1);
	const seen = base.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
	return /^\.*$/.test(seen) ? '' : seen;
};

/** The end of a name that is too long, without a part of a character at its start. */
const shortened = (name: string, most: number): string =>
	Buffer.from(name)
		.subarray(-most)
		.toString()
		.replace(/^\uFFFD+/, '');

/** Text after the last dot, if it can be an extension: a date or a version is none. */
const endingOf = (name: string): string => {
	const [, ending = ''] = /[^.]\.([a-z\d]{1,10})$/i.exec(name) ?? [];
	return /[a-z]/i.test(ending) ? ending : '';
};

/**
 * The base name of a file, with its extension if that is known, and the extension without the dot,
 * empty if not known. The same whether a file is sent or downloaded. The end of a name is its
 * extension. If it has none, or the type is usual and the end is not, one is added.
 * @param given the name of the file
 * @param stored what n8n takes for the type and for the extension, of the name or of the type
 */
export const fileNamed = (given: unknown, stored: Partial<IBinaryData> = {}) => {
	const { mimeType = '', fileExtension = '' } = stored;
	const isName = typeof given === 'string' || typeof given === 'number';
	const base = shortened(isName ? baseName(String(given)) : '', longestName) || 'file';
	const ending = endingOf(base);
	const isUsual = [...extensions.values()].includes(ending.toLowerCase());
	const ofName = ending === '' ? endingOf(`file.${fileExtension}`) : '';
	const added = isUsual ? '' : (extensions.get(mimeType) ?? ofName);
	if (added === '') return { name: base, extension: ending };
	return {
		name: `${shortened(base, longestName - added.length - 1)}.${added}`,
		extension: added,
	};
};
