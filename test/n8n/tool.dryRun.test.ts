import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { json, keyedServers } from '../faults/faultServer';
import { operationNamed, operations, task } from '../support/operations.table';
import { packageType } from './published';
import { contractWorkflow, session } from './stack';
import type { ToolWay } from './tool.ways';
import { toolWays } from './tool.ways';

const { serve, stopAll } = keyedServers();
afterEach(stopAll);

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

/** Calls an operation as a dry tool; gives what the caller was told, and what reached the service. */
const call = async (way: ToolWay, name: string, settings: Partial<INode> = {}) => {
	const { answer } = operationNamed(name);
	const server = await serve(() => ({ atBody: json(200, { task, ...answer }) }));
	const credential = await upsertCredential(n8n, {
		name: 'Dry tool',
		type: 'contractWorkflowApi',
		data: { baseUrl: server.url, apiKey: 'key_1' },
	});
	const tool: INode = {
		...contractWorkflow('Tool', { ...operationNamed(name).parameters, dryRun: true }, credential),
		type: packageType('contractWorkflowTool'),
		...settings,
	};
	const { told } = await way.call(n8n, tool, [{ note: 'a' }]);
	return { told: told.join('\n'), lines: server.requests.map(({ line }) => line) };
};

const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 };

describe.each(toolWays)('a dry run as a tool of $name', (way) => {
	it.each<[string, Partial<INode>]>([
		['', {}],
		[', with Retry On Fail', retried],
	])('plans a decision and sends none%s', async (_name, settings) => {
		const { told, lines } = await call(way, 'task.approve', settings);
		expect(told.replaceAll('\\', '')).toContain(
			settings.retryOnFail ? '"verdict":"would_fail"' : '"verdict":"would_send"',
		);
		// The advice is a field of its own.
		expect(told).not.toContain('Details: ');
		expect(lines).toEqual(['GET /tasks/1']);
	});
});

/** Comment and Wait for Answer cannot be a tool. */
const writes = operations
	.filter(({ kind, name }) => kind !== 'R' && name !== 'task.sendAndWait')
	.map(({ name }) => name);
const [firstWay] = toolWays;

it.each(writes)('%s as a dry tool sends nothing that writes', async (name) => {
	if (!firstWay) throw new Error('There is no way to call a tool');
	const { told, lines } = await call(firstWay, name);
	expect(told.replaceAll('\\', '')).toContain('"dry_run":true');
	expect(lines.filter((line) => !line.startsWith('GET /'))).toEqual([]);
});
