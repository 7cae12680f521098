import { beforeAll, expect, it } from '@jest/globals';
import type { Endpoint } from '../../src';
import { contract } from '../../src';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import { operations } from '../support/operations.table';
import { byId, sharedStage } from '../support/stage';
import { start } from './nodesInRow';
import { contractWorkflow, keyOf, plain, saveWorkflow, session, then } from './stack';

const stage = sharedStage();
let key: StoredCredential;
beforeAll(async () => {
	key = await keyOf(session(), stage.sandbox);
});

const endpoints: Readonly<Record<string, Endpoint>> = contract;

/** Comment and Wait for Answer, which does not end by itself, has tests of its own. */
const ending = operations.filter(({ name }) => name !== 'task.sendAndWait');

it('each operation runs, all in one workflow', async () => {
	const nodes = [];
	for (const { name, given, parameters, inSandbox } of ending) {
		const taken = { ...parameters, ...(given.taskId ? { taskId: byId('10001') } : {}) };
		nodes.push(contractWorkflow(name, { ...taken, ...(await inSandbox?.(stage)) }, key));
	}
	const before = [
		start,
		plain('Text', 'set', 3.4, { mode: 'raw', jsonOutput: '{ "text": "A file" }' }),
		plain('File', 'convertToFile', 1.1, { operation: 'toText', sourceProperty: 'text' }),
	];
	const id = await saveWorkflow(session(), [...before, ...nodes], {
		...{ Start: then('Text'), Text: then('File') },
		File: { main: [nodes.flatMap(({ name }) => then(name).main[0] ?? [])] },
	});
	const execution = await runWorkflow(session(), id, 'Start');
	expect(execution.error).toBeUndefined();
	const answered = stage.sandbox.requests().map(({ endpoint: name, status }) => {
		const { method, path } = endpoints[name ?? ''] ?? {};
		return `${method} ${path} ${status}`;
	});
	for (const { name, endpoint } of ending) {
		expect([name, jsonOf(execution, name)]).not.toEqual([name, []]);
		expect(answered).toContain(`${endpoint} 200`);
	}
});
