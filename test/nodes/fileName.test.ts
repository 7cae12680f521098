import { expect, it } from '@jest/globals';
import { fileNamed } from '../../nodes/ContractWorkflow/files/fileName';

const pdf = 'application/pdf';
const stream = 'application/octet-stream';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const long = 'x'.repeat(250);

/** The given name and type, what n8n takes for the extension, and what comes of them. */
type Case = readonly [
	given: unknown,
	type: unknown,
	extension: string | undefined,
	name: string,
	extension: string,
	type: string | undefined,
];

it.each<Case>([
	['a.pdf', pdf, 'pdf', 'a.pdf', 'pdf', pdf],
	['A.PDF', pdf, 'PDF', 'A.PDF', 'PDF', pdf],
	['NDA 12.05.2026', pdf, '2026', 'NDA 12.05.2026.pdf', 'pdf', pdf],
	['Agreement v1.2', pdf, '2', 'Agreement v1.2.pdf', 'pdf', pdf],
	['Agreement v1.final', pdf, 'final', 'Agreement v1.final.pdf', 'pdf', pdf],
	['Smith vs. Jones', docx, ' Jones', 'Smith vs. Jones.docx', 'docx', docx],
	['two..dots', pdf, 'dots', 'two..dots.pdf', 'pdf', pdf],
	['a.b.docx', docx, 'docx', 'a.b.docx', 'docx', docx],
	['none', pdf, 'pdf', 'none.pdf', 'pdf', pdf],
	['none', stream, undefined, 'none', '', stream],
	['none', 'text/plain', undefined, 'none', '', 'text/plain'],
	['none', 'text/plain', 'txt', 'none.txt', 'txt', 'text/plain'],
	['NDA 12.05.2026', stream, '2026', 'NDA 12.05.2026', '', stream],
	['drawing.dwg', stream, 'dwg', 'drawing.dwg', 'dwg', undefined],
	['drawing', 'image/vnd.dwg', 'dwg', 'drawing.dwg', 'dwg', 'image/vnd.dwg'],
	['letter.docx', stream, undefined, 'letter.docx', 'docx', docx],
	['letter.pdf', 'text/plain', undefined, 'letter.pdf', 'pdf', pdf],
	['letter.txt', `${pdf}; charset=binary`, undefined, 'letter.txt', 'txt', pdf],
	['.pdf', pdf, 'pdf', '.pdf.pdf', 'pdf', pdf],
	['Vertra\u0308ge 🖊.pdf', pdf, 'pdf', 'Vertra\u0308ge 🖊.pdf', 'pdf', pdf],
	['C:\\x\\a.pdf', pdf, 'pdf', 'a.pdf', 'pdf', pdf],
	['../../a\r\nb.pdf ', pdf, 'pdf', 'ab.pdf', 'pdf', pdf],
	[`${long}.pdf`, pdf, 'pdf', `${long}.pdf`, 'pdf', pdf],
	[`${long}${long}.pdf`, pdf, 'pdf', `${(long + long).slice(-251)}.pdf`, 'pdf', pdf],
	[`🖊${'x'.repeat(250)}`, pdf, undefined, `${'x'.repeat(250)}.pdf`, 'pdf', pdf],
	['..', pdf, undefined, 'file.pdf', 'pdf', pdf],
	[undefined, undefined, undefined, 'file', '', undefined],
	[5, {}, undefined, '5', '', undefined],
])('%j of type %j, which n8n calls %j', (given, source, hint, name, extension, type) => {
	expect(fileNamed(given, source, hint)).toEqual({ name, extension, type });
});
