import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { FaultServer } from '../faults/faultServer';
import { faultServers, json } from '../faults/faultServer';
import { packageType } from './published';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';
import { toolWays } from './tool.ways';

/*
 * Runs that are refused as a whole, in n8n itself: nothing is sent, and no node behind the first
 * output takes the input for what was done.
 */
const { serve, stopAll } = faultServers();
afterEach(stopAll);

let n8n: N8n;
let service: FaultServer;
beforeAll(() => {
	n8n = session();
});

const keyOf = async (more: object = {}) => {
	service = await serve(() => ({ atBody: json(200, { success: true, activity_log_id: 1 }) }));
	return await upsertCredential(n8n, {
		name: 'Refused',
		type: 'contractWorkflowApi',
		data: { baseUrl: service.url, apiKey: 'key_1', ...more },
	});
};

const rows: readonly IDataObject[] = [{ key: 'key_1' }, { key: 'key_2' }];

const comment = { resource: 'task', operation: 'comment', comment: 'Signed' };
const taskId = { __rl: true, mode: 'id', value: '1' };

/** Runs Start, rows, the node, and a node behind each of its outputs. */
const run = async (parameters: INodeParameters, credential: object, settings: Partial<INode>) => {
	const stored = await keyOf(credential);
	const node = contractWorkflow('Write', { ...comment, taskId, ...parameters }, stored);
	const id = await saveWorkflow(
		n8n,
		[
			plain('Start', 'manualTrigger', 1, {}),
			plain('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
			plain('Split', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
			{ ...node, ...settings },
			plain('Done', 'noOp', 1, {}),
			plain('Failed', 'noOp', 1, {}),
		],
		{
			Start: then('Rows'),
			Rows: then('Split'),
			Split: then('Write'),
			Write: { main: [...then('Done').main, ...then('Failed').main] },
		},
	);
	const execution = await runWorkflow(n8n, id, 'Start');
	expect(service.requests).toEqual([]);
	return execution;
};

const refusals: ReadonlyArray<readonly [string, INodeParameters, object, string]> = [
	['a credential that only reads', {}, { allow: 'readingOnly' }, 'The credential is read-only'],
	[
		'a credential whose expression gives nothing',
		{},
		{ apiKey: '={{ $json.none }}' },
		'An expression in the credential has no value',
	],
	[
		'options that are one expression',
		{ options: '={{ { maxWait: 5 } }}' },
		{},
		'"Options" must be an object of fields',
	],
	['a misspelled option', { options: { dry_run: true } }, {}, '"Options" has no "dry_run"'],
];

describe.each(refusals)('%s', (_name, parameters, credential, message) => {
	it('sends nothing, and fails every item at the error output', async () => {
		const settings = { onError: 'continueErrorOutput', retryOnFail: true, maxTries: 2 } as const;
		const execution = await run(parameters, credential, { ...settings, waitBetweenTries: 1 });
		expect(execution.runData.Done).toBeUndefined();
		expect(jsonOf(execution, 'Failed')).toMatchObject(
			rows.map((row) => ({ ...row, error: { message: expect.stringContaining(message) } })),
		);
	});

	it('ends the execution where the node stops at errors', async () => {
		const { status, error } = await run(parameters, credential, {});
		expect(status).toBe('error');
		expect(error?.message).toContain(message);
	});
});

describe.each(toolWays)('a tool of $name', (way) => {
	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'whose options n8n would drop sends nothing, with On Error %s',
		async (onError) => {
			const tool: INode = {
				...contractWorkflow(
					'Tool',
					{ ...comment, taskId, options: { dry_run: true } },
					await keyOf(),
				),
				type: packageType('contractWorkflowTool'),
				onError,
			};
			const { told, shown } = await way.call(n8n, tool, [{ note: 'a' }]);
			expect(service.requests).toEqual([]);
			expect(told.join('\n')).not.toContain('activity_log_id');
			if (onError === 'stopWorkflow') expect(shown.join('\n')).toContain('has no "dry_run"');
		},
	);
});
