import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import {
	addAction,
	drag,
	execute,
	inputField,
	locator,
	openTriggers,
	pick,
	switchNamed,
	useEditor,
} from './editor';

/* docs/quickstart.md from its credential to its end, click by click. */

const keyName = 'Key of the quickstart';

let sandbox: Sandbox;
let page: Page;
const editor = useEditor();
beforeAll(() => {
	({ sandbox, page } = editor);
});

const shows = async (text: string | RegExp) => await page.getByText(text).first().waitFor();
const output = () => page.getByTestId('output-panel');
const decisions = () => sandbox.requests().filter(({ path }) => path.endsWith('/approve'));

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
	expect(decisions()).toEqual([]);
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
	expect(decisions().map(({ status }) => status)).toEqual(Array(5).fill(200));
});
