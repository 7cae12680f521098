import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution } from '../../tools/scripts/n8n/executions';
import { linkIn, statusOf, waits } from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { launch } from '../support/browser';
import { askOnce, asking, begin, commentsIn } from './question';
import { session } from './stack';

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox();
	browser = await launch();
	key = await upsertCredential(n8n, {
		name: 'Question in the browser',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
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

const everything = {
	message: 'May the supply agreement go out?\n\nThe liability is capped at 100 %.',
	options: { page: { askForName: true, askForReason: true } },
};

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Where the pictures of the page go, where somebody asks for them. */
const pictures = process.env.QUESTION_PICTURES;

const shoot = async (name: string): Promise<void> => {
	if (pictures === undefined) return;
	await mkdir(pictures, { recursive: true });
	await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
};

const faultsOf = async (): Promise<string[]> => {
	await page.evaluate(axe.source);
	const run = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`;
	const { violations } = await page.evaluate<axe.AxeResults>(run);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

describe('the page of a question', () => {
	it('is answered without scripts, and shows texts as they were written', async () => {
		const message = `</p><script>document.title = 'hit'</script> "quoted" & 'so' \n  indented`;
		const { executionId, link } = await ask({
			...everything,
			message,
			options: {
				page: {
					...everything.options.page,
					title: '<b>Title</b>',
					approveLabel: '<i>Yes</i>',
					disapproveLabel: '"No" & \'no\'',
				},
			},
		});
		const troubles = await open(link, { javaScriptEnabled: false });
		expect(await page.locator('.message').textContent()).toBe(message);
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('<b>Title</b>');
		await page.getByLabel('Reason (optional)').fill('</textarea> & more');
		await page.getByLabel('Your name').fill('<u>Ada</u>');
		await button('"No" & \'no\'').click();
		await page.getByText('Your answer was recorded').first().waitFor();
		expect(await page.locator('strong').textContent()).toBe('"No" & \'no\'');
		expect(jsonOf(await readExecution(n8n, executionId), 'After')).toMatchObject([
			{ data: { approved: false, text: '</textarea> & more', claimed_name: '<u>Ada</u>' } },
		]);
		expect(troubles).toEqual([]);
	});

	it('is answered by keyboard, in order, and never by Enter in a field', async () => {
		const { executionId, link } = await ask(everything);
		const troubles = await open(link);
		const names = [];
		for (let step = 0; step < 5; step += 1) {
			await page.keyboard.press('Tab');
			names.push(
				await page.evaluate('document.activeElement.id || document.activeElement.textContent'),
			);
		}
		expect(names).toEqual([
			expect.stringMatching(/^Task 10001/),
			'text',
			'name',
			'Approve',
			'Decline',
		]);
		await page.getByLabel('Your name').fill('Ada');
		await page.keyboard.press('Enter');
		await page.waitForTimeout(500);
		expect(await statusOf(n8n, executionId)).toBe('waiting');
		await button('Decline').focus();
		await page.keyboard.press('Enter');
		await page.getByText('Your answer was recorded').first().waitFor();
		expect(jsonOf(await readExecution(n8n, executionId), 'After')).toMatchObject([
			{ data: { approved: false, claimed_name: 'Ada' } },
		]);
		expect(troubles).toEqual([]);
	});

	it('keeps what was entered when something is missing, and puts the focus there', async () => {
		const { executionId, link } = await ask({
			responseType: 'freeText',
			options: { page: { askForName: true } },
		});
		await open(link);
		await page.getByLabel('Your answer', { exact: true }).fill('\n  Two\nlines');
		await page.getByLabel('Your name').fill('   ');
		await button('Send').click();
		await page.getByRole('alert').waitFor();
		expect(await page.getByRole('alert').textContent()).toBe('Enter a name.');
		expect(await page.getByLabel('Your answer', { exact: true }).inputValue()).toBe('Two\nlines');
		const name = page.getByLabel('Your name');
		expect(await name.getAttribute('aria-describedby')).toBe('fault claimed');
		await shoot('fault');
		await name.fill('Ada');
		await button('Send').click();
		await page.getByText('Your answer was recorded').first().waitFor();
		await readExecution(n8n, executionId);
	});

	it('takes one of two presses, and tells what became of it', async () => {
		const { executionId, link } = await ask();
		await open(link);
		await button('Approve').dblclick();
		// n8n itself refuses a second press that comes after the execution was resumed.
		const told = /Your answer was recorded|The execution .* (is running|has finished) already/;
		await page.getByText(told).first().waitFor();
		expect(jsonOf(await readExecution(n8n, executionId), 'After')).toMatchObject([
			{ data: { approved: true } },
		]);
	});

	it.each([
		['light', 800],
		['dark', 800],
		['light', 320],
		['dark', 320],
	] as const)('is accessible: %s, %d pixels wide', async (colorScheme, width) => {
		const { executionId, link } = await ask(everything);
		const options = { colorScheme, viewport: { width, height: 900 } };
		await open(link, options);
		await shoot(`question-${colorScheme}-${width}`);
		expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
		await page.context().close();
		// The checker is a script, which the page allows none of.
		await open(link, { ...options, bypassCSP: true });
		expect(await faultsOf()).toEqual([]);
		await page.getByLabel('Your name').fill('  ');
		await button('Approve').click();
		await page.getByRole('alert').waitFor();
		expect(await faultsOf()).toEqual([]);
		await page.getByLabel('Your name').fill('Ada');
		await button('Approve').click();
		await page.getByText('Your answer was recorded').first().waitFor();
		expect(await faultsOf()).toEqual([]);
		await shoot(`recorded-${colorScheme}-${width}`);
		await readExecution(n8n, executionId);
	});
});
