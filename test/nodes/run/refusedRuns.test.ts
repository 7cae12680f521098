import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../support/n8nCore';
import { byId, itemsOf, sharedStage } from '../../support/stage';

/*
 * A run that is refused as a whole. n8n takes the input of a node that throws for its output where
 * the node goes on after errors, so every item must come out as failed.
 */
const stage = sharedStage();

type Refusal = readonly [
	why: string,
	parameters: INodeParameters,
	credential: object | undefined,
	message: string,
];

const refusals: readonly Refusal[] = [
	['a credential that only reads', {}, { allow: 'readingOnly' }, 'The credential is read-only'],
	[
		'a dry run that is neither on nor off',
		{ dryRun: 'maybe' },
		{},
		'"Dry Run" must be true or false, without quotes in the JSON of the node',
	],
	['a Base URL that is none', {}, { baseUrl: 'ftp://x' }, '"Base URL" of the credential must be'],
	['no credential', {}, undefined, 'does not have any credentials'],
	[
		'an operation that is none',
		{ operation: 'approveAll' },
		{},
		'"Operation" does not exist: task approveAll',
	],
];

const run = async (
	[, parameters, credential]: Refusal,
	onError: NonNullable<NodeRun['onError']>,
) => {
	const { contractWorkflowApi } = stage.credentials;
	return await stage.run(
		'task.approve',
		{ taskId: byId('={{ $json.id }}'), ...parameters },
		{
			items: itemsOf({ id: 10001 }, { id: 10002 }),
			onError,
			credentials: credential
				? { contractWorkflowApi: { ...contractWorkflowApi, ...credential } }
				: {},
		},
	);
};

const failedBy = (message: string) => ({
	error: { message: expect.stringContaining(message) as unknown, outcome: 'failed' },
});

it.each(refusals)('%s comes out at the error output, for each item', async (...refusal) => {
	const result = await run(refusal, 'continueErrorOutput');
	expect(stage.received()).toEqual([]);
	expect(result.output).toEqual([]);
	const json = failedBy(refusal[3]);
	expect(result.errorOutput).toMatchObject(
		[10001, 10002].map((id, item) => ({ json: { id, ...json }, pairedItem: { item } })),
	);
});

it('it comes out as failed items where the node goes on, and ends the execution else', async () => {
	const [refusal] = refusals;
	if (!refusal) throw new Error('There are no refusals');
	const failed = failedBy(refusal[3]);
	const goingOn = await run(refusal, 'continueRegularOutput');
	expect(goingOn.output.map(({ json }) => json)).toMatchObject([failed, failed]);
	const ended = await run(refusal, 'stopWorkflow');
	expect(ended.error?.message).toContain(refusal[3]);
	expect(stage.received()).toEqual([]);
});
