import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { runWorkflow } from '../../tools/scripts/n8n/executions';
import { approve, noKey, ofTask, saveInRow, start } from './nodesInRow';
import { contractWorkflow, keyOf, session } from './stack';

/*
 * Workflows as an assistant drafts them, with its usual mistakes: each does what its sentence says,
 * or is refused in words.
 */

let sandbox: Sandbox;
let key: StoredCredential;
beforeAll(async () => {
	sandbox = await createSandbox();
	key = await keyOf(session(), sandbox);
});
afterAll(async () => await sandbox?.stop());

const waiting = (more: INodeParameters = {}): INode =>
	ofTask('Get Tasks', 'getMany', { limit: '2', filters: { waitingForApproval: 'true' }, ...more });
const get = (task: number): INode => ofTask('Get Task', 'get', { taskId: task });
const launch = (more: INodeParameters): INode => {
	const parameters = { resource: 'workflow', operation: 'initiate', workflowId: 'wf_mutual_nda' };
	return contractWorkflow('Launch', { ...parameters, ...more }, noKey);
};

/** By sentence and mistake: the nodes, and the requests that write, or the words of the refusal. */
const drafts: Readonly<Record<string, readonly [INode[], readonly unknown[] | RegExp]>> = {
	'Approve two tasks that wait: texts for a number and a boolean, and for a locator': [
		[waiting(), approve({ taskId: '={{ $json.task_id }}' })],
		Array(2).fill(expect.stringMatching(/^\/tasks\/\d+\/approve {"approved":true}$/)),
	],
	'Reject as planned: JSON text for the item': [
		[
			get(10018),
			approve({ decision: 'reject', dryRun: true }, 'Plan'),
			approve({ decision: 'asReviewed', reviewedItem: '={{ JSON.stringify($json) }}' }),
		],
		['/tasks/10018/approve {"approved":false}'],
	],
	'Show what would be sent: a text for a boolean': [
		[waiting(), approve({ dryRun: 'true' })],
		/^"Dry Run" must be true or false/,
	],
	'Approve what waits: a list of one for a collection': [
		[waiting({ filters: [{ waitingForApproval: true }] }), approve()],
		/^"Filters" must be an object/,
	],
	'Start an NDA: JSON text for the form': [
		[launch({ variables: '{"mappingMode":"defineBelow","value":{"counterparty":"Aldgate"}}' })],
		[expect.stringMatching(/initiate {"variables":\[{"variable_id":"counterparty".*"Aldgate"}]}$/)],
	],
	'Approve: an operation that does not exist': [
		[get(10001), ofTask('Approve', 'approveTask', { taskId: 10001 })],
		/^"Operation" does not exist/,
	],
};

it.each(Object.entries(drafts))('%s', async (_sentence, [nodes, expected]) => {
	sandbox.clearRequests();
	const id = await saveInRow(session(), key, start, ...nodes);
	const { error } = await runWorkflow(session(), id, 'Start');
	const writes = sandbox
		.requests()
		.filter(({ method, path }) => method !== 'GET' && path !== '/tasks/list')
		.map(({ path, body }) => `${path} ${JSON.stringify(body)}`);
	if (expected instanceof RegExp) expect(error?.message).toMatch(expected);
	else expect(error).toBeUndefined();
	expect(writes).toEqual(expected instanceof RegExp ? [] : expected);
});
