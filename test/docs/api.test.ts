import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { contractParts } from '../../scripts/apiDocs';
import { withParts } from '../../scripts/docs';
import type { Endpoint } from '../../src/contract';
import { contract } from '../../src/contract';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');
const page = read('docs/api.md');

interface Heading {
	readonly section: string;
	/** The number of a section or point; other headings have none. */
	readonly number: string | undefined;
	readonly name: string;
}

const headings = page.split(/^(?=## )/m).flatMap((part): Heading[] => {
	const section = /^## (\d+)\. /.exec(part)?.[1] ?? '';
	const found = part.matchAll(/^#{2,4} (?:(\d+(?:\.\d+)*)\.? )?(.+)$/gm);
	return [...found].map(([, number, name = '']) => ({ section, number, name }));
});

/** All that can be cited: numbers, and headings behind the number of their section. */
const citable = new Set(
	headings.flatMap(({ section, number, name }) => [
		...(number === undefined ? [] : [number]),
		`${section}, ${name.toLowerCase()}`,
	]),
);

// A line break in a comment goes on behind its star or slashes.
const gap = '\\s+(?:(?:\\*|//)\\s+)?';
const point = '\\d+(?:\\.\\d+)*';
const points = `${point}(?:(?:${gap}(?:and|or|to)|,)${gap}${point})*`;
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

const dead = (text: string): string[] => citedIn(text).filter((cited) => !citable.has(cited));

const skipped = /^(?:\..*|node_modules|dist|coverage)$/;
const filesIn = (folder: string): string[] =>
	readdirSync(path.join(project, folder), { withFileTypes: true }).flatMap((entry) => {
		const name = path.join(folder, entry.name);
		if (skipped.test(entry.name)) return [];
		if (entry.isDirectory()) return filesIn(name);
		return /\.(?:ts|js|mjs|md|eta)$/.test(name) ? [name] : [];
	});

describe('an endpoint that is new in the contract', () => {
	const archiveGroup: Endpoint = {
		summary: 'Archive a group',
		method: 'POST',
		path: '/groups/{group_id}/archive',
		auth: 'apiKey',
		params: z.object({ group_id: z.string() }),
		response: z.object({ archived: z.boolean() }),
		errors: [401, 404],
		writes: true,
		safe: true,
	};
	const pageWith = (added: Endpoint, text = page): string =>
		withParts('docs/api.md', text, contractParts(text, { ...contract, archiveGroup: added }));

	it('stands under its heading without a mark of its own', () => {
		const text = pageWith(archiveGroup);
		const [, groups = ''] = /^### Groups$([^]*?)^### /m.exec(text) ?? [];
		expect(groups).toContain('#### Archive a group\n\n`POST /groups/{group_id}/archive`, with');
		expect(text).toContain('| [Groups](#groups) | `POST /groups/{group_id}/archive` |');
		expect(pageWith(archiveGroup, text)).toBe(text);
	});

	it('moves to its own marks once the page has them', () => {
		const marks = '<!-- archiveGroup: begin --><!-- archiveGroup: end -->';
		const text = pageWith(archiveGroup, page.replace('\n### Groups\n', `$&${marks}\n`));
		expect(text).toContain('<!-- archiveGroup: begin -->\n\n`POST /groups/{group_id}/archive`');
		expect(text).not.toContain('#### Archive a group');
	});

	it('is refused with a path or a schema that the page has no words for', () => {
		expect(() => pageWith({ ...archiveGroup, path: '/other' })).toThrow(
			'docs/api.md has no heading for /other',
		);
		const response = z.object({ archived: z.date() });
		expect(() => pageWith({ ...archiveGroup, response })).toThrow(
			'docs/api.md has no word for a ZodDate',
		);
	});
});

describe('a citation of a section', () => {
	it('leads to the page, in every file', () => {
		const files = filesIn('.').map((file) => ({ file, text: read(file) }));
		expect(files.flatMap(({ text }) => citedIn(text)).length).toBeGreaterThan(100);
		const found = files.map(({ file, text }) => ({ file, dead: dead(text) }));
		expect(found.filter((entry) => entry.dead.length > 0)).toEqual([]);
	});

	// Put together here, so that this file itself cites nothing that is not there.
	const section = 'section';
	it.each([
		[`(${section} 10)`, ['10']],
		[`${section}s 8.1 to\n\t * 8.9.`, ['8.9']],
		[`${section}s 2, 4 and\n// 9.7`, ['9.7']],
		[`(${section} 4, Task\n * groups)`, ['4, task groups']],
		[`(${section} 3, Tasks; see there)`, ['3, tasks']],
		[`(${section} 4, Core\n * documents), ${section} 5.6. RFC 6749, ${section} 31`, []],
	])('is told, if it is dead, in %j', (text, expected) => {
		expect(dead(text)).toEqual(expected);
	});
});

describe('a heading', () => {
	const lines = [...page.matchAll(/^#{2,4} (.+)$/gm)].map(([, line = '']) => line);
	const anchors = lines.map((line) =>
		line
			.toLowerCase()
			.replace(/[^\w -]/g, '')
			.replaceAll(' ', '-'),
	);

	it('is there once', () => {
		expect(anchors).toEqual([...new Set(anchors)]);
	});

	it('is there for every link within the page', () => {
		const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
		expect(links).not.toHaveLength(0);
		expect(links.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([]);
	});
});
