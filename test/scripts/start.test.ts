import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { requireFreePort } from '../../tools/scripts/n8n/installation/port';
import { byGroup, readRecipes } from '../../tools/scripts/recipes';

it('names a port that is in use, before it starts anything', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await expect(requireFreePort(port, '--port')).rejects.toThrow(
		`Port ${port} cannot be used: choose another port with --port.`,
	);
	server.close();
});

it('lists all recipes by group in an order of use, the one to begin with first', async () => {
	const recipes = await readRecipes();
	const listed = byGroup(recipes);
	expect(listed.map(({ id }) => id).sort()).toEqual(recipes.map(({ id }) => id).sort());
	expect(listed[0]?.meta.place).toBe(1);
	const groups = listed.map(({ tags: [group] }) => group);
	const inOrder = ['Approve', 'Launch', 'Ask', 'Documents', 'Audit'];
	expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(inOrder);
	const places = (wanted: string) =>
		listed.filter(({ tags }) => tags[0] === wanted).map(({ meta }) => meta.place);
	for (const group of inOrder) expect(places(group)).toEqual(places(group).sort((a, b) => a - b));
});
