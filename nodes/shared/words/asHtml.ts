/** Text as HTML, in which n8n's editor shows descriptions and notices. Its lines stay lines. */
export const asHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\n', '<br>');
