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

const isHtml = (value: unknown): value is Html =>
	typeof value === 'object' && value !== null && 'html' in value;

const piece = (value: Html | string | number | undefined | readonly Html[]): string => {
	if (value === undefined) return '';
	if (isHtml(value)) return value.html;
	if (typeof value === 'object') return value.map(({ html: part }) => part).join('');
	return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
};

/**
 * HTML from a template, unchanged including white space. Values are escaped as text, between tags
 * and in quoted attributes, unless they are HTML.
 */
export const markup = (
	texts: TemplateStringsArray,
	...values: ReadonlyArray<Html | string | number | undefined | readonly Html[]>
): Html => ({
	html: texts.map((text, index) => (index === 0 ? text : piece(values[index - 1]) + text)).join(''),
});

/** Text that is already HTML, such as our own style sheet. */
export const trusted = (text: string): Html => ({ html: text });
