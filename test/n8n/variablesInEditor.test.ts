import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { launch } from '../support/browser';
import type { Builder } from './builder';
import { addAction, chooseFrom, createBuilder, inputField, locator } from './builder';
import { editorPage, openNode, openPanel, openWorkflow, shoot } from './editor';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

/* What a builder does in the panel to launch a workflow and to decide a task, with its clicks. */

const keyName = 'Key for forms';

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let credential: StoredCredential;
let builder: Builder;

beforeAll(async () => {
	sandbox = await createSandbox();
	credential = await upsertCredential(session(), {
		name: keyName,
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	browser = await launch();
	page = await editorPage(browser);
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

beforeEach(() => {
	builder = createBuilder(page);
});

const draftFile = {
	variable_id: 'draft',
	type: 'file',
	value: 'Entwurf ß.PDF',
	file_extension: 'PDF',
	base64_content: Buffer.from('% draft').toString('base64'),
};

const sentTo = (path: RegExp) => sandbox.requests().filter((request) => path.test(request.path));

const formFields = [
	{ fieldLabel: 'Counterparty' },
	{ fieldLabel: 'Contract value', fieldType: 'number' },
	{
		fieldLabel: 'Renews automatically',
		fieldType: 'dropdown',
		fieldOptions: { values: [{ option: 'Yes' }, { option: 'No' }] },
	},
	{ fieldLabel: 'Effective date', fieldType: 'date' },
	{ fieldLabel: 'Address for notices', fieldType: 'email' },
	{ fieldLabel: 'Governing law' },
	{ fieldLabel: 'Draft of the agreement', fieldType: 'file', multipleFiles: false },
	{ fieldLabel: 'Business owner', fieldType: 'email' },
	{ fieldLabel: 'Contracting entity' },
];

const launchForm = (): INode => ({
	...plain('Launch Form', 'formTrigger', 2.2, {
		formTitle: 'Launch',
		formFields: { values: formFields },
	}),
	webhookId: 'c2f1c5f6-6a0e-4a3f-9a39-2d4f2c9a7b10',
});

/** Fills the form in that n8n has opened, as a person does who launches something. */
const fillIn = async (form: Page): Promise<void> => {
	const values = ['Nordwind GmbH', '1200.5', undefined, '2026-12-01', 'notices@nordwind.example'];
	for (const [index, value] of values.entries()) {
		if (value !== undefined) await form.locator(`[name="field-${index}"]`).fill(value);
	}
	await form.locator('[name="field-2"]').selectOption('Yes');
	await form.locator('[name="field-5"]').fill('Germany');
	await form.locator('[name="field-6"]').setInputFiles({
		name: 'Entwurf ß.PDF',
		mimeType: 'application/pdf',
		buffer: Buffer.from('% draft'),
	});
	await form.locator('[name="field-7"]').fill('priya.raman@meridian.example');
	await form.locator('[name="field-8"]').fill('Meridian Freight Ltd');
	await form.getByRole('button', { name: 'Submit' }).click();
};

it('from a form to a launch of nine variables and a file: 8 clicks, no ID is typed', async () => {
	await openWorkflow(page, await saveWorkflow(session(), [launchForm()], {}));
	await addAction(builder, 'Initiate workflow', keyName);
	await chooseFrom(builder, 'workflowId', 'Master services agreement');
	await page.getByText('Counterparty*', { exact: true }).waitFor();
	await shoot(page, 'launch form');
	await builder.click(page.getByTestId('mapping-mode-select').locator('input'), 'the mapping');
	await builder.click(page.getByText('Map Automatically', { exact: true }).last(), 'automatically');
	await page.getByText(/^Matches input fields by variable ID \(counterparty, /).waitFor();
	await shoot(page, 'launch form mapped automatically');
	sandbox.clearRequests();
	const opened = page.context().waitForEvent('page');
	await builder.click(page.getByTestId('node-execute-button').first(), 'execute');
	await fillIn(await opened);

	await page.getByTestId('output-panel').getByText('Workflow initiated').waitFor();
	await page.getByText(/match no variable: submittedAt, formMode/).waitFor();
	await shoot(page, 'launched from a form');
	const [{ body } = { body: undefined }, ...more] = sentTo(/\/initiate$/);
	expect(more).toEqual([]);
	expect(body).toEqual({
		variables: [
			{ variable_id: 'counterparty', type: 'text', value: 'Nordwind GmbH' },
			{ variable_id: 'contract_value', type: 'number', value: '1200.5' },
			{ variable_id: 'auto_renewal', type: 'boolean', value: 'true' },
			{ variable_id: 'effective_date', type: 'date', value: '2026-12-01' },
			{ variable_id: 'notice_email', type: 'email', value: 'notices@nordwind.example' },
			{ variable_id: 'governing_law', type: 'select', value: 'Germany' },
			{ variable_id: 'business_owner', type: 'user_entity', value: 'priya.raman@meridian.example' },
			{ variable_id: 'contracting_entity', type: 'business', value: 'Meridian Freight Ltd' },
			draftFile,
		],
	});
	expect(builder.count('click')).toBe(8);
});

it('from a form of its own words: a ticked box, and a file that was dragged', async () => {
	const ownForm: INode = {
		...plain('Own Form', 'formTrigger', 2.2, {
			formTitle: 'Launch',
			formFields: {
				values: [
					{
						fieldLabel: 'Renewal?',
						fieldType: 'checkbox',
						fieldOptions: { values: [{ option: 'Yes' }] },
					},
					{ fieldLabel: 'Contract draft', fieldType: 'file', multipleFiles: true },
				],
			},
		}),
		webhookId: 'c2f1c5f6-6a0e-4a3f-9a39-2d4f2c9a7b11',
	};
	const values = {
		counterparty: 'Nordwind GmbH',
		contract_value: 5,
		auto_renewal: '={{ $json["Renewal?"] }}',
		effective_date: '2026-12-01',
		notice_email: 'notices@nordwind.example',
		governing_law: 'Germany',
		draft: '={{ $json["Contract draft"] }}',
		business_owner: 'priya.raman@meridian.example',
		contracting_entity: 'Meridian Freight Ltd',
	};
	const initiate = contractWorkflow(
		'Initiate',
		{
			resource: 'workflow',
			operation: 'initiate',
			workflowId: { __rl: true, mode: 'id', value: 'wf_master_services' },
			variables: { mappingMode: 'defineBelow', value: values, schema: [] },
		},
		credential,
	);
	await openWorkflow(
		page,
		await saveWorkflow(session(), [ownForm, initiate], { 'Own Form': then('Initiate') }),
	);
	await openNode(page, 'Initiate');
	sandbox.clearRequests();
	const opened = page.context().waitForEvent('page');
	await page.getByTestId('node-execute-button').first().click();
	const shown = await opened;
	await shown.locator('input[type="checkbox"]').check();
	await shown.locator('input[type="file"]').setInputFiles({
		name: 'Entwurf ß.PDF',
		mimeType: 'application/pdf',
		buffer: Buffer.from('% draft'),
	});
	await shown.getByRole('button', { name: 'Submit' }).click();
	await page.getByTestId('output-panel').getByText('Workflow initiated').waitFor();
	await shoot(page, 'launched from a form of its own words');
	const [{ body } = { body: undefined }] = sentTo(/\/initiate$/);
	expect((body as { variables: unknown[] }).variables).toEqual(
		expect.arrayContaining([
			{ variable_id: 'auto_renewal', type: 'boolean', value: 'true' },
			draftFile,
		]),
	);
});

const waiting = (): INode =>
	contractWorkflow(
		'Waiting Tasks',
		{ resource: 'task', operation: 'getMany', limit: 1, filters: { status: 'pending' } },
		credential,
	);

/** Drags a field of the input to a parameter. */
const drag = async (field: string, to: string): Promise<void> => {
	await builder.drag(inputField(page, field), locator(page, to), field);
	await locator(page, to).getByText(field).first().waitFor();
};

it('from a list of tasks that wait to the approval with a guard: 4 clicks', async () => {
	const start = plain('Start', 'manualTrigger', 1, {});
	await openWorkflow(
		page,
		await saveWorkflow(session(), [start, waiting()], { Start: then('Waiting Tasks') }),
	);
	await addAction(builder, 'Approve or reject task', keyName);
	// n8n shows what the node before will give, though nothing has run.
	await page.getByTestId('run-data-schema-item').first().waitFor();
	await drag('task_id', 'taskId');
	await shoot(page, 'decision of tasks that wait');
	sandbox.clearRequests();
	await builder.click(page.getByTestId('node-execute-button').first(), 'execute');
	await page.getByTestId('output-panel').getByText('Task approved').first().waitFor();
	await shoot(page, 'tasks decided');
	const decided = sentTo(/\/approve$/);
	expect(decided.map(({ body }) => body)).toEqual([{ approved: true }]);
	// The look of the guard.
	expect(sentTo(/^\/tasks\/\d+$/)).toHaveLength(1);
	expect(builder.count('click')).toBe(4);
});

it('one task that waits, approved by hand: 6 clicks, no ID is typed', async () => {
	const start = plain('Start', 'manualTrigger', 1, {});
	await openWorkflow(page, await saveWorkflow(session(), [start], {}));
	await addAction(builder, 'Approve or reject task', keyName);
	await chooseFrom(builder, 'taskId', '· 10005');
	await shoot(page, 'decision of a task');
	sandbox.clearRequests();
	await builder.click(page.getByTestId('node-execute-button').first(), 'execute');
	await page.getByTestId('output-panel').getByText('10005').first().waitFor();
	expect(sentTo(/\/approve$/).map(({ body }) => body)).toEqual([{ approved: true }]);
	expect(builder.count('click')).toBe(6);
});

it('the launch form is another one for another workflow or version, and takes an imported one', async () => {
	const parameters = {
		resource: 'workflow',
		operation: 'initiate',
		workflowId: { __rl: true, mode: 'id', value: 'wf_mutual_nda' },
		version: { __rl: true, mode: 'number', value: 'latest' },
		variables: {
			mappingMode: 'defineBelow',
			value: { counterparty: 'From elsewhere' },
			schema: [],
		},
	};
	const node = contractWorkflow('Initiate', parameters, credential);
	await openPanel(page, await saveWorkflow(session(), [node], {}), node.name);
	await page.getByText('Counterparty*', { exact: true }).waitFor();
	const given = page.getByTestId('parameter-input-counterparty').locator('input');
	await given.first().waitFor();
	expect(await given.first().inputValue()).toBe('From elsewhere');
	await locator(page, 'workflowId').getByRole('textbox').last().fill('wf_kaufvertrag');
	await page.keyboard.press('Tab');
	await page.getByText('Gegenpartei*', { exact: true }).waitFor();
	expect(await page.getByText('Counterparty*', { exact: true }).count()).toBe(0);
	await locator(page, 'workflowId').getByRole('textbox').last().fill('wf_vendor_agreement');
	await page.keyboard.press('Tab');
	await page.getByText('Cost center', { exact: true }).waitFor();
	await locator(page, 'version').getByRole('textbox').last().fill('1');
	await page.keyboard.press('Tab');
	await page.getByText(/^Version 1 of Vendor agreement is not active\./).waitFor();
});
