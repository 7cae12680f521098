import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { readRecipes, runsHere } from '../../tools/scripts/recipes';
import { editorTypes } from './stack';

const types = z.array(
	z.object({ name: z.string(), version: z.union([z.number(), z.array(z.number())]) }),
);

/** The types of nodes, with their versions, that n8n offers in its editor. */
const offered = async (): Promise<Set<string>> =>
	new Set(
		types
			.parse(await editorTypes('nodes'))
			.flatMap(({ name, version }) => [version].flat().map((one) => `${name} ${one}`)),
	);

it('recipes that this n8n can run have nodes of versions that it has', async () => {
	const known = await offered();
	const missing = (await readRecipes()).filter(runsHere).flatMap(({ fileName, nodes }) =>
		nodes
			.map(({ type, typeVersion }) => `${type} ${typeVersion}`)
			// n8n has these, and offers them where an agent's tools are chosen.
			.filter((node) => !known.has(node) && !node.includes('HitlTool '))
			.map((node) => [fileName, node]),
	);
	expect(missing).toEqual([]);
});
