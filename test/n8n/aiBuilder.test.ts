import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeTypeDescription } from 'n8n-workflow';
import { readRecipes } from '../../tools/scripts/recipes';
import { isOurs, openBuilder } from './builder';
import searches from './builderSearches.json';

/*
 * What n8n's own AI finds of these nodes, and makes of them: by the search and the validation of the
 * n8n that is tested against, over all nodes that it has.
 */

interface SearchEngine {
	readonly searchByName: (query: string, limit: number) => ReadonlyArray<{ readonly name: string }>;
}
interface SearchModule {
	readonly NodeSearchEngine: new (nodes: readonly INodeTypeDescription[]) => SearchEngine;
}

let builder: Awaited<ReturnType<typeof openBuilder>>;
beforeAll(async () => {
	builder = await openBuilder();
});
afterAll(async () => {
	await builder.close();
});

describe.each([
	// Of the builder in the editor, whose list of nodes leaves out those of communities in 2.40.
	'@n8n/ai-workflow-builder/dist/tools/engines/node-search-engine.js',
	// Of n8n's MCP server and its assistant, which have them all.
	'@n8n/ai-utilities/dist/cjs/node-catalog/index.js',
])('the search of %s', (file) => {
	it('finds one of these nodes for what a builder would type', () => {
		const { NodeSearchEngine } = builder.load(file) as SearchModule;
		const engine = new NodeSearchEngine(builder.nodes.filter(({ hidden }) => hidden !== true));
		const places = searches.map((words) => engine.searchByName(words, 20).findIndex(isOurs));
		const told = searches.map((words, index) => `${words}: ${(places[index] ?? -1) + 1}`);
		expect(searches).toHaveLength(20);
		const found = places.filter((place) => place >= 0).length;
		const first = places.filter((place) => place === 0 || place === 1).length;
		expect({ found: found >= 18, inFrontOf: first >= 16, told }).toEqual({
			found: true,
			inFrontOf: true,
			told,
		});
	});
});

it('the types of the action node have 30 kB at most: an assistant always gets the whole file', () => {
	const name = 'n8n-nodes-contract-workflow.contractWorkflow';
	const node = builder.nodes.find((one) => one.name === name) as INodeTypeDescription;
	const types = builder.typesOf(node);
	expect(types).toContain("operation: 'approve'");
	expect(Buffer.byteLength(types)).toBeLessThanOrEqual(30_000);
});

it("n8n's validation of workflows finds no fault with a node of these in any recipe", async () => {
	for (const recipe of await readRecipes()) {
		expect({ recipe: recipe.name, issues: builder.issuesIn(recipe) }).toEqual({
			recipe: recipe.name,
			issues: [],
		});
	}
});
