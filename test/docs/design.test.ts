import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const project = path.join(__dirname, '..', '..');
const design = readFileSync(path.join(project, 'docs', 'design.md'), 'utf8');

/** The files that the map of a folder names: the first column of the table under its heading. */
const mapped = (folder: string): string[] => {
	const [, table = ''] = design.split(`| \`${folder}/\` | Holds |\n`);
	const [rows = ''] = table.split('\n\n');
	return [...rows.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file);
};

it.each(['nodes/shared', 'nodes/ContractWorkflow/run'])(
	'the map of %s names its files',
	(folder) => {
		expect(mapped(folder)).toEqual(readdirSync(path.join(project, folder)).sort());
	},
);

const places = [...design.matchAll(/`((?:src|nodes|test|sandbox|scripts|bench)\/[\w/.]*)`/g)];

it.each([...new Set(places.map(([, place = '']) => place))])('%s is there', (place) => {
	expect(existsSync(path.join(project, place))).toBe(true);
});
