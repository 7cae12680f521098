import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { selectors } from 'playwright-core';
import type { N8n } from '../../scripts/n8n/rest';
import { session, stackAddresses } from './stack';

selectors.setTestIdAttribute('data-test-id');

/** A context in the session of an n8n; that which the set-up began, where none is given. */
export const signedIn = async (
	browser: Browser,
	{ url, cookie }: Pick<N8n, 'url' | 'cookie'> = session(),
): Promise<BrowserContext> => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	// It ends what hangs. What is slow on a busy machine is no failure.
	context.setDefaultTimeout(120_000);
	await context.addCookies(
		cookie.split('; ').map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return { name, value: value.join('='), url };
		}),
	);
	return context;
};

/**
 * An empty page for n8n's editor. All of a browser share one context, which loads the editor's files
 * once: close the page alone.
 */
export const newEditorPage = async (browser: Browser): Promise<Page> => {
	const [context = await signedIn(browser)] = browser.contexts();
	return await context.newPage();
};

/** Keeps a picture of the page, for people to look at. */
export const shoot = async (page: Page, name: string): Promise<void> => {
	const folder = path.join(tmpdir(), 'contract-workflow-screenshots');
	await page.screenshot({ path: path.join(folder, `${name.replaceAll(' ', '-')}.png`) });
};

/** Opens the list of nodes of a new workflow, which asks for what triggers it. */
export const openTriggers = async (page: Page): Promise<void> => {
	await page.goto(`${stackAddresses().n8nUrl}/workflow/new`);
	await page.getByTestId('canvas-add-button').getByRole('button').first().click();
	await foundNodes(page).first().waitFor();
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

/** Opens the panel of a node of a stored workflow. */
export const openPanel = async (page: Page, workflowId: string, nodeId: string): Promise<void> => {
	await page.goto(
		`${stackAddresses().n8nUrl}/workflow/${workflowId}/${encodeURIComponent(nodeId)}`,
	);
	await page.getByTestId('node-parameters').first().waitFor();
};

/** What a drop-down of the panel shows. */
export const shownIn = async (page: Page, parameter: string): Promise<string> =>
	await page.getByTestId(`parameter-input-${parameter}`).locator('input').first().inputValue();

/** Chooses an option of a drop-down of the panel. */
export const pick = async (page: Page, parameter: string, option: string): Promise<void> => {
	await page.getByTestId(`parameter-input-${parameter}`).locator('input').first().click();
	await page.locator('.el-select-dropdown:visible').getByText(option, { exact: true }).click();
};
