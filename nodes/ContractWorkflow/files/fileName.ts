const longestName = 255;

/** The last part of a path, without control characters. A file name is never used as a path. */
const baseName = (name: string): string => {
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

/**
 * The base name of a file, with its extension if that is known, and the extension without the dot,
 * empty if not known. The same whether a file is sent or downloaded. The end of a name is its
 * extension. If it has none, one is added.
 * @param given the name of the file
 * @param extension what n8n takes for the extension, of the name or of the type
 */
export const fileNamed = (given: unknown, extension = '') => {
	const isName = typeof given === 'string' || typeof given === 'number';
	const base = shortened(isName ? baseName(String(given)) : '', longestName) || 'file';
	const ending = endingOf(base);
	const added = ending === '' ? endingOf(`file.${extension}`) : '';
	if (added === '') return { name: base, extension: ending };
	return {
		name: `${shortened(base, longestName - added.length - 1)}.${added}`,
		extension: added,
	};
};
