import { expect, it } from '@jest/globals';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { runWorkflow } from '../../tools/scripts/n8n/executions';
import { contractWorkflow, plain, saveWorkflow, session, stackAddresses, then } from './stack';

it('an execution keeps the figures that n8n puts on the span of the node', async () => {
	const n8n = session();
	const { baseUrl, apiKey } = stackAddresses();
	const data = { baseUrl, apiKey };
	const credential = await upsertCredential(n8n, {
		name: 'Figures',
		type: 'contractWorkflowApi',
		data,
	});
	const parameters = { resource: 'organization', operation: 'get' };
	const id = await saveWorkflow(
		n8n,
		[plain('Start', 'manualTrigger', 1, {}), contractWorkflow('Read', parameters, credential)],
		{ Start: then('Read') },
	);
	const { status, runData } = await runWorkflow(n8n, id, 'Start');
	expect(status).toBe('success');
	const names = ['requests', 'repeats', 'refused', 'waited_ms'];
	const all = [...names, 'sent', 'skipped', 'failed', 'unknown'];
	const figures = all.map((name) => [`contract_workflow.${name}`, expect.any(Number)]);
	expect(runData.Read?.[0]?.metadata?.tracing).toEqual({
		...Object.fromEntries(figures),
		'contract_workflow.sent': 1,
	});
});
