import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { repository } from '../../package.json';
import { pages, withParts } from '../../tools/scripts/docs';
import { packedPackage } from '../support/packedPackage';

/* `npm run lint` follows the links in Markdown. */

const project = path.join(__dirname, '..', '..');
const root = repository.url.replace(/^git\+|\.git$/g, '');

/** The headings of a page as they stand in addresses. */
const anchorsOf = (file: string): string[] =>
	[...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}_ -]/gu, '')
			.replaceAll(' ', '-'),
	);

/** Whether a place, with a heading or without, is in this repository. */
const isThere = (place: string): boolean => {
	const [file = '', heading] = place.split('#');
	const whole = path.join(project, file);
	return existsSync(whole) && (heading === undefined || anchorsOf(whole).includes(heading));
};

const texts = readdirSync(packedPackage, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));

it('every address and picture in the package leads to a file or heading of this repository', () => {
	const named = texts.flatMap((text) => text.match(/https?:\/\/[^\s"'<>)\]`\\]+/g) ?? []);
	const own = named.flatMap((url) => (url.startsWith(root) ? url.slice(root.length) : []));
	const inPages = own.filter((rest) => !['.git', '#readme', '/issues'].includes(rest));
	const places = inPages.map((rest) => rest.replace(/^\/(?:blob|raw)\/[^/]+\//, ''));
	const pictures = texts.flatMap((text) => text.match(/(?<=(?:href|src)=")docs\/[^"]+/g) ?? []);
	for (const found of [places, pictures]) expect(found.length).toBeGreaterThan(5);
	expect([...places, ...pictures].filter((place) => !isThere(place))).toEqual([]);
});

it.each(pages)('$file is as `npm run docs` writes it', async ({ file, parts }) => {
	const text = readFileSync(path.join(project, file), 'utf8');
	expect(withParts(file, text, await parts())).toBe(text);
});
