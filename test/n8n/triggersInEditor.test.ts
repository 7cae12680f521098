import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { chooseCredential, foundNodes, openTriggers, pick, searchNodes, useEditor } from './editor';
import { keyOf, session } from './stack';

/* What a person does who builds a workflow that starts by itself, and tries it on the sandbox. */

const secret = 'In-the-editor_4711.x';
const secretName = 'Secret of the editor';
let keyName: string;

let sandbox: Sandbox;
let page: Page;
const editor = useEditor();
beforeAll(async () => {
	({ sandbox, page } = editor);
	const n8n = session();
	await upsertCredential(n8n, {
		name: secretName,
		type: 'contractWorkflowWebhookApi',
		data: { secret, sentIn: 'query', queryName: 'token', headerName: 'X-Webhook-Secret' },
	});
	({ name: keyName } = await keyOf(n8n, sandbox));
});

const shows = async (text: string | RegExp) => await page.getByText(text).first().waitFor();

const openTrigger = async (name: string, entry: string) => {
	await openTriggers(page);
	await searchNodes(page, 'contract');
	await foundNodes(page).getByText(name, { exact: true }).click();
	await page.getByText(entry, { exact: true }).click();
	await page.getByTestId('trigger-execute-button').waitFor();
};

describe('in the list of nodes', () => {
	beforeAll(async () => await openTriggers(page));

	it.each([
		['comment posted', 'Contract Workflow'],
		['approve task', 'Contract Workflow'],
		['waiting for approval', 'Contract Workflow Polling'],
		['document updated', 'Contract Workflow Polling'],
	])('a search for "%s" finds the node for it', async (words, name) => {
		await searchNodes(page, words);
		await foundNodes(page).getByText(name, { exact: true }).waitFor();
	});

	it('the package shows its trigger and each of its 20 operations once', async () => {
		await searchNodes(page, 'contract');
		await foundNodes(page).getByText('Contract Workflow', { exact: true }).click();
		await page.getByText('On comment posted').first().waitFor();
		const actions = page.getByText(/^Actions \(/);
		await actions.click();
		expect(await actions.innerText()).toBe('Actions (20)');
		await page.getByText('Get organization').first().waitFor();
		expect(await page.getByText('Get organization', { exact: true }).count()).toBe(1);
	});
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
	await openTrigger('Contract Workflow', 'On comment posted');
	await chooseCredential(page, secretName);
	await shows('Listen for a comment');
	await shows(/Enter the test URL.* with …\?token=SECRET/);
	await page.getByText('Webhook URLs', { exact: true }).click();
	await page.getByText('When will this node trigger my flow?').click();

	const testUrl = (await page.getByText(/\/webhook-test\//).innerText()).trim();
	await page.getByTestId('trigger-execute-button').click();
	await shows('Listening for test event');

	const comment = 'Can we sign this week?';
	await postComment(`${testUrl}?token=${secret}`, comment);
	await page.getByTestId('output-panel').getByText(comment).waitFor();
	expect(await page.getByTestId('output-panel').innerText()).not.toContain(secret);
});

it('Contract Workflow Polling Trigger fetches the newest item, with what must change chosen from a list', async () => {
	await openTrigger('Contract Workflow Polling', 'On task updated');
	await chooseCredential(page, keyName);
	await shows(/The first poll only remembers what exists/);
	await pick(page, 'watchedTaskFields', 'Status');
	const list = page.locator('.el-select-dropdown:visible');
	// The list stays open.
	await list.getByText('counterparty (text)', { exact: true }).click();
	await page.keyboard.press('Escape');
	await page.getByTestId('trigger-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('changed').first().waitFor();
	await output.getByText('before').first().waitFor();
});
