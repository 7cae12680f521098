import { beforeAll, expect, it } from '@jest/globals';
import type { Endpoint } from '../../src';
import { contract } from '../../src';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import { operations } from '../support/operations.table';
import { byId, sharedStage } from '../support/stage';
import { contractWorkflow, keyOf, plain, saveWorkflow, session, then } from './stack';

const stage = sharedStage();
let key: StoredCredential;
beforeAll(async () => {
	key = await keyOf(session(), stage.sandbox);
});

const endpoints: Readonly<Record<string, Endpoint>> = contract;

/** Comment and Wait for Answer, which does not end by itself, has tests of its own. */
const ending = operations.filter(({ name }) => name !== 'task.sendAndWait');

it.each(ending)('$name', async ({ given, parameters, inSandbox, endpoint }) => {
	const taken = { ...parameters, ...(given.taskId ? { taskId: byId('10001') } : {}) };
	const own = await inSandbox?.(stage);
	const nodes = [
		plain('Start', 'manualTrigger', 1, {}),
		plain('Text', 'set', 3.4, { mode: 'raw', jsonOutput: '{ "text": "A file" }' }),
		plain('File', 'convertToFile', 1.1, { operation: 'toText', sourceProperty: 'text' }),
		contractWorkflow('Contract', { ...taken, ...own }, key),
	];
	const connections = { Start: then('Text'), Text: then('File'), File: then('Contract') };
	const id = await saveWorkflow(session(), nodes, connections);
	const execution = await runWorkflow(session(), id, 'Start');
	expect(execution.error).toBeUndefined();
	expect(jsonOf(execution, 'Contract')).not.toEqual([]);
	const answered = stage.sandbox.requests().map(({ endpoint: name, status }) => {
		const { method, path } = endpoints[name ?? ''] ?? {};
		return [`${method} ${path}`, status];
	});
	expect(answered).toContainEqual([endpoint, 200]);
});

it.each([
	[{ counterparty: '={{ $json.customer }}' }, '"Variables" is empty: its expression returned'],
	['{"counterparty":"Acme"}', '"Variables" must be an object, not {"counterparty":"Acme"}'],
])('a launch with the form %j starts nothing', async (value, message) => {
	const nodes = [
		plain('Start', 'manualTrigger', 1, {}),
		contractWorkflow(
			'Launch',
			{
				...{ resource: 'workflow', operation: 'initiate', workflowId: byId('wf_mutual_nda') },
				variables: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
			},
			key,
		),
	];
	const id = await saveWorkflow(session(), nodes, { Start: then('Launch') });
	const before = stage.sandbox.requests().length;
	const { error } = await runWorkflow(session(), id, 'Start');
	expect(error?.message).toContain(message);
	expect(stage.sandbox.requests().slice(before)).toEqual([]);
});
