import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { selectors } from 'playwright-core';
import type { SandboxOptions } from '../../tools/sandbox/options';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { launch } from '../support/browser';
import { session } from './stack';

selectors.setTestIdAttribute('data-test-id');

/**
 * A page for n8n's editor, signed in at an n8n; at that which the set-up began, where none is given.
 * The tests of a file share one.
 */
const editorPage = async (
	browser: Browser,
	{ url, cookie }: Pick<N8n, 'url' | 'cookie'> = session(),
): Promise<Page> => {
	const context = await browser.newContext({
		baseURL: url,
		viewport: { width: 1280, height: 900 },
	});
	// It ends what hangs. What is slow on a busy machine is no failure.
	context.setDefaultTimeout(120_000);
	await context.addCookies(
		cookie.split('; ').map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return { name, value: value.join('='), url };
		}),
	);
	const page = await context.newPage();
	const leave = page.getByRole('button', { name: 'Leave without saving' });
	await page.addLocatorHandler(leave, async () => await leave.click());
	return page;
};

/** A sandbox, and a page for n8n's editor, while the tests of a file run. */
export const useEditor = (options: Partial<SandboxOptions> = {}) => {
	const used = {} as { browser: Browser; sandbox: Sandbox; page: Page };
	beforeAll(async () => {
		used.sandbox = await createSandbox(options);
		used.browser = await launch();
		used.page = await editorPage(used.browser);
	});
	afterAll(async () => {
		await used.browser?.close();
		await used.sandbox?.stop();
	});
	return used;
};

/**
 * Waits for what a click on the canvas opens, and clicks again when nothing comes of it: n8n moves the
 * canvas while it loads, and can lose a click on it.
 */
export const opened = async (shown: Locator, again: () => Promise<void>): Promise<void> => {
	const isShown = async () =>
		await shown.waitFor({ timeout: 30_000 }).then(
			() => true,
			() => false,
		);
	for (let clicks = 0; clicks < 3; clicks++) {
		if (await isShown()) return;
		await again();
	}
	await shown.waitFor();
};

/** Opens the list of nodes of a new workflow, which asks for what triggers it. */
export const openTriggers = async (page: Page): Promise<void> => {
	await page.goto('/workflow/new');
	const add = page.getByTestId('canvas-add-button').getByRole('button').first();
	await add.click();
	await opened(foundNodes(page).first(), async () => await add.click());
};

/** Searches in the list of nodes that is open, and waits until something else is found than before. */
export const searchNodes = async (page: Page, words: string): Promise<void> => {
	const search = page.getByTestId('node-creator-search-bar');
	await search.fill('nothing has this name');
	await foundNodes(page).first().waitFor({ state: 'detached' });
	await search.fill(words);
	await foundNodes(page).first().waitFor();
};

/** The names of the nodes that a search has found; n8n shows those of triggers without "Trigger". */
export const foundNodes = (page: Page) => page.getByTestId('node-creator-item-name');

/** Chooses the credential of a panel that has one. */
export const chooseCredential = async (page: Page, name: string): Promise<void> => {
	await page.getByTestId('node-credentials-select').click();
	await page.locator('.el-select-dropdown:visible').getByText(name, { exact: true }).click();
};

/** A node of the canvas. */
export const nodeNamed = (page: Page, name: string): Locator =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

/** Opens a stored workflow. */
export const openWorkflow = async (page: Page, id: string): Promise<void> => {
	await page.goto(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
};

/** Chooses an option of a drop-down of the panel. */
export const pick = async (page: Page, parameter: string, option: string): Promise<void> => {
	await page.getByTestId(`parameter-input-${parameter}`).locator('input').first().click();
	await page.locator('.el-select-dropdown:visible').getByText(option, { exact: true }).click();
};

/** Drags something of the input panel onto a field. */
export const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
	await from.hover();
	await page.mouse.down();
	// In the middle of the panel nothing lies above it.
	await to.evaluate((element) => element.scrollIntoView({ block: 'center' }));
	const box = await to.boundingBox();
	if (!box) throw new Error('Nothing is shown to drag to.');
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.mouse.move(x - 5, y, { steps: 10 });
	await page.mouse.move(x, y, { steps: 5 });
	await page.mouse.up();
};

/** The list of a locator of the panel. */
export const locator = (page: Page, name: string): Locator =>
	page.getByTestId(`resource-locator-${name}`);

/** A field of the input panel, as a thing to drag. */
export const inputField = (page: Page, name: string): Locator =>
	page
		.getByTestId('ndv-input-panel')
		.getByTestId('run-data-schema-item')
		.getByText(name, { exact: true })
		.first();

/** A switch of the panel. */
export const switchNamed = (page: Page, name: string): Locator =>
	page.getByTestId(`parameter-input-${name}`).locator('.el-switch');

/** Adds an action of the node behind the last node of the canvas. Its panel opens. */
export const addAction = async (page: Page, action: string, credential: string): Promise<void> => {
	const plus = page.getByTestId('canvas-handle-plus').last();
	await plus.click();
	await opened(page.getByTestId('node-creator-search-bar'), async () => await plus.click());
	await page.keyboard.type('contract');
	await foundNodes(page).getByText('Contract Workflow', { exact: true }).first().click();
	await foundNodes(page).getByText(action, { exact: true }).click();
	await page.getByTestId('node-parameters').waitFor();
	const chosen = page.getByTestId('node-credentials-select').locator('input');
	if ((await chosen.inputValue()) === credential) return;
	await chooseCredential(page, credential);
	await page.locator('.el-select-dropdown:visible').waitFor({ state: 'hidden' });
};

/** Executes the node of the open panel. */
export const execute = async (page: Page): Promise<void> => {
	// n8n takes over what was typed or dropped a moment later.
	await page.waitForTimeout(1_000);
	await page.getByTestId('node-execute-button').first().click();
};
