import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const project = path.join(__dirname, '..', '..');
const files = ['nodes', 'src'].flatMap((folder) =>
	readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => `${folder}/${file}`),
);

/** A resource is called alike in the contract and in the panel, and each of both has its verbs. */
const isNamedByTheService = (file: string) => /^src\/contract\/|\/resources\//.test(file);

/** Each node has one, and n8n asks for it by this name, or it holds the properties of its panel. */
const isOfEachNode = (file: string) => /\/description\.ts$|\/methods\//.test(file);

const agreed = new Set([
	'index.ts',
	// The errors of the core, and their words.
	'errors.ts',
	// What a node does with a request that n8n hands to it.
	'receive.ts',
]);

const twice = (names: readonly string[]) =>
	names.filter((name, index) => names.indexOf(name) !== index && !agreed.has(name));

const held = files.filter((file) => !isNamedByTheService(file) && !isOfEachNode(file));

it('no two files have one name', () => {
	expect(twice(held.map((file) => path.basename(file)))).toEqual([]);
});

it('no two files export one name', () => {
	const exported = held.flatMap((file) =>
		[
			...readFileSync(path.join(project, file), 'utf8').matchAll(
				/^export (?:abstract )?(?:const|interface|type|class) (\w+)/gm,
			),
		].map(([, name = '']) => name),
	);
	expect(twice(exported)).toEqual([]);
});
