import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
	linkedFiles,
	repository,
	repositoryOf,
	withLinks,
} from '../../tools/scripts/release/links';
import { readmeForNpm, relativeTargets } from '../../tools/scripts/release/npmPage';
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

const elsewhere = repositoryOf({
	repository: { url: 'git+https://code.test/someone/the-nodes.git' },
});

describe('the address of the publisher', () => {
	it.each(linkedFiles)('is entered once and taken over by %s', (file) => {
		expect(withLinks(read(file), repository())).toBe(read(file));
		const text = withLinks(read(file), elsewhere);
		expect(text).toContain('"https://code.test/someone/the-nodes'.slice(1));
		expect(withLinks(text, repository())).toBe(read(file));
	});
});

const { version } = JSON.parse(read('package.json')) as { version: string };
const { root } = repository();

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
	expect(places.length).toBeGreaterThan(50);
	expect(places.flatMap((place) => fault(place) ?? [])).toEqual([]);
	const others = named.filter((url) => !/\/(?:blob|raw)\//.test(url));
	expect([...new Set(others)].sort()).toEqual(
		[`${root}#readme`, `${root}.git`, `${root}/issues`].sort(),
	);
});

describe("the README on npm's page", () => {
	const readme = readFileSync(path.join(packedPackage, 'README.md'), 'utf8');

	it('leads to nothing beside it, but to the version that is published', () => {
		expect(relativeTargets(read('README.md')).length).toBeGreaterThan(50);
		expect(relativeTargets(readme)).toEqual([]);
		expect(namedIn('README.md').filter((url) => url.includes(`/v${version}/`)).length).toBe(
			relativeTargets(read('README.md')).length,
		);
	});

	it('takes each kind of link and picture with it', () => {
		const text = [
			'[a](docs/a.md#b) [c](#c) [d](https://d.test/e.md) ![p](docs/p.webp)',
			'<a href="docs/p.webp"><img src="docs/p.svg" width="9"></a> <a href="mailto:a@b.test">m</a>',
		].join('\n');
		expect(readmeForNpm(text, elsewhere, 'v1.2.3')).toBe(
			[
				'[a](https://code.test/someone/the-nodes/blob/v1.2.3/docs/a.md#b) [c](#c) [d](https://d.test/e.md) ![p](https://code.test/someone/the-nodes/raw/v1.2.3/docs/p.webp)',
				'<a href="https://code.test/someone/the-nodes/raw/v1.2.3/docs/p.webp"><img src="https://code.test/someone/the-nodes/raw/v1.2.3/docs/p.svg" width="9"></a> <a href="mailto:a@b.test">m</a>',
			].join('\n'),
		);
	});
});
