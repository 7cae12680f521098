import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { pages, withParts } from '../../tools/scripts/docs';
import { outputPreviews, previewFolder } from '../../tools/scripts/docs/outputPreviews';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

it.each(pages)('$file is as `npm run docs` writes it', async ({ file, parts }) => {
	const text = read(file);
	expect(withParts(file, text, await parts(text))).toBe(text);
});

it('the output previews are as `npm run docs` writes them, and there are no others', async () => {
	const written = readdirSync(path.join(project, previewFolder), { recursive: true })
		.map(String)
		.filter((file) => file.endsWith('.json'))
		.map((file) => ({ file, text: read(path.join(previewFolder, file)) }));
	const byFile = (one: { file: string }, other: { file: string }) =>
		one.file < other.file ? -1 : 1;
	expect(written.sort(byFile)).toEqual((await outputPreviews()).sort(byFile));
});

it.each([
	['a part without marks', '', { a: '1' }, /has no marks around a$/],
	['marks without a part', '<!-- a: begin --><!-- a: end -->', {}, /marks a twice, or in vain$/],
])('refuses %s', (_name, text, parts, message) => {
	expect(() => withParts('page.md', text, parts)).toThrow(message);
});
