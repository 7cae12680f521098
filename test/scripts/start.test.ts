import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { requireFreePort } from '../../tools/scripts/n8n/installation/port';
import { readRecipes } from '../../tools/scripts/recipes';

it('names a port that is in use, before it starts anything', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await expect(requireFreePort(port)).rejects.toThrow(
		`Port ${port} cannot be used: choose another port with --port.`,
	);
	server.close();
});

it('lists all recipes by group, the one to begin with first', async () => {
	const recipes = await readRecipes();
	expect(recipes[0]?.fileName).toBe('bulk-approval');
	expect([...new Set(recipes.map(({ tags: [group] }) => group))]).toEqual([
		'Approve',
		'Comment',
		'Launch',
		'Documents',
		'Agents',
	]);
});
