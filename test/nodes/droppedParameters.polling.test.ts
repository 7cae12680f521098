import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { startTrigger } from '../support/pollingTrigger';
import type { Stage } from '../support/stage';
import { startStage } from '../support/stage';

let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
afterAll(() => stage.sandbox.stop());

it.each<[parameters: INodeParameters, message: string]>([
	[
		{ event: 'taskCreated', taskFilters: '={{ { workflowId: "nda" } }}' },
		'"Filters" must be an object of fields',
	],
	[{ event: 'taskCreated', taskFilters: { workflow: 'nda' } }, '"Filters" has no "workflow"'],
	[
		{ event: 'documentCreated', documentFilters: { workflow_id: 'nda' } },
		'"Filters" has no "workflow_id"',
	],
	[{ event: 'taskCreated', options: '{"backlog": true}' }, '"Options" must be an object of fields'],
])('a polling trigger with %j refuses to poll', async (parameters, message) => {
	const trigger = await startTrigger(parameters, stage.credentials);
	await expect(trigger.poll()).rejects.toThrow(message);
	expect(stage.received()).toEqual([]);
});

it('an option that does not exist is refused', async () => {
	const unknown = { event: 'taskCreated', options: { sample: true } };
	const trigger = await startTrigger(unknown, stage.credentials);
	await expect(trigger.poll()).rejects.toThrow('"Options" has no "sample"');
});
