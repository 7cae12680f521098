import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packedPackage } from '../support/packedPackage';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

const anchorsOf = (page: string): string[] =>
	[...page.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
		heading
			// Of a link its text counts.
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}_ -]/gu, '')
			.replaceAll(' ', '-'),
	);

/** Why a place in this repository, with a heading or without, leads nowhere. */
const fault = (place: string): string | undefined => {
	const [file = '', heading] = place.split('#');
	if (!existsSync(path.join(project, file))) return `${file} is not there`;
	if (heading === undefined || anchorsOf(read(file)).includes(heading)) return undefined;
	return `${file} has no heading #${heading}`;
};

const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
const root = repository.url.replace(/^git\+|\.git$/g, '');

/** All addresses in the repository that a file of the package names, with where it names them. */
const namedIn = (file: string): string[] => {
	const text = readFileSync(path.join(packedPackage, file), 'utf8');
	return [...text.matchAll(/https?:\/\/[^\s"'<>)\]`\\]+/g)]
		.map(([url]) => url)
		.filter((url) => url.startsWith(root));
};

const packedFiles = readdirSync(packedPackage, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map((entry) => path.relative(packedPackage, path.join(entry.parentPath, entry.name)));

it('every address in the package leads to a file, and to a heading, of this repository', () => {
	const named = packedFiles.flatMap(namedIn);
	const places = named.flatMap((url) => {
		const [, place] = /\/(?:blob|raw)\/[^/]+\/(.+)$/.exec(url) ?? [];
		return place === undefined ? [] : [place];
	});
	expect(places.length).toBeGreaterThan(5);
	expect(places.flatMap((place) => fault(place) ?? [])).toEqual([]);
	const others = named.filter((url) => !/\/(?:blob|raw)\//.test(url));
	expect([...new Set(others)].sort()).toEqual(
		[`${root}#readme`, `${root}.git`, `${root}/issues`].sort(),
	);
});

describe("the README on npm's page", () => {
	const readme = readFileSync(path.join(packedPackage, 'README.md'), 'utf8');

	it('leads to files of this repository, which npm finds by the address in package.json', () => {
		const targets = [...readme.matchAll(/(?:\]\(|\b(?:href|src)=")([^)"\s#]+[^)"\s]*)/g)]
			.map(([, target = '']) => target)
			.filter((target) => !/^[a-z]+:/i.test(target));
		expect(targets.length).toBeGreaterThan(50);
		expect(targets.flatMap((target) => fault(target) ?? [])).toEqual([]);
	});

	it('leads to headings of its own where it says so', () => {
		const own = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, heading = '']) => heading);
		expect(own.filter((heading) => !anchorsOf(readme).includes(heading))).toEqual([]);
	});

	it("has the sections of n8n's template, in its order", () => {
		const template = [
			'Installation',
			'Operations',
			'Credentials',
			'Compatibility',
			'Resources',
			'Version history',
		];
		const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
		expect(headings.filter((heading) => template.includes(heading))).toEqual(template);
	});
});
