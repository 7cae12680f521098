import { beforeAll, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { readExecution } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { startTool } from '../../tools/scripts/n8n/tools';
import { nodeOf, packageType } from './published';
import { contractWorkflow, keyFor, saveWorkflow, session, stackAddresses, then } from './stack';

const { baseUrl, apiKey } = stackAddresses();

let n8n: N8n;
let credential: StoredCredential;

beforeAll(async () => {
	n8n = session();
	credential = await keyFor(n8n, baseUrl, apiKey);
});

/** Runs the node as a tool, with what a model would hand it, and gives what the model would see. */
const useTool = async (parameters: INode['parameters'], query: Record<string, unknown>) => {
	const tool = {
		...contractWorkflow('Tool', parameters, credential),
		type: packageType('contractWorkflowTool'),
	};
	const agent = { ...nodeOf('Agent', '@n8n/n8n-nodes-langchain.agent', {}), typeVersion: 2.2 };
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger', {});
	const id = await saveWorkflow(n8n, [start, agent, tool], {
		Start: then('Agent'),
		Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
	});
	const execution = await readExecution(
		n8n,
		await startTool(n8n, id, 'Tool', { name: 'Tool', query }),
	);
	return JSON.stringify(execution);
};

const taskFromModel = { __rl: true, mode: 'id', value: "={{ $fromAI('task_id', '', 'string') }}" };

it('reads the task that the model names', async () => {
	const parameters = { resource: 'task', operation: 'get', taskId: taskFromModel };
	expect(await useTool(parameters, { task_id: '10001' })).toContain('"task_id":10001');
});

it('tells the model what went wrong and what to do', async () => {
	const parameters = { resource: 'task', operation: 'get', taskId: taskFromModel };
	const seen = await useTool(parameters, { task_id: '1' });
	expect(seen).toContain('Task 1 was not found');
	expect(seen).toContain('Task not found');
});

const search = { resource: 'document', operation: 'search', limit: 200 };

/** Sentences of what was found that say under which law it is. */
const lawsIn = (seen: string): string[] => [
	...new Set([...seen.matchAll(/"field_Governing law":"([^"]*)"/g)].map(([, law = '']) => law)),
];

it('searches by what the model gives for values of conditions', async () => {
	const parameters = {
		...search,
		conditions: {
			condition: [
				{
					field: 'field:104:Governing law:enum',
					operator: 'in',
					value: "={{ $fromAI('laws', '', 'json') }}",
				},
				{
					field: 'attribute:risk_score_number',
					operator: 'gte',
					value: "={{ $fromAI('least_score', '', 'number') }}",
				},
			],
		},
	};
	const seen = await useTool(parameters, { laws: ['Germany'], least_score: 1 });
	expect(lawsIn(seen)).toEqual(['Germany']);
	const wrong = await useTool(parameters, { laws: ['Germany'], least_score: 'high' });
	expect(lawsIn(wrong)).toEqual([]);
});

const party = "={{ $fromAI('party', '', 'string') }}";
const nda = {
	resource: 'workflow',
	operation: 'initiate',
	workflowId: { __rl: true, mode: 'id', value: 'wf_mutual_nda' },
	version: 'latest',
};

it.each<[string, INode['parameters'], Record<string, unknown>]>([
	[
		'in fields of the form',
		{
			...nda,
			variables: { mappingMode: 'defineBelow', value: { counterparty: party }, schema: [] },
		},
		{ party: 'Aldgate' },
	],
	[
		'as JSON',
		{ ...nda, specifyVariables: 'json', variablesJson: "={{ $fromAI('values', '', 'json') }}" },
		{ values: { counterparty: 'Aldgate' } },
	],
])('launches with what the model gives %s', async (_name, parameters, query) => {
	const seen = await useTool(parameters, query);
	expect(seen).toContain('Workflow initiated');
	expect(seen).toContain('wf_mutual_nda');
});
