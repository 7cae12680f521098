import { expect, it } from '@jest/globals';
import type { Stage } from '../../scripts/demo/trial';
import { findTrials } from '../../scripts/demo/trial';
import { readRecipe } from '../../scripts/recipes';
import { session } from '../n8n/stack';
import { queueAddresses } from './queue';

/*
 * The recipes, tried as `npm run demo` does, with their nodes on two workers. Those with an agent are
 * tried by its tools alone, to which n8n hands nothing on a worker: `test/jest.servers.config.js` takes them
 * from the tests with a model.
 */
const trials = findTrials().filter(({ recipe }) => !recipe.startsWith('agent-'));

const stage = (): Stage => {
	const { baseUrl, apiKey, controlUrl, n8nFolder } = queueAddresses();
	return {
		n8n: session(),
		sandbox: { baseUrl, apiKey, controlUrl },
		n8nFolder,
		signal: new AbortController().signal,
	};
};

it.each(trials)('$recipe keeps its promises', async ({ recipe, run }) => {
	const { checks } = await run(stage(), await readRecipe(recipe));
	expect(checks.filter(({ brokenBy }) => brokenBy.length > 0)).toEqual([]);
	expect(checks).not.toEqual([]);
});
