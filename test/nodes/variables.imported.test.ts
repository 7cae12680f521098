import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Stage } from '../support/stage';
import { byId, startStage } from '../support/stage';

/* Variables as workflows hold them that were not made in the editor. */
let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const launch = async (variables: unknown, items = [{ json: {} }]) => {
	const workflow = { workflowId: byId('wf_mutual_nda'), version: byId('1') };
	const parameters = { ...workflow, specifyVariables: 'form', variables };
	const { error } = await stage.run('workflow.initiate', parameters as INodeParameters, { items });
	const [sent] = stage
		.received()
		.flatMap(({ request, body }) => (request.startsWith('POST') ? [body] : []));
	return { error, sent };
};

const counterparty = { variable_id: 'counterparty', type: 'text', value: 'Nordwind' };

it.each([
	{ value: { counterparty: 'Nordwind' } },
	{ value: { counterparty: 'Nordwind' }, schema: [] },
	{ mappingMode: 'defineBelow', value: { counterparty: 'Nordwind' } },
	{ counterparty: 'Nordwind' },
])('the variables %j are those that were meant', async (variables) => {
	const { sent } = await launch(variables);
	expect(sent).toMatchObject({ variables: [counterparty] });
});

it('a variable may be called as a part of what n8n saves', async () => {
	const { error, sent } = await launch({ value: 'Nordwind' });
	expect(error?.description).toContain('• value: is not a variable of ');
	expect(sent).toBeUndefined();
});

it('a mode that n8n does not have is refused', async () => {
	const { error, sent } = await launch({ mappingMode: 'automatic', value: null });
	expect(error?.message).toBe(
		'"Variables" must have the mappingMode defineBelow or autoMapInputData, not automatic',
	);
	expect(sent).toBeUndefined();
});
