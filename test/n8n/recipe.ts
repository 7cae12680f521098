import { afterAll, beforeAll } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { SandboxOptions } from '../../sandbox/options';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { askService } from '../../scripts/demo/service';
import type { Credential, StoredCredential } from '../../scripts/n8n/credentials';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { withTablesMade } from '../../scripts/n8n/dataTables';
import type { Execution } from '../../scripts/n8n/executions';
import { runWorkflow } from '../../scripts/n8n/executions';
import { publish, unpublish } from '../../scripts/n8n/publication';
import type { N8n } from '../../scripts/n8n/rest';
import type { WorkflowFile } from '../../scripts/n8n/workflows';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { readRecipe } from '../../scripts/recipes';
import { saveWorkflow, session } from './stack';

/** A recipe in n8n, as it is shipped, with a sandbox of its own behind its credential. */
export interface RunningRecipe {
	readonly n8n: N8n;
	readonly sandbox: Sandbox;
	readonly file: WorkflowFile;
	readonly credential: StoredCredential;
	/** Runs it as the editor does, from its first trigger. */
	readonly run: () => Promise<Execution>;
	readonly publish: () => Promise<void>;
	readonly unpublish: () => Promise<void>;
	/** Asks the sandbox directly, as nobody's node. */
	readonly ask: (address: string, body?: unknown, method?: 'PATCH') => Promise<unknown>;
}

const isTrigger = ({ type }: INode) => type.endsWith('Trigger') || type.endsWith('.webhook');

/** The function that gives the recipe in the tests of a file; it is there from `beforeAll` on. */
export const useRecipe = (
	name: string,
	more: () => readonly Credential[] = () => [],
	options: Partial<SandboxOptions> = {},
): (() => RunningRecipe) => {
	let running: RunningRecipe | undefined;
	let sandbox: Sandbox;
	beforeAll(async () => {
		const n8n = session();
		sandbox = await createSandbox(options);
		const { baseUrl, apiKeys } = sandbox;
		const credential = await upsertCredential(n8n, {
			name,
			type: 'contractWorkflowApi',
			data: { baseUrl, apiKey: apiKeys.main },
		});
		const others: StoredCredential[] = [];
		for (const one of more()) others.push(await upsertCredential(n8n, one));
		const file = await readRecipe(name);
		await importWorkflow(n8n, file, [credential, ...others]);
		running = {
			n8n,
			sandbox,
			file,
			credential,
			run: async () => await runWorkflow(n8n, file.id, file.nodes.find(isTrigger)?.name ?? ''),
			publish: async () => await publish(n8n, file.id),
			unpublish: async () => await unpublish(n8n, file.id),
			ask: async (address, body, method) =>
				await askService({ baseUrl, apiKey: apiKeys.main }, address, body, method),
		};
	});
	afterAll(async () => {
		await sandbox.stop();
	});
	return () => {
		if (!running) throw new Error(`The recipe ${name} is not running.`);
		return running;
	};
};

const node = (name: string, type: string, parameters: INode['parameters']): INode => ({
	id: name,
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** Runs nodes of n8n one after the other, after a manual trigger. */
export const runNodes = async (
	n8n: N8n,
	steps: ReadonlyArray<[type: string, parameters: INode['parameters']]>,
): Promise<Execution> => {
	const nodes = [
		node('Start', 'manualTrigger', {}),
		...steps.map(([type, parameters], index) => node(`Step ${index + 1}`, type, parameters)),
	];
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [
				nodes[index]?.name ?? '',
				{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
			]),
	);
	const flow = await withTablesMade(n8n, { nodes, connections });
	const id = await saveWorkflow(n8n, flow.nodes, flow.connections);
	return await runWorkflow(n8n, id, 'Start');
};

/** The requests that reached the recipe's sandbox at paths like this, oldest first. */
export const requestsTo = ({ sandbox }: RunningRecipe, wanted: RegExp) =>
	sandbox.requests().filter((request) => wanted.test(request.path));
