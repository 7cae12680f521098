/** Text as HTML, because n8n's editor shows descriptions and notices as HTML. Keeps line breaks. */
export const asHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\n', '<br>');
