import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { serverPool } from '../support/answeringServer';
import { launch } from '../support/browser';
import { taskService } from '../support/taskService';
import { editorPage, openPanel, shoot } from './editor';
import { contractWorkflow, saveWorkflow, session } from './stack';

/* What a person does who looks for something in the lists of a panel. */

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let credential: StoredCredential;

const { serve, stopAll } = serverPool();

const keyOf = async (name: string, baseUrl: string, apiKey: string) =>
	await upsertCredential(session(), {
		name,
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey },
	});

beforeAll(async () => {
	sandbox = await createSandbox({ tasks: 20_000, rateLimit: 100_000, latencyMs: 50 });
	// The store is filled at one go; meanwhile n8n may have closed connections that would be used again.
	await setImmediate();
	credential = await keyOf('Key of 20,000 tasks', sandbox.baseUrl, sandbox.apiKeys.main);
	browser = await launch();
	page = await editorPage(browser);
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

afterEach(stopAll);

const open = async (parameters: INodeParameters, key = credential): Promise<void> => {
	const node = contractWorkflow('Contract Workflow', parameters, key);
	await openPanel(page, await saveWorkflow(session(), [node], {}), node.id);
};

/** A list of the panel, and what a person does with it; counts the clicks. */
const pickerOf = (name: string) => {
	const field = page.getByTestId(`resource-locator-${name}`);
	const input = field.getByTestId('rlc-input');
	const entries = page.getByTestId('rlc-item').filter({ visible: true });
	let clicks = 0;
	const click = async (target: Locator) => {
		clicks++;
		await target.click();
	};
	return {
		input,
		entries,
		clicks: () => clicks,
		open: async () => await click(input),
		type: async (text: string) =>
			await page.getByTestId('rlc-search').filter({ visible: true }).fill(text),
		entry: (text: string | RegExp) => entries.filter({ hasText: text }).first(),
		choose: async (text: string | RegExp) => await click(entries.filter({ hasText: text }).first()),
	};
};

const requestsIn = () => sandbox.requests().map(({ method, path }) => `${method} ${path}`);

/** Without pages of tasks: n8n fetches a second one when a list opens, whenever it comes to it. */
const requestsBeside = () => requestsIn().filter((line) => line !== 'POST /tasks/list');

/** Runs the node, until its panel says how many items there are. */
const execute = async (items: string): Promise<void> => {
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('run-data-item-count').filter({ hasText: items }).waitFor();
};

describe('among 20,000 tasks', () => {
	it('task 10500 is found by its number, with two clicks and two requests', async () => {
		await open({ resource: 'task', operation: 'get' });
		const picker = pickerOf('taskId');
		await picker.open();
		await picker.entry(/ · 3\d{4}$/).waitFor();
		await shoot(page, 'task list');
		sandbox.clearRequests();
		await picker.type('10500');
		await picker.entry(/ · 10500$/).waitFor();
		await shoot(page, 'task 10500 found');
		await picker.choose(/ · 10500$/);
		expect(picker.clicks()).toBe(2);
		expect(requestsIn().slice(-2)).toEqual(['GET /tasks/10500', 'POST /tasks/list']);
		expect(await picker.input.inputValue()).toMatch(/ · 10500$/);
		await shoot(page, 'task 10500 chosen');

		sandbox.clearRequests();
		await execute('1 item');
		expect(requestsBeside()).toEqual(['GET /tasks/10500']);
	});

	it('a search that finds nothing says where it stopped, in lines that cannot be chosen', async () => {
		await open({ resource: 'task', operation: 'get' });
		const picker = pickerOf('taskId');
		await picker.open();
		await picker.entry(/ · 3\d{4}$/).waitFor();
		await picker.type('no such title');
		await picker.entry(/\(Searched [\d,]+ of 20,000 tasks\)/).waitFor();
		await shoot(page, 'nothing found');
		await picker.choose('Searched');
		await picker.choose('For others');
		for (let line = 0; line < 2; line++) {
			await page.keyboard.press('ArrowDown');
			await page.keyboard.press('Enter');
		}
		expect(await picker.entries.count()).toBe(2);
		expect(await picker.input.inputValue()).toBe('');
	});

	it('Approve offers those that wait at an approval step first', async () => {
		await open({ resource: 'task', operation: 'approve' });
		const picker = pickerOf('taskId');
		await picker.open();
		await picker.entries.first().waitFor();
		await shoot(page, 'tasks to approve');
		await picker.entries.first().click();
		const chosen = / · (\d+)$/.exec(await picker.input.inputValue())?.[1] ?? '';
		sandbox.clearRequests();
		await execute('1 item');
		// The form of the task's workflow may be looked up as well.
		const others = requestsBeside().filter((line) => !line.startsWith('GET '));
		expect(others).toEqual([`POST /tasks/${chosen}/approve`]);
	});
});

it('a long title leaves the status and the ID in sight', async () => {
	const title = 'Framework agreement on the delivery of goods and services between two parties';
	const server = await serve(
		taskService(30, (index) => ({ task_id: 1_000_001 + index, task_title: title })),
	);
	await open({ resource: 'task', operation: 'get' }, await keyOf('Long', server.url, 'key_YQ'));
	const picker = pickerOf('taskId');
	await picker.open();
	await picker.entries.first().waitFor();
	await shoot(page, 'long titles');
	for (const entry of await picker.entries.allTextContents()) {
		expect(entry.trim()).toMatch(/^Framework .*… · in progress · 10000\d\d$/);
	}
	const cut = await picker.entries.evaluateAll((entries) =>
		entries
			.flatMap((entry) => [entry, ...entry.querySelectorAll('*')])
			.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
			.map(({ textContent }) => textContent),
	);
	expect(cut).toEqual([]);
	await picker.choose(/1000002$/);
	expect(await picker.input.inputValue()).toMatch(/^Framework .* · in progress · 1000002$/);
	await shoot(page, 'long title chosen');
});

it('a person is chosen for User Email, and anybody else is entered', async () => {
	await open({
		resource: 'task',
		operation: 'comment',
		taskId: { __rl: true, mode: 'id', value: '10500' },
		comment: 'Looked at',
		additionalFields: { userEmail: { __rl: true, mode: 'list', value: '' } },
	});
	const picker = pickerOf('userEmail');
	await picker.open();
	await picker.entry('@').waitFor();
	await shoot(page, 'people');
	await picker.entries.first().click();
	const email = await picker.input.inputValue();
	sandbox.clearRequests();
	await execute('1 item');
	const posted = sandbox.requests().filter(({ path }) => path === '/tasks/10500/comment');
	expect(posted).toMatchObject([{ body: { user_email: email } }]);
	await page.getByTestId('resource-locator-userEmail').getByTestId('rlc-mode-selector').click();
	await page.getByText('By Email', { exact: true }).click();
	await page.keyboard.press('Escape');
	await shoot(page, 'person by email');
});

it('a workflow and its version are chosen; Latest stands there from the beginning', async () => {
	await open({ resource: 'workflow', operation: 'getSchema' });
	const version = pickerOf('version');
	expect(await version.input.inputValue()).toBe('Latest');
	const workflow = pickerOf('workflowId');
	await workflow.open();
	await workflow.choose('Mutual NDA');
	expect(await version.input.inputValue()).toBe('Latest');
	await version.open();
	await version.entry('Version 1').waitFor();
	await shoot(page, 'versions');
	await version.choose('Version 1');
	sandbox.clearRequests();
	await execute('1 item');
	expect(requestsBeside()).toEqual(['GET /workflows/wf_mutual_nda/1/schema']);
});

it('Get Many filters by what is picked', async () => {
	const none = { __rl: true, mode: 'list', value: '' };
	await open({
		resource: 'task',
		operation: 'getMany',
		limit: 5,
		filters: { waitingForApproval: true, workflowId: none },
	});
	const workflow = pickerOf('workflowId');
	await workflow.open();
	await workflow.choose('Mutual NDA');
	await execute('5 items');
	await shoot(page, 'filters of Get Many');
});
