import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import {
	addAction,
	chooseCredential,
	drag,
	execute,
	foundNodes,
	inputField,
	locator,
	openTriggers,
	pick,
	searchNodes,
	switchNamed,
	useEditor,
} from './editor';
import { session } from './stack';
import { secret, secretData } from './triggerWorkflow';

/* What a person does in the editor, and knows no ID. */

let sandbox: Sandbox;
let page: Page;
const editor = useEditor();
beforeAll(() => {
	({ sandbox, page } = editor);
});
beforeEach(() => sandbox.clearRequests());

const shows = async (text: string | RegExp) => await page.getByText(text).first().waitFor();
const output = () => page.getByTestId('output-panel');
const sentTo = (end: string) => sandbox.requests().filter(({ path }) => path.endsWith(end));

const keyName = 'Key of the quickstart';

/** Fills the form of the credential, and waits for what n8n says of it. */
const connect = async (): Promise<void> => {
	await page.goto('/home/credentials/create');
	const type = page.getByTestId('new-credential-type-select');
	await type.locator('input').fill('Contract Workflow API');
	await page
		.getByTestId('new-credential-type-select-option')
		.getByText('Contract Workflow API', { exact: true })
		.click();
	await page.getByTestId('new-credential-type-button').click();
	const name = page.getByTestId('credential-name');
	await name.click();
	await name.locator('input').fill(keyName);
	await page.keyboard.press('Enter');
	await page.getByTestId('parameter-input-baseUrl').locator('input').fill(sandbox.baseUrl);
	await page.getByTestId('parameter-input-apiKey').locator('input').fill(sandbox.apiKeys.main);
	await pick(page, 'allow', 'Read Only');
	await page.getByTestId('credential-save-button').click();
	await shows('Connection tested successfully');
};

/* docs/quickstart.md from its credential to its end, click by click. */
it('a new user connects, plans and approves by the quickstart alone', async () => {
	await connect();

	await openTriggers(page);
	await page.getByText('Trigger manually', { exact: true }).click();
	await addAction(page, 'Get many tasks', keyName);
	await page.getByTestId('parameter-input-limit').locator('input').fill('5');
	await page.getByTestId('collection-parameter-add').first().click();
	await page.getByText('Waiting for Approval', { exact: true }).first().click();
	await execute(page);
	await output().getByText('5 items').first().waitFor();

	await page.getByTestId('ndv-close-button').click();
	await addAction(page, 'Approve or reject task', keyName);
	await drag(page, inputField(page, 'task_id'), locator(page, 'taskId'));
	await locator(page, 'taskId').getByText('task_id').first().waitFor();
	await switchNamed(page, 'dryRun').click();
	await execute(page);
	await output().getByText('would_send').first().waitFor();
	expect(sentTo('/approve')).toEqual([]);
	await page.getByTestId('ndv-pin-data').click();

	await page.getByTestId('ndv-close-button').click();
	await addAction(page, 'Approve or reject task', keyName);
	await drag(page, inputField(page, 'task_id'), locator(page, 'taskId'));
	await locator(page, 'taskId').getByText('task_id').first().waitFor();
	await page.getByTestId('credential-edit-button').click();
	await pick(page, 'allow', 'Read and Write');
	const save = page.getByTestId('credential-save-button');
	await save.click();
	// The dialog shows the result of the last test before this one is saved.
	await save.getByText('Saved').waitFor();
	await page.locator('.el-dialog__headerbtn').locator('visible=true').click();
	await save.waitFor({ state: 'hidden' });
	await page.getByText('Settings', { exact: true }).first().click();
	await pick(page, 'onError', 'Continue (using error output)');
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('execute-workflow-button').first().click();
	await shows('Workflow executed successfully');
	expect(sentTo('/approve').map(({ status }) => status)).toEqual(Array(5).fill(200));
});

it('the package shows its trigger and each of its 20 operations once', async () => {
	await openTriggers(page);
	await searchNodes(page, 'contract');
	await foundNodes(page).getByText('Contract Workflow', { exact: true }).click();
	await page.getByText('On comment posted').first().waitFor();
	const actions = page.getByText(/^Actions \(/);
	await actions.click();
	expect(await actions.innerText()).toBe('Actions (20)');
	await page.getByText('Get organization').first().waitFor();
	expect(await page.getByText('Get organization', { exact: true }).count()).toBe(1);
});

/** Adds an address on the sandbox's page, and posts a comment there, as a person does. */
const postComment = async (address: string, comment: string): Promise<void> => {
	const people = await page.context().newPage();
	await people.goto(`${sandbox.appUrl}/webhooks`);
	await people.getByRole('textbox', { name: 'Address' }).fill(address);
	await people.getByRole('button', { name: 'Add', exact: true }).click();
	await people.getByText('The address was added').waitFor();
	await people.goto(`${sandbox.appUrl}/workflows/tasks/10001`);
	await people.getByLabel('Text', { exact: true }).fill(comment);
	await people.getByRole('button', { name: 'Post', exact: true }).click();
	await people.locator('.entries').getByText(comment).waitFor();
	await people.close();
};

it('Contract Workflow Trigger listens, and shows the delivery of a comment', async () => {
	const name = 'Secret of the editor';
	const type = 'contractWorkflowWebhookApi';
	await upsertCredential(session(), { name, type, data: secretData() });
	await openTriggers(page);
	await searchNodes(page, 'contract');
	await foundNodes(page).getByText('Contract Workflow', { exact: true }).click();
	await page.getByText('On comment posted', { exact: true }).click();
	await page.getByTestId('trigger-execute-button').waitFor();
	await chooseCredential(page, name);
	await shows('Listen for a comment');
	await shows(/Enter the test URL.* with …\?token=SECRET/);
	await page.getByText('Webhook URLs', { exact: true }).click();
	await page.getByText('When will this node trigger my flow?').click();

	const testUrl = (await page.getByText(/\/webhook-test\//).innerText()).trim();
	await page.getByTestId('trigger-execute-button').click();
	await shows('Listening for test event');

	const comment = 'Can we sign this week?';
	await postComment(`${testUrl}?token=${secret}`, comment);
	await output().getByText(comment).waitFor();
	expect(await output().innerText()).not.toContain(secret);
});
