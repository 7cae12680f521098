import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowFile } from '../../tools/scripts/n8n/workflows';
import type { Recipe } from '../../tools/scripts/recipes';
import { readRecipes } from '../../tools/scripts/recipes';
import searches from './builderSearches.json';
import { stackAddresses } from './stack';

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
interface Issue {
	readonly code: string;
	readonly message: string;
	readonly nodeName?: string;
	readonly severity: string;
}
interface WorkflowSdk {
	readonly setSchemaBaseDirs: (folders: string[]) => void;
	readonly validateWorkflow: (
		this: void,
		workflow: WorkflowFile | Recipe,
		options: { readonly nodeTypesProvider: object },
	) => { readonly errors: readonly Issue[]; readonly warnings: readonly Issue[] };
}
interface Definitions {
	readonly generateNodeDefinitions: (options: {
		readonly nodesJsonPath: string;
		readonly outputDir: string;
		readonly packageName: string;
	}) => Promise<void>;
}

const packageName = 'n8n-nodes-contract-workflow';

let nodes: INodeTypeDescription[];
let load: NodeJS.Require;
/** The folder of the installed n8n's packages. */
let modules: string;
let folder: string;

beforeAll(async () => {
	const { n8nUrl, n8nBin, cookie } = stackAddresses();
	const answer = await fetch(`${n8nUrl}/types/nodes.json`, { headers: { cookie } });
	nodes = (await answer.json()) as INodeTypeDescription[];
	load = createRequire(n8nBin);
	modules = path.resolve(path.dirname(n8nBin), '..', '..');
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-definitions-'));
});
afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

const isOurs = ({ name }: { readonly name: string }) => name.startsWith(`${packageName}.`);

describe.each([
	// Of the builder in the editor, whose list of nodes leaves out those of communities in 2.40.
	'@n8n/ai-workflow-builder/dist/tools/engines/node-search-engine.js',
	// Of n8n's MCP server and its assistant, which have them all.
	'@n8n/ai-utilities/dist/cjs/node-catalog/index.js',
])('the search of %s', (file) => {
	it('finds one of these nodes for what a builder would type', () => {
		const { NodeSearchEngine } = load(path.join(modules, file)) as SearchModule;
		const engine = new NodeSearchEngine(nodes.filter(({ hidden }) => hidden !== true));
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

/** Checks a workflow as n8n's AI builder does, by the parameters of these nodes. */
const issuesOf = async (): Promise<(workflow: WorkflowFile | Recipe) => readonly Issue[]> => {
	const file = path.join(folder, 'nodes.json');
	const own = nodes
		.filter(isOurs)
		.map((node) => ({ ...node, name: node.name.slice(packageName.length + 1) }));
	await writeFile(file, JSON.stringify(own));
	const sdk = path.join(modules, '@n8n', 'workflow-sdk');
	const definitions = path.join(sdk, 'dist', 'generate-types', 'generate-node-defs-cli.js');
	const { generateNodeDefinitions } = load(definitions) as Definitions;
	await generateNodeDefinitions({ nodesJsonPath: file, outputDir: folder, packageName });
	const { setSchemaBaseDirs, validateWorkflow } = load(sdk) as WorkflowSdk;
	setSchemaBaseDirs([folder]);
	const typeOf = (type: string, version?: number) => {
		const found = nodes.filter(({ name }) => name === type);
		const description =
			found.find((one) => version !== undefined && [one.version].flat().includes(version)) ??
			found[0];
		return description && { description };
	};
	const nodeTypesProvider = {
		getByName: typeOf,
		getByNameAndVersion: typeOf,
		getKnownTypes: () => ({}),
	};
	return (workflow) => {
		const { errors, warnings } = validateWorkflow(workflow, { nodeTypesProvider });
		const types = new Map(workflow.nodes.map(({ name, type }) => [name, type]));
		return [...errors, ...warnings].filter(
			({ nodeName, severity }) =>
				severity !== 'informational' &&
				nodeName !== undefined &&
				types.get(nodeName)?.startsWith(packageName),
		);
	};
};

describe("n8n's validation of workflows", () => {
	it('finds no fault with a node of these in any recipe', async () => {
		const issuesIn = await issuesOf();
		for (const recipe of await readRecipes()) {
			expect({ recipe: recipe.name, issues: issuesIn(recipe) }).toEqual({
				recipe: recipe.name,
				issues: [],
			});
		}
	});

	it('would find one', async () => {
		const [recipe] = await readRecipes();
		if (!recipe) throw new Error('There is no recipe');
		const wrong = recipe.nodes.map((node) =>
			isOurs({ name: node.type })
				? { ...node, parameters: { ...node.parameters, operation: 'nonsense' } }
				: node,
		);
		expect((await issuesOf())({ ...recipe, nodes: wrong })).not.toEqual([]);
	});
});
