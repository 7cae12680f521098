import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { byGroup, readRecipes } from '../../scripts/recipes';
import { sentenceIn } from '../fresh/table';
import { troubles } from '../fresh/troubles';

/*
 * What `npm start` lists, and what it says where something is missing, as far as that takes seconds.
 * `npm run fresh` tries the rest.
 */

const checkout = path.join(__dirname, '..', '..');
const quick = troubles.filter(({ isQuick }) => isQuick);

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'start-'));
});
afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

it.each(quick.map((trouble) => [trouble.name, trouble] as const))(
	'%s: says so at once, and what to do',
	async (_name, trouble) => {
		const seen = await trouble.try({
			machine: { checkout, env: process.env, bin: path.dirname(process.execPath) },
			folder,
			n8nBin: '/nowhere/n8n',
			signal: new AbortController().signal,
		});
		expect(sentenceIn(seen.output, trouble.says) ?? seen.output).toMatch(trouble.says);
		expect(seen.isWell).toBe(false);
	},
);

it('lists all recipes by group in an order of use, the one to begin with first', async () => {
	const recipes = await readRecipes();
	const listed = byGroup(recipes);
	expect(listed.map(({ id }) => id).sort()).toEqual(recipes.map(({ id }) => id).sort());
	expect(listed[0]?.meta.place).toBe(1);
	const groups = listed.map(({ tags: [group] }) => group);
	const inOrder = ['Approve', 'Launch', 'Ask', 'Documents', 'Audit', 'Mirror'];
	expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(inOrder);
	const places = (wanted: string) =>
		listed.filter(({ tags }) => tags[0] === wanted).map(({ meta }) => meta.place);
	for (const group of inOrder) expect(places(group)).toEqual(places(group).sort((a, b) => a - b));
});
