import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { until } from '../../tools/scripts/n8n/pages/questions';
import { executionsOf, unpublish } from '../../tools/scripts/n8n/publication';
import { launch } from '../support/browser';
import type { Builder } from './builder';
import {
	addAction,
	chooseFrom,
	createBuilder,
	execute,
	findChosen,
	inputField,
	locator,
	switchNamed,
} from './builder';
import { editorPage, foundNodes, nodeNamed, openWorkflow, opened, shoot } from './editor';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

/*
 * What a person does to build each of the main flows, every action counted. The search for a node
 * counts as typing, Escape and the like as keys.
 */

// Each flow is a whole workflow, built click by click.
const keyName = 'Key of the flows';
const secretName = 'Secret of the flows';
const secret = 'In-the-flows_4711.x';

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let builder: Builder;
let credential: StoredCredential;

beforeAll(async () => {
	sandbox = await createSandbox();
	credential = await upsertCredential(session(), {
		name: keyName,
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	await upsertCredential(session(), {
		name: secretName,
		type: 'contractWorkflowWebhookApi',
		data: { secret, sentIn: 'query', queryName: 'token', headerName: 'X-Webhook-Secret' },
	});
	browser = await launch();
	page = await editorPage(browser);
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

beforeEach(() => {
	sandbox.clearRequests();
	builder = createBuilder(page);
});

const sentTo = (path: RegExp) => sandbox.requests().filter((request) => path.test(request.path));

const output = () => page.getByTestId('output-panel');

/** A form whose labels are its own. */
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

/** Counting begins when the form was submitted once, at the canvas, and ends with the launch. */
it('launches nine variables from a form in its own words: 17 actions, 0 failed runs, no ID', async () => {
	const id = await saveWorkflow(session(), [ownForm()], {});
	await openWorkflow(page, id);
	const opened = page.context().waitForEvent('page');
	await page.getByTestId('execute-workflow-button').click();
	await submit(await opened);
	expect((await executionsOf(session(), id, 1)).map(({ status }) => status)).toEqual(['success']);
	await nodeNamed(page, 'Request Form').getByTestId('canvas-node-status-success').waitFor();

	await addAction(builder, 'Initiate workflow', keyName);
	await chooseFrom(builder, 'workflowId', 'Master services agreement');
	const variable = (name: string) => page.getByTestId(`parameter-input-${name}`);
	// Where an item has a file, n8n shows the file first.
	const input = page.getByTestId('ndv-input-panel');
	await builder.click(input.getByText('Schema', { exact: true }), 'the fields of the form');
	for (const [field, to] of [
		['Who is the other party?', 'counterparty'],
		['How much is it worth?', 'contract_value'],
		['Renews automatically?', 'auto_renewal'],
		['Effective Date', 'effective_date'],
		['Address for notices:', 'notice_email'],
		['Jurisdiction', 'governing_law'],
		['PDF or Word file', 'draft'],
		['Business Owner', 'business_owner'],
		['Which of our companies signs?', 'contracting_entity'],
	] as const) {
		await builder.drag(inputField(page, field), variable(to), `${field} → ${to}`);
		await variable(to).getByText(field).first().waitFor();
	}
	await shoot(page, 'launch from own words');
	await execute(builder);
	await output().getByText('Workflow initiated').waitFor();
	await shoot(page, 'launched from own words');

	const [{ body } = { body: undefined }, ...more] = sentTo(/\/initiate$/);
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
	expect(builder.count('click', 'drag', 'key', 'type')).toBe(17);
	expect([builder.count('click'), builder.count('drag'), builder.typed()]).toEqual([7, 9, 8]);
});

/** A workflow whose last node lists tasks. */
const openList = async (parameters: INode['parameters']): Promise<void> => {
	const list = contractWorkflow(
		'Tasks',
		{ resource: 'task', operation: 'getMany', ...parameters },
		credential,
	);
	const start = plain('Start', 'manualTrigger', 1, {});
	const id = await saveWorkflow(session(), [start, list], { Start: then('Tasks') });
	// Loads the editor anew: nothing of the flow before stays in it.
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
};

/** Drags the ID of a task onto the field for the task. */
const dropTask = async (): Promise<void> => {
	const field = locator(page, 'taskId');
	await builder.drag(inputField(page, 'task_id'), field, 'the task');
	await field.getByText('task_id').waitFor();
};

/** Counting begins at the canvas with the list, and ends with the decisions. */
it('approves a list with a guard: 4 clicks and 1 drag, and says which tasks failed', async () => {
	const step = { __rl: true, mode: 'id', value: 'freigabe' };
	await openList({ returnAll: true, filters: { currentStepId: step } });
	await addAction(builder, 'Approve or reject task', keyName);
	// n8n shows what the node before will give, though nothing has run.
	await inputField(page, 'task_id').waitFor();
	await dropTask();
	await execute(builder);

	const title = page.getByTestId('node-error-message').first();
	await title.waitFor();
	await shoot(page, 'list approved in part');
	const statuses = sentTo(/\/approve$/).map(({ status }) => status);
	const approved = statuses.filter((status) => status === 200).length;
	expect(approved).toBeGreaterThan(1);
	const failed = statuses.length - approved;
	expect(failed).toBeGreaterThan(1);
	expect((await title.innerText()).trim()).toBe(
		`${failed} of ${statuses.length} items failed (${approved} approved)`,
	);
	const description = await page.getByTestId('node-error-description').first().innerText();
	const lines = description.split('\n').filter((line) => line.startsWith('• Task '));
	expect(lines).toHaveLength(failed);
	expect(lines[0]).toContain("can't be approved: it is on hold at");
	expect([builder.count('click'), builder.count('drag')]).toEqual([4, 1]);
	expect(builder.typed()).toBe('contract'.length);
});

/** What is posted on the page of the sandbox, by a person who builds nothing. */
const commentAsPerson = async (comment: string): Promise<void> => {
	const people = await page.context().newPage();
	await people.goto(`${sandbox.appUrl}/workflows/tasks/10001`);
	await people.getByLabel('Text', { exact: true }).fill(comment);
	await people.getByRole('button', { name: 'Post', exact: true }).click();
	await people.locator('.entries').getByText(comment).waitFor();
	await people.close();
};

const comments = (): unknown[] =>
	sentTo(/\/comment$/).map(({ body }) => (body as { comment: unknown }).comment);

/** Somebody else decides a task. */
const approveAsPerson = async (path: string): Promise<void> => {
	const response = await fetch(`${sandbox.baseUrl}${path}`, {
		method: 'POST',
		headers: { 'X-API-Key': sandbox.apiKeys.main, 'Content-Type': 'application/json' },
		body: JSON.stringify({ approved: true }),
	});
	expect(response.status).toBe(200);
};

/** What n8n copied for a person to paste. */
const clipboard = async (): Promise<string> =>
	String(await page.evaluate('navigator.clipboard.readText()'));

/** How many deliveries n8n took. */
const taken = (): number =>
	sandbox.deliveries().filter(({ attempts }) => attempts.some(({ status }) => status === 200))
		.length;

/** Makes a URL known to the service: one field and one click. */
const subscribe = async (url: string): Promise<void> => {
	const service = await page.context().newPage();
	await service.goto(`${sandbox.appUrl}/webhooks`);
	const address = service.getByRole('textbox', { name: 'Address' });
	await builder.paste(address, `${url}?token=${secret}`, 'the URL with the secret');
	await builder.click(service.getByRole('button', { name: 'Add', exact: true }), 'add the URL');
	await service.getByText('The address was added').waitFor();
	await service.close();
	await page.bringToFront();
};

/**
 * Counting begins at an empty canvas, with the credentials made, and ends when the service knows the
 * published workflow. What the people do who comment is not counted.
 */
it('answers each comment once, from the empty canvas: 12 clicks and 1 drag, 0 loops', async () => {
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.goto('/workflow/new');
	const add = page.getByTestId('canvas-add-button').getByRole('button').first();
	await builder.click(add, 'add the first step');
	await opened(page.getByTestId('node-creator-search-bar'), async () => await add.click());
	await builder.type('comment', 'search for the trigger');
	const trigger = foundNodes(page).getByText('Contract Workflow', { exact: true });
	await builder.click(trigger, 'the node');
	await builder.click(page.getByText('On comment posted', { exact: true }), 'its event');
	const listen = page.getByTestId('trigger-execute-button');
	await listen.waitFor();
	await findChosen(page, secretName);
	await builder.click(listen, 'listen');
	await page.getByText('Listening for test event').first().waitFor();
	await builder.press('Escape', 'back to the canvas');
	await listen.waitFor({ state: 'hidden' });
	await builder.press('Shift+Alt+U', 'copy the test URL');
	await until(async () => (await clipboard()).includes('/webhook-test/'));
	await subscribe(await clipboard());
	await commentAsPerson('Can we sign this week?');
	const onCanvas = nodeNamed(page, 'Contract Workflow Trigger');
	await onCanvas.getByTestId('canvas-node-status-success').waitFor();

	await addAction(builder, 'Comment on task', keyName);
	await dropTask();
	const text = page.getByTestId('parameter-input-comment').locator('textarea');
	await builder.paste(text, 'We have received your comment.', 'the reply');
	await shoot(page, 'reply to a comment');
	// n8n takes over what was typed a moment later.
	await page.waitForTimeout(1_000);
	await builder.click(page.getByTestId('ndv-close-button'), 'close the panel');
	await builder.click(page.getByTestId('workflow-open-publish-modal-button'), 'publish');
	await builder.click(page.getByTestId('workflow-publish-button'), 'publish this version');
	await page.getByText('Now enter the production URL').waitFor();
	await shoot(page, 'reply is published');
	await builder.press('Escape', 'close what n8n says of it');
	await page.getByText('Now enter the production URL').waitFor({ state: 'hidden' });
	await builder.press('ArrowLeft', 'select the trigger');
	await builder.press('Alt+U', 'copy the production URL');
	await until(async () => (await clipboard()).includes('/webhook/'));
	await subscribe(await clipboard());
	expect([builder.count('click'), builder.count('drag')]).toEqual([12, 1]);
	expect([builder.count('type'), builder.count('key')]).toEqual([5, 5]);

	sandbox.clearRequests();
	const before = taken();
	for (const number of [1, 2]) {
		await commentAsPerson(`Question ${number}`);
		// The question, and the reply, which starts nothing.
		await until(() => taken() === before + 2 * number);
	}
	expect(comments()).toEqual(Array(2).fill('(sent-by-n8n)\n\nWe have received your comment.'));
	const id = /\/workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
	expect(await executionsOf(session(), id, 3)).toHaveLength(3);
	await unpublish(session(), id);
});

/** Counting begins at the canvas with the list, and ends with the decisions. */
it('plans decisions, then decides what was planned: 9 clicks and drags, nothing typed', async () => {
	await openList({ limit: 3, filters: { waitingForApproval: true } });
	await addAction(builder, 'Approve or reject task', keyName);
	await inputField(page, 'task_id').waitFor();
	await dropTask();
	await builder.click(switchNamed(page, 'dryRun'), 'Dry Run');
	await execute(builder);
	await output().getByText('would_send').first().waitFor();
	await shoot(page, 'plans of decisions');
	const [moved, ...others] = sentTo(/^\/tasks\/\d+$/).map(({ path }) => path);
	expect(others).toHaveLength(2);
	expect(sentTo(/\/approve$/)).toEqual([]);

	await builder.press('Escape', 'back to the canvas');
	await nodeNamed(page, 'Approve or reject task').waitFor();
	await builder.press('Control+d', 'duplicate the node');
	const copy = nodeNamed(page, 'Approve or reject task1');
	await copy.waitFor();
	const plus = page.getByTestId('canvas-handle-plus').first();
	await builder.drag(plus, copy, 'connect the copy');
	await builder.press('Enter', 'open the copy');
	await builder.click(switchNamed(page, 'dryRun'), 'no Dry Run');
	await shoot(page, 'decisions behind their plans');

	await approveAsPerson(`${moved}/approve`);
	sandbox.clearRequests();
	await execute(builder);
	await page.getByText('1 of 3 items failed (2 approved)').first().waitFor();
	await shoot(page, 'decided as planned');
	const decided = sentTo(/\/approve$/).map(({ path, status }) => [path, status]);
	expect(decided.sort()).toEqual(others.sort().map((path) => [`${path}/approve`, 200]));
	expect([builder.count('click', 'drag'), builder.count('key')]).toEqual([9, 3]);
	// Nothing but what finds the node.
	expect(builder.typed()).toBe('contract'.length);
});
