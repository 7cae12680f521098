/** One line of a generated document. */
interface NamedValue {
	readonly variable_id: string;
	readonly value: unknown;
}

const printable = (text: string): string =>
	text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, (character) => `\\${character}`);

/**
 * A one-page PDF with `title` and a list of `values`: the document that a step of the sandbox
 * generates.
 */
export const generatedDocument = (title: string, values: readonly NamedValue[]): Uint8Array => {
	const lines = [
		title,
		'',
		...values.map(({ variable_id, value }) => `${variable_id}: ${JSON.stringify(value)}`),
	];
	const shown = lines.map((line) => `(${printable(line).slice(0, 300)}) Tj T*`).join('\n');
	const page = `BT /F1 11 Tf 15 TL 56 780 Td\n${shown}\nET`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
		`<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
	];
	let text = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = text.length;
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(offset).padStart(10, '0')} 00000 n \n`;
	});
	const start = text.length;
	text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
	text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	return Buffer.from(text, 'latin1');
};
