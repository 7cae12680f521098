import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

/** All that can be cited: numbers, and headings behind the number of their section. */
const citable = new Set(
	read('docs/api.md')
		.split(/^(?=## )/m)
		.flatMap((part) => {
			const section = /^## (\d+)/.exec(part)?.[1] ?? '';
			const headings = [...part.matchAll(/^##+ (?:([\d.]*\d)\.? )?(.+)$/gm)];
			return headings.flatMap(([, number = '', name = '']) => [
				number,
				`${section}, ${name.toLowerCase()}`,
			]);
		}),
);

// A line break in a comment goes on behind its star or slashes.
const gap = '\\s+(?:(?:\\*|//)\\s+)?';
const points = `\\d[\\d.]*\\b(?:(?:${gap}(?:and|or|to)|,)${gap}\\d[\\d.]*\\b)*`;
const citation = new RegExp(
	`(RFC${gap}\\d+,${gap})?\\bsections?${gap}(${points})(?:,${gap}(\\w[^'"\`.;:()]*)(?=[);:]))?`,
	'gi',
);

/** The sections that a text cites, with the heading where one is named; RFCs have their own. */
const citedIn = (text: string): string[] =>
	[...text.matchAll(citation)].flatMap(([, rfc, cited = '', name]) => {
		if (rfc !== undefined) return [];
		const all = cited.match(/\d+(?:\.\d+)*/g) ?? [];
		const heading = name?.replace(/\s+(?:\*|\/\/)?\s*/g, ' ').toLowerCase();
		return heading === undefined ? all : [...all, `${all.at(-1)}, ${heading}`];
	});

const filesIn = (folder: string): string[] =>
	readdirSync(path.join(project, folder), { withFileTypes: true }).flatMap((entry) => {
		const name = path.join(folder, entry.name);
		if (/^(?:\..*|node_modules|dist|coverage)$/.test(entry.name)) return [];
		if (entry.isDirectory()) return filesIn(name);
		return /\.(?:ts|js|mjs|md|eta)$/.test(name) ? [name] : [];
	});

it('each section that a file cites is a heading of docs/api.md', () => {
	const cited = filesIn('.').flatMap((file) => citedIn(read(file)).map((one) => ({ file, one })));
	expect(cited.length).toBeGreaterThan(100);
	expect(cited.filter(({ one }) => !citable.has(one))).toEqual([]);
});
