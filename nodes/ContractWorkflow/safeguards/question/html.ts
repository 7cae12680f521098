const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** HTML in which all foreign text is escaped. */
export interface Html {
	readonly html: string;
}

const piece = (value: Html | string | number | undefined): string => {
	if (value === undefined) return '';
	if (typeof value === 'object') return value.html;
	return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
};

/**
 * HTML from a template, unchanged including white space. Values are escaped as text, between tags
 * and in quoted attributes, unless they are HTML.
 */
export const markup = (
	texts: TemplateStringsArray,
	...values: ReadonlyArray<Html | string | number | undefined>
): Html => ({
	// No value is before the first text.
	html: texts.map((text, index) => piece(values[index - 1]) + text).join(''),
});

/** Text that is already HTML, such as our own style sheet. */
export const trusted = (text: string): Html => ({ html: text });
