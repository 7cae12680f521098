import type { INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { startRun } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { contractWorkflow, plain, saveWorkflow, then } from './stack';

/** Starts a stored workflow from its node `Start`. */
export const begin = async (n8n: N8n, workflowId: string): Promise<string> =>
	await startRun(n8n, workflowId, 'Start');

/** The comments that a sandbox received, oldest first. */
export const commentsIn = (sandbox: Sandbox): string[] =>
	sandbox
		.requests()
		.filter(({ path }) => path.endsWith('/comment'))
		.map(({ body }) => String((body as { readonly comment: unknown }).comment));

/** Parameters with which a question waits for some seconds from when it is asked. */
export const waitingFor = (seconds: number | string): INodeParameters => ({
	limitWaitTime: true,
	limitType: 'atSpecifiedTime',
	maxDateAndTime: `={{ $now.plus({ seconds: ${seconds} }).toISO() }}`,
});

/** The node that asks. */
export const asking = (
	parameters: INodeParameters,
	credential: StoredCredential,
	more: Partial<INode> = {},
): INode => ({
	...contractWorkflow(
		'Ask',
		{
			resource: 'task',
			operation: 'sendAndWait',
			taskId: { __rl: true, mode: 'id', value: '={{ $json.id ?? 10001 }}' },
			message: '=May task {{ $json.id ?? 10001 }} go out?',
			...parameters,
		},
		credential,
	),
	...more,
});

/** Start, the node that asks, and one behind it that shows what came out. */
export const askOnce = async (n8n: N8n, ask: INode): Promise<string> =>
	await saveWorkflow(
		n8n,
		[
			plain('Start', 'manualTrigger', 1, {}),
			plain('Input', 'set', 3.4, { mode: 'raw', jsonOutput: '{ "id": 10001, "before": true }' }),
			ask,
			plain('After', 'set', 3.4, {
				assignments: {
					assignments: [
						{
							id: 'paired',
							name: 'paired',
							type: 'boolean',
							value: "={{ $('Input').item.json.before }}",
						},
					],
				},
				includeOtherFields: true,
				options: {},
			}),
		],
		{ Start: then('Input'), Input: then(ask.name), [ask.name]: then('After') },
	);
