/** A file, named the same way whether it is sent or downloaded. */
export interface NamedFile {
	/** Base name with its extension, if that is known. */
	readonly name: string;
	/** Without the dot; empty if not known. */
	readonly extension: string;
	/** Undefined if neither the source nor the name tells it. */
	readonly type: string | undefined;
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The types of usual files. Of several extensions of one type, the first one is the usual one. */
const types = new Map([
	['pdf', 'application/pdf'],
	['docx', `${office}.wordprocessingml.document`],
	['doc', 'application/msword'],
	['odt', `${openDocument}.text`],
	['rtf', 'application/rtf'],
	['txt', 'text/plain'],
	['xlsx', `${office}.spreadsheetml.sheet`],
	['xls', 'application/vnd.ms-excel'],
	['ods', `${openDocument}.spreadsheet`],
	['csv', 'text/csv'],
	['pptx', `${office}.presentationml.presentation`],
	['ppt', 'application/vnd.ms-powerpoint'],
	['odp', `${openDocument}.presentation`],
	['json', 'application/json'],
	['xml', 'application/xml'],
	['zip', 'application/zip'],
	['jpg', 'image/jpeg'],
	['jpeg', 'image/jpeg'],
	['png', 'image/png'],
	['tiff', 'image/tiff'],
	['eml', 'message/rfc822'],
	['msg', 'application/vnd.ms-outlook'],
	['p7m', 'application/pkcs7-mime'],
]);
const extensions = new Map(
	[...types].reverse().map(([extension, type]) => [type, extension] as const),
);

/** Types of a store or of n8n that say nothing about the content. */
const sayNothing = new Set(['application/octet-stream', 'binary/octet-stream', 'text/plain']);

const longestName = 255;

/** The last part of a path, without control characters. A file name is never used as a path. */
export const baseName = (name: string): string => {
	const base = (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').trim();
	return /^\.*$/.test(base) ? '' : base;
};

/** The end of a name that is too long, without half a character at its start. */
const shortened = (name: string, most: number): string =>
	name.slice(-most).replace(/^[\uDC00-\uDFFF]/, '');

/** Text after the last dot, if it can be an extension: a date or a version is none. */
const endingOf = (name: string): string => {
	const [, ending = ''] = /[^.]\.([a-z\d]{1,10})$/i.exec(name) ?? [];
	return /[a-z]/i.test(ending) ? ending : '';
};

/** A content type without its parameters; undefined if it says nothing. */
const typeIn = (given: unknown): string | undefined => {
	const [type] = /^[\w.+-]+\/[\w.+-]+/.exec(typeof given === 'string' ? given : '') ?? [];
	return type === undefined || sayNothing.has(type.toLowerCase()) ? undefined : type;
};

/**
 * Name, extension and type of a file. The type that its source gives is kept. The end of a name is
 * its extension only if it is a known one, or the type is not known. Otherwise the extension of the
 * type is added.
 * @param extension what n8n takes for the extension
 */
export const fileNamed = (given: unknown, source: unknown, extension = ''): NamedFile => {
	const isName = typeof given === 'string' || typeof given === 'number';
	const base = shortened(isName ? baseName(String(given)) : '', longestName) || 'file';
	const ending = endingOf(base);
	const byEnding = types.get(ending.toLowerCase());
	const known = typeIn(source) ?? byEnding;
	// n8n may know the type of another ending.
	const type = known ?? (typeof source === 'string' && ending === '' ? source : undefined);
	const byType = extensions.get(known?.toLowerCase() ?? '');
	if (byEnding !== undefined || (byType === undefined && ending !== '')) {
		return { name: base, extension: ending, type };
	}
	const added = byType ?? endingOf(`file.${extension}`);
	if (added === '') return { name: base, extension: '', type };
	const stem = shortened(base, longestName - added.length - 1);
	return { name: `${stem}.${added}`, extension: added, type };
};
