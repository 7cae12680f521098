import { beforeAll, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import { executionsOf } from '../../tools/scripts/n8n/publication';
import {
	addAction,
	drag,
	execute,
	inputField,
	locator,
	nodeNamed,
	openWorkflow,
	useEditor,
} from './editor';
import { keyOf, plain, saveWorkflow, session } from './stack';

/* What a person does who launches a contract from a form, and knows no ID. */

let sandbox: Sandbox;
let page: Page;
const editor = useEditor();
beforeAll(() => {
	({ sandbox, page } = editor);
});

/** A form of which four labels are names of variables, but for case and signs, and five are not. */
const ownForm = (): INode => ({
	...plain('Request Form', 'formTrigger', 2.2, {
		formTitle: 'Request a contract',
		formFields: {
			values: [
				{ fieldLabel: 'Who is the other party?' },
				{ fieldLabel: 'How much is it worth?', fieldType: 'number' },
				{
					fieldLabel: 'Renews automatically?',
					fieldType: 'dropdown',
					fieldOptions: { values: [{ option: 'Yes' }, { option: 'No' }] },
				},
				{ fieldLabel: 'Effective Date', fieldType: 'date' },
				{ fieldLabel: 'Address for notices:', fieldType: 'email' },
				{
					fieldLabel: 'Jurisdiction',
					fieldType: 'dropdown',
					fieldOptions: { values: [{ option: 'Delaware' }, { option: 'Germany' }] },
				},
				{ fieldLabel: 'PDF or Word file', fieldType: 'file', multipleFiles: false },
				{ fieldLabel: 'Business Owner', fieldType: 'email' },
				{ fieldLabel: 'Which of our companies signs?' },
			],
		},
	}),
	webhookId: 'c2f1c5f6-6a0e-4a3f-9a39-2d4f2c9a7b12',
});

/** Fills the form in that n8n has opened. */
const submit = async (form: Page): Promise<void> => {
	const texts = {
		0: 'Nordwind GmbH',
		1: '1200.5',
		3: '2026-12-01',
		4: 'notices@nordwind.example',
		7: 'priya.raman@meridian.example',
		8: 'Meridian Freight Ltd',
	};
	for (const [index, text] of Object.entries(texts)) {
		await form.locator(`[name="field-${index}"]`).fill(text);
	}
	await form.locator('[name="field-2"]').selectOption('Yes');
	await form.locator('[name="field-5"]').selectOption('Germany');
	await form.locator('[name="field-6"]').setInputFiles({
		name: 'Entwurf ß.PDF',
		mimeType: 'application/pdf',
		buffer: Buffer.from('% draft'),
	});
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.getByText('Your response has been recorded').waitFor();
	await form.close();
};

it('launches nine variables from a form, five in its own words, with no failed run', async () => {
	const { name } = await keyOf(session(), sandbox);
	const id = await saveWorkflow(session(), [ownForm()], {});
	await openWorkflow(page, id);
	const opened = page.context().waitForEvent('page');
	await page.getByTestId('execute-workflow-button').click();
	await submit(await opened);
	expect((await executionsOf(session(), id, 1)).map(({ status }) => status)).toEqual(['success']);
	await nodeNamed(page, 'Request Form').getByTestId('canvas-node-status-success').waitFor();

	await addAction(page, 'Initiate workflow', name);
	await locator(page, 'workflowId').getByTestId('rlc-input').click();
	await page.getByTestId('rlc-item').getByText('Master services agreement').first().click();
	const variable = (name: string) => page.getByTestId(`parameter-input-${name}`);
	await variable('notice_email').getByText("$json['Address for notices:']").waitFor();
	expect(await variable('draft').locator('input').first().inputValue()).toBe('PDF_or_Word_file');
	// Where an item has a file, n8n shows the file first.
	const input = page.getByTestId('ndv-input-panel');
	await input.getByText('Schema', { exact: true }).click();
	for (const [field, to] of [
		['Who is the other party?', 'counterparty'],
		['How much is it worth?', 'contract_value'],
		['Jurisdiction', 'governing_law'],
		['Which of our companies signs?', 'contracting_entity'],
	] as const) {
		await drag(page, inputField(page, field), variable(to));
		await variable(to).getByText(field).first().waitFor();
	}
	await execute(page);
	await page.getByTestId('output-panel').getByText('Workflow initiated').waitFor();

	const [{ body } = { body: undefined }, ...more] = sandbox
		.requests()
		.filter(({ path }) => path.endsWith('/initiate'));
	expect(more).toEqual([]);
	const wanted = [
		{ variable_id: 'counterparty', type: 'text', value: 'Nordwind GmbH' },
		{ variable_id: 'contract_value', type: 'number', value: '1200.5' },
		{ variable_id: 'auto_renewal', type: 'boolean', value: 'true' },
		{ variable_id: 'effective_date', type: 'date', value: '2026-12-01' },
		{ variable_id: 'notice_email', type: 'email', value: 'notices@nordwind.example' },
		{ variable_id: 'governing_law', type: 'select', value: 'Germany' },
		{
			variable_id: 'draft',
			type: 'file',
			value: 'Entwurf ß.PDF',
			file_extension: 'PDF',
			base64_content: Buffer.from('% draft').toString('base64'),
		},
		{ variable_id: 'business_owner', type: 'user_entity', value: 'priya.raman@meridian.example' },
		{ variable_id: 'contracting_entity', type: 'business', value: 'Meridian Freight Ltd' },
	];
	const { variables } = body as { readonly variables: readonly unknown[] };
	expect(variables).toHaveLength(wanted.length);
	expect(variables).toEqual(expect.arrayContaining(wanted));
	const runs = await executionsOf(session(), id, 2);
	expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
});
