const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** A piece of HTML that holds no text of anybody's but as text. */
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
 * HTML of a template, as it stands to the last blank: what is put in is text, between tags and in
 * quoted attributes, unless it is HTML itself.
 */
export const markup = (
	texts: TemplateStringsArray,
	...values: ReadonlyArray<Html | string | number | undefined | readonly Html[]>
): Html => ({
	html: texts.map((text, index) => (index === 0 ? text : piece(values[index - 1]) + text)).join(''),
});

/** Text that is HTML already, such as a style sheet of our own. */
export const trusted = (text: string): Html => ({ html: text });
