import { describe, expect, it } from '@jest/globals';
import { jsonOf } from '../../scripts/n8n/executions';
import { submitForm } from '../../scripts/n8n/forms';
import { requestsTo, useRecipe } from './recipe';

const recipe = useRecipe('intake-form');

const draft = new File([Buffer.from('Draft of the agreement, § 1')], 'Entwurf – Fassung 2.docx');
const fill = (law: string) => [
	'Nordwind Logistik GmbH',
	'12500.5',
	law,
	draft,
	'dana@nordwind.example',
];

describe('the form', () => {
	it('creates a task with the values and the bytes of the file, and tells its number', async () => {
		const { n8n, sandbox, publish, ask } = recipe();
		await publish();
		sandbox.clearRequests();
		const { page, execution } = await submitForm(n8n, 'request-a-contract', fill('Germany'));

		const [created] = jsonOf(execution, 'Initiate');
		expect(execution.status).toBe('success');
		expect(page).toContain('Thank you');
		expect(page).toContain(`task ${String(created?.task_id)}`);
		expect(await ask(`/tasks/${String(created?.task_id)}`)).toMatchObject({
			task: {
				workflow_id: 'wf_vendor_agreement',
				variables: expect.arrayContaining([
					expect.objectContaining({ variable_id: 'counterparty', value: 'Nordwind Logistik GmbH' }),
					expect.objectContaining({ variable_id: 'contract_value', value: 12500.5 }),
					expect.objectContaining({ variable_id: 'governing_law', value: 'Germany' }),
				]),
			},
		});
		const [sent, ...more] = requestsTo(recipe(), /initiate$/);
		expect(more).toEqual([]);
		expect(sent?.body).toMatchObject({
			metadata: { requested_by: 'dana@nordwind.example' },
			variables: expect.arrayContaining([
				{
					variable_id: 'draft',
					type: 'file',
					value: 'Entwurf – Fassung 2.docx',
					file_extension: 'docx',
					base64_content: Buffer.from('Draft of the agreement, § 1').toString('base64'),
				},
			]),
		});
	});

	it('tells the person when no task was created, and why', async () => {
		const { n8n, publish } = recipe();
		await publish();
		const { page, execution } = await submitForm(n8n, 'request-a-contract', fill('Atlantis'));
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'Initiate')).toEqual([]);
		expect(page).toContain('This did not work');
		expect(page).toContain('No task was created.');
		expect(page).toContain('governing_law');
	});

	it('says that the outcome is unknown when the answer was lost', async () => {
		const { n8n, sandbox, publish } = recipe();
		await publish();
		sandbox.addFault({ kind: 'reset', endpoint: 'initiateWorkflow', applied: true });
		const { page } = await submitForm(n8n, 'request-a-contract', fill('Germany'));
		expect(page).toContain('It is not known whether a task was created.');
	});
});
