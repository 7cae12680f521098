import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { pages, withParts } from '../../scripts/docs';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

it.each(pages)('$file is as `npm run docs` writes it', async ({ file, parts }) => {
	const text = read(file);
	expect(withParts(file, text, await parts())).toBe(text);
});

it.each([
	['a part without marks', '', { a: '1' }, /has no marks around a$/],
	['marks without a part', '<!-- a: begin --><!-- a: end -->', {}, /marks a twice, or in vain$/],
])('refuses %s', (_name, text, parts, message) => {
	expect(() => withParts('page.md', text, parts)).toThrow(message);
});

it.each(['README.md', 'docs/recipes.md'])('%s links to files that exist', (file) => {
	const links = [...read(file).matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(
		([, link]) => link ?? '',
	);
	expect(links).not.toHaveLength(0);
	for (const link of links) expect(() => read(path.join(path.dirname(file), link))).not.toThrow();
});
