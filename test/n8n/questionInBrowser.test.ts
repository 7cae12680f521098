import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { readExecution } from '../../tools/scripts/n8n/executions';
import { linkIn, waits } from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { launch } from '../support/browser';
import { askOnce, asking, begin, commentsIn } from './question';
import { keyOf, session } from './stack';

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox();
	browser = await launch();
	key = await keyOf(n8n, sandbox);
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});
beforeEach(() => sandbox.clearRequests());
afterEach(async () => await page?.context().close());

const ask = async (parameters = {}) => {
	const executionId = await begin(n8n, await askOnce(n8n, asking(parameters, key)));
	await waits(n8n, executionId);
	return { executionId, link: linkIn(commentsIn(sandbox).at(-1)) };
};

const open = async (link: string, options: BrowserContextOptions = {}): Promise<string[]> => {
	const troubles: string[] = [];
	const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
	page = await context.newPage();
	page.on('console', (message) => {
		// Chromium reports the status of a refused form as an error, which is what it is.
		if (message.type() === 'error' && !message.text().includes('status of 422')) {
			troubles.push(message.text());
		}
	});
	await page.goto(link);
	return troubles;
};

const button = (name: string) => page.getByRole('button', { name, exact: true });

const faultsOf = async (): Promise<string[]> => {
	await page.evaluate(axe.source);
	const run = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`;
	const { violations } = await page.evaluate<axe.AxeResults>(run);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

it.each([
	['light', 320, 'freeText'],
	['dark', 800, 'approval'],
] as const)(
	'is accessible, also by keyboard: %s, %d pixels, %s',
	async (colorScheme, width, responseType) => {
		const { executionId, link } = await ask({
			message: 'May the supply agreement go out?\n\nIt is capped.',
			responseType,
		});
		const options = { colorScheme, viewport: { width, height: 900 } };
		await open(link, options);
		expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
		await page.context().close();
		// The checker is a script, which the page allows none of.
		await open(link, { ...options, bypassCSP: true });
		expect(await faultsOf()).toEqual([]);
		if (responseType === 'freeText') {
			await page.getByLabel('Your answer', { exact: true }).fill('  ');
			await button('Send').click();
			await page.getByRole('alert').waitFor();
			expect(await faultsOf()).toEqual([]);
			await page.getByLabel('Your answer', { exact: true }).fill('As agreed');
			await button('Send').click();
		} else {
			const order = [];
			for (let step = 0; step < 4; step += 1) {
				await page.keyboard.press('Tab');
				order.push(
					await page.evaluate('document.activeElement.id || document.activeElement.textContent'),
				);
			}
			expect(order).toEqual([expect.stringMatching(/^Task 10001/), 'text', 'Approve', 'Decline']);
			await page.keyboard.press('Enter');
		}
		await page.getByText('Your answer was recorded').first().waitFor();
		expect(await faultsOf()).toEqual([]);
		await readExecution(n8n, executionId);
	},
);
