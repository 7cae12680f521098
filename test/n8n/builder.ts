import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INode, INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowFile } from '../../tools/scripts/n8n/workflows';
import type { Recipe } from '../../tools/scripts/recipes';
import { editorTypes, stackAddresses } from './stack';

/* What n8n's own assistant works with, of the n8n that is tested against. */

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
/** Of n8n's MCP server, for code that an assistant wrote. */
interface CodeBuilder {
	readonly ParseValidateHandler: new (options: object) => {
		readonly parseAndValidate: (code: string) => Promise<{
			readonly workflow: Pick<WorkflowFile, 'connections' | 'name'> & {
				readonly nodes: readonly INode[];
			};
			readonly warnings: readonly object[];
		}>;
	};
}
interface TypeFiles {
	readonly synthesizeNodeTypeDef: (node: INodeTypeDescription) => string;
}

const packageName = 'n8n-nodes-contract-workflow';

export const isOurs = ({ name }: { readonly name: string }) => name.startsWith(`${packageName}.`);

/** What n8n's own assistant would find, read and check, with all nodes that n8n has. */
export const openBuilder = async () => {
	const { n8nBin } = stackAddresses();
	const nodes = (await editorTypes('nodes')) as readonly INodeTypeDescription[];
	const modules = path.resolve(path.dirname(n8nBin), '..', '..');
	const require = createRequire(n8nBin);
	const load = (file: string): unknown => require(path.join(modules, file));
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-definitions-'));
	const file = path.join(folder, 'nodes.json');
	const own = nodes
		.filter(isOurs)
		.map((node) => ({ ...node, name: node.name.slice(packageName.length + 1) }));
	await writeFile(file, JSON.stringify(own));
	const definitions = '@n8n/workflow-sdk/dist/generate-types/generate-node-defs-cli.js';
	const { generateNodeDefinitions } = load(definitions) as Definitions;
	await generateNodeDefinitions({ nodesJsonPath: file, outputDir: folder, packageName });
	const { setSchemaBaseDirs, validateWorkflow } = load('@n8n/workflow-sdk') as WorkflowSdk;
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
	const { ParseValidateHandler } = load('@n8n/ai-workflow-builder') as CodeBuilder;
	const handler = new ParseValidateHandler({ generatePinData: false, nodeTypesProvider });
	const types = load('n8n/dist/modules/mcp-registry/synthesize-type-def.js') as TypeFiles;
	return {
		nodes,
		load,
		/** The workflow of its code, and what n8n's MCP server would find wrong with it. */
		compile: async (code: string) => await handler.parseAndValidate(code),
		/** The types of a node, as n8n's MCP server gives them. */
		typesOf: (node: INodeTypeDescription) => types.synthesizeNodeTypeDef(node),
		/** What is wrong with the nodes of this package in a workflow. */
		issuesIn: (workflow: WorkflowFile | Recipe): readonly Issue[] => {
			const { errors, warnings } = validateWorkflow(workflow, { nodeTypesProvider });
			const types = new Map(workflow.nodes.map(({ name, type }) => [name, type]));
			return [...errors, ...warnings].filter(
				({ nodeName, severity }) =>
					severity !== 'informational' &&
					nodeName !== undefined &&
					types.get(nodeName)?.startsWith(packageName),
			);
		},
		close: async () => {
			await rm(folder, { recursive: true, force: true });
		},
	};
};
