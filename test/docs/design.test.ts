import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

const notOurs = /^(?:\.git|\.cache|coverage|dist|node_modules)$/;

/** The files below a folder of this repository, with their paths. */
const filesBelow = (folder: string): string[] =>
	readdirSync(path.join(project, folder), { withFileTypes: true })
		.filter(({ name }) => !notOurs.test(name))
		.flatMap((entry) => {
			const place = path.posix.join(folder, entry.name);
			return entry.isDirectory() ? filesBelow(place) : [place];
		});

const files = filesBelow('');
const decisions = 'docs/decisions';
const pages = files
	.filter((file) => path.posix.dirname(file) === decisions && !file.endsWith('/README.md'))
	.sort();

const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

it('docs/design.md has 1,500 words at most', () => {
	expect(wordsOf(read('docs/design.md'))).toBeLessThanOrEqual(1_500);
});

it.each(['docs/design.md', ...pages])('%s names files that there are', (page) => {
	const named = [...read(page).matchAll(/`(?!dist\/)([\w./-]+\.(?:cjs|json|md|mjs|ts))`/g)];
	const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
	expect(named.map(([, name = '']) => name).filter((name) => !isThere(name))).toEqual([]);
});

describe('decisions', () => {
	it('are listed by their titles', () => {
		const lines = pages.map((page) => {
			const [, title = ''] = /^# (.+)\n/.exec(read(page)) ?? [];
			return `- [${title}](${path.posix.basename(page)})`;
		});
		expect(read(`${decisions}/README.md`).match(/^- .+$/gm)).toEqual(lines);
	});

	it.each(pages)('%s has its number, three parts, and 150 words at most', (page) => {
		const text = read(page);
		const [, number = ''] = /^(\d\d)-[a-z0-9-]+\.md$/.exec(path.posix.basename(page)) ?? [];
		expect(text.startsWith(`# ${number}. `)).toBe(true);
		expect(text.match(/^## .+$/gm)).toEqual(['## Context', '## Decision', '## Consequences']);
		expect(wordsOf(text)).toBeLessThanOrEqual(150);
	});
});
