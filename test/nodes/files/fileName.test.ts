import { expect, it } from '@jest/globals';
import { fileNamed } from '../../../nodes/ContractWorkflow/files/fileName';

const long = 'x'.repeat(250);

/** The given name, what n8n takes for the extension or the type, and what comes of them. */
type Case = readonly [given: unknown, hint: string | undefined, name: string, extension: string];

it.each<Case>([
	['a.pdf', 'pdf', 'a.pdf', 'pdf'],
	['A.PDF', 'PDF', 'A.PDF', 'PDF'],
	['NDA 12.05.2026', 'pdf', 'NDA 12.05.2026.pdf', 'pdf'],
	['NDA 12.05.2026', '2026', 'NDA 12.05.2026', ''],
	['Agreement v1.2', 'pdf', 'Agreement v1.2.pdf', 'pdf'],
	['Smith vs. Jones', 'docx', 'Smith vs. Jones.docx', 'docx'],
	['a.b.docx', 'pdf', 'a.b.docx', 'docx'],
	['none', undefined, 'none', ''],
	['none', 'txt', 'none.txt', 'txt'],
	['drawing.dwg', 'dwg', 'drawing.dwg', 'dwg'],
	['.pdf', 'pdf', '.pdf.pdf', 'pdf'],
	['Vertra\u0308ge 🖊.pdf', 'pdf', 'Vertra\u0308ge 🖊.pdf', 'pdf'],
	['C:\\x\\a.pdf', 'pdf', 'a.pdf', 'pdf'],
	['../../a\r\nb.pdf ', 'pdf', 'ab.pdf', 'pdf'],
	[`${long}.pdf`, 'pdf', `${long}.pdf`, 'pdf'],
	[`${long}${long}.pdf`, 'pdf', `${(long + long).slice(-251)}.pdf`, 'pdf'],
	[`🖊${'x'.repeat(250)}`, 'pdf', `${'x'.repeat(250)}.pdf`, 'pdf'],
	[`${'ä'.repeat(200)}.pdf`, 'pdf', `${'ä'.repeat(125)}.pdf`, 'pdf'],
	['契'.repeat(100), 'pdf', `${'契'.repeat(83)}.pdf`, 'pdf'],
	['signed.tmp', 'application/pdf', 'signed.tmp.pdf', 'pdf'],
	['a.pdf.download', 'application/pdf', 'a.pdf.download.pdf', 'pdf'],
	['a.DOCX', 'application/pdf', 'a.DOCX', 'DOCX'],
	['a.tmp', 'application/octet-stream', 'a.tmp', 'tmp'],
	['a\u202Efdp.exe', 'exe', 'afdp.exe', 'exe'],
	['..', 'pdf', 'file.pdf', 'pdf'],
	[undefined, undefined, 'file', ''],
	['', undefined, 'file', ''],
	['/', undefined, 'file', ''],
	['/etc/passwd', undefined, 'passwd', ''],
	['a\u0000b.pdf', 'pdf', 'ab.pdf', 'pdf'],
	[{}, undefined, 'file', ''],
	[5, undefined, '5', ''],
])('%j, which n8n calls %j', (given, hint, name, extension) => {
	const stored = hint?.includes('/') ? { mimeType: hint } : { fileExtension: hint ?? '' };
	expect(fileNamed(given, stored)).toEqual({ name, extension });
});
