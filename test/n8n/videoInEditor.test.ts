import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { N8n } from '../../scripts/n8n/rest';
import { launch } from '../support/browser';
import { addAction, createBuilder, execute, inputField, locator } from './builder';
import { editorPage, foundNodes, openTriggers, shoot } from './editor';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import type { PackageRegistry } from './packageRegistry';
import { startPackageRegistry } from './packageRegistry';
import { packTarballs } from './tarballs';

/*
 * The demo video, scene by scene as docs/demo-video.md says it, from an n8n without the package. The
 * scenes build on each other, in their order.
 */

const name = 'n8n-nodes-contract-workflow';
/** The name that n8n gives to the first credential of its type. */
const keyName = 'Contract Workflow account';
const secret = 'In-the-video_4711.x';
const comment = 'Legal is fine with this.';
const question = 'Can we sign this week?';

let folder: string;
let registry: PackageRegistry;
let sandbox: Sandbox;
let host: OwnN8n;
let n8n: N8n;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'contract-workflow-video-'));
	registry = await startPackageRegistry();
	for (const tarball of await packTarballs(folder)) await registry.publish(tarball);
	sandbox = await createSandbox();
	host = await ownN8n({ env: () => registry.environment, isBare: true });
	n8n = await host.start();
	browser = await launch();
	page = await editorPage(browser, n8n);
});
afterAll(async () => {
	await browser?.close();
	await host?.remove();
	await sandbox?.stop();
	await registry?.stop();
	await rm(folder, { recursive: true, force: true });
});

const shows = async (text: string | RegExp) => await page.getByText(text).first().waitFor();

it('scene 1 installs the package', async () => {
	await page.goto('/settings/community-nodes');
	await page.getByRole('button', { name: 'Install a community node' }).click();
	await page
		.locator('[data-test-id=package-name-input] input, input[data-test-id=package-name-input]')
		.fill(name);
	await page.getByTestId('user-agreement-checkbox').click();
	await shoot(page, 'video 1 install');
	await page.getByTestId('install-community-package-button').click();
	await page.getByTestId('community-package-card').getByText(name).waitFor();
	await shoot(page, 'video 1 installed');
});

const fillCredential = async (type: string, fields: Record<string, string>): Promise<void> => {
	await page.goto('/home/credentials/create');
	await page.getByTestId('new-credential-type-select').locator('input').fill(type);
	await page
		.getByTestId('new-credential-type-select-option')
		.getByText(type, { exact: true })
		.click();
	await page.getByTestId('new-credential-type-button').click();
	for (const [field, value] of Object.entries(fields)) {
		await page.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
	}
	await shoot(page, `video 2 ${type}`);
	await page.getByTestId('credential-save-button').click();
};

it('scene 2 tests the credential', async () => {
	await fillCredential('Contract Workflow API', {
		baseUrl: sandbox.baseUrl,
		apiKey: sandbox.apiKeys.main,
	});
	await shows('Connection tested successfully');
	await shoot(page, 'video 2 tested');
});

const output = () => page.getByTestId('output-panel');

it('scene 3 reads tasks and comments on one of them', async () => {
	const builder = createBuilder(page);
	await openTriggers(page);
	await page.getByText('Trigger manually', { exact: true }).click();

	await addAction(builder, 'Get many tasks', keyName);
	await page.getByTestId('parameter-input-limit').locator('input').fill('1');
	await execute(builder);
	await output().getByTestId('run-data-item-count').getByText('1 item').waitFor();
	await shoot(page, 'video 3 tasks');
	await page.getByTestId('ndv-close-button').click();

	await addAction(builder, 'Comment on task', keyName);
	const task = locator(page, 'taskId');
	await builder.drag(inputField(page, 'task_id'), task, 'the task');
	await task.getByText('task_id').waitFor();
	await page.getByTestId('parameter-input-comment').locator('textarea').fill(comment);
	await execute(builder);
	await output().getByTestId('run-data-item-count').getByText('1 item').waitFor();
	await shoot(page, 'video 3 comment');
	const sent = sandbox.requests().filter(({ path }) => path.endsWith('/comment'));
	expect(sent).toMatchObject([
		{ status: 200, body: { comment: expect.stringContaining(comment) } },
	]);
});

/** Adds an address on the sandbox's page, and posts a comment there, as people of the service do. */
const ask = async (address: string): Promise<void> => {
	const service = await page.context().newPage();
	await service.goto(`${sandbox.appUrl}/webhooks`);
	await service.getByRole('textbox', { name: 'Address' }).fill(address);
	await service.getByRole('button', { name: 'Add', exact: true }).click();
	await service.getByText('The address was added').waitFor();
	await service.goto(`${sandbox.appUrl}/workflows/tasks/10001`);
	await service.getByLabel('Text', { exact: true }).fill(question);
	await service.getByRole('button', { name: 'Post', exact: true }).click();
	await service.locator('.entries').getByText(question).waitFor();
	await service.close();
};

it('scene 4 fires the trigger by a comment', async () => {
	await fillCredential('Contract Workflow Webhook API', { secret });
	await shows('Credential successfully created');
	await openTriggers(page);
	await page.getByTestId('node-creator-search-bar').fill('comment');
	await foundNodes(page).getByText('Contract Workflow', { exact: true }).click();
	await page.getByText('On comment posted', { exact: true }).click();
	await page.getByTestId('trigger-execute-button').waitFor();
	await page.getByText('Webhook URLs', { exact: true }).click();
	const address = (await page.getByText(/\/webhook-test\//).innerText()).trim();
	await page.getByTestId('trigger-execute-button').click();
	await shows('Listening for test event');
	await ask(`${address}?token=${secret}`);
	await output().getByText(question).waitFor();
	await shoot(page, 'video 4 trigger');
});
