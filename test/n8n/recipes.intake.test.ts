import { describe, expect, it } from '@jest/globals';
import { jsonOf } from '../../scripts/n8n/executions';
import { submitForm } from '../../scripts/n8n/pages/forms';
import { useRecipe } from './recipe';

const recipe = useRecipe('intake-form');

const draft = new File(['Draft of the agreement, § 1'], 'Entwurf – Fassung 2.docx');
const fill = (law: string) => [
	'Nordwind Logistik GmbH',
	'12500.5',
	law,
	draft,
	'dana@nordwind.example',
];

describe('the form', () => {
	it('tells the person when no task was created, and why', async () => {
		const { n8n, publish } = recipe();
		await publish();
		const { page, execution } = await submitForm(n8n, 'request-a-contract', fill('Atlantis'));
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'Initiate Workflow')).toEqual([]);
		expect(page).toContain('Something went wrong');
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
