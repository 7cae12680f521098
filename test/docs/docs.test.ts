import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { pages, withParts } from '../../tools/scripts/docs';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

it.each(pages)('$file is as `npm run docs` writes it', async ({ file, parts }) => {
	const text = read(file);
	expect(withParts(file, text, await parts())).toBe(text);
});

it.each([
	['a part without marks', '', { a: '1' }, 'page.md marks  instead of a'],
	['marks without a part', '<!-- a: begin --><!-- a: end -->', {}, 'page.md marks a instead of '],
])('refuses %s', (_name, text, parts, message) => {
	expect(() => withParts('page.md', text, parts)).toThrow(message);
});

it('names npm scripts that exist, in the docs and for continuous integration', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	const filesIn = (folder: string, ending: string): string[] =>
		readdirSync(path.join(project, folder))
			.filter((name) => name.endsWith(ending))
			.map((name) => path.join(folder, name));
	const files = [
		...filesIn('', '.md'),
		...filesIn('docs', '.md'),
		...filesIn('.github/workflows', '.yml'),
		'.ci/run',
	];
	const named = files
		.flatMap((file) => [...read(file).matchAll(/\bnpm (?:run ([a-z][\w:]*)|(test|start)\b)/g)])
		.map(([, script, short]) => script ?? short ?? '');
	expect(named).not.toHaveLength(0);
	expect(named.filter((script) => !(script in scripts))).toEqual([]);
});
