import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../../../test/support/browser';
import type { Service } from '../support/service';
import { startService } from '../support/service';
import { violations } from './violations';

let browser: Browser;
let service: Service;
let page: Page;
const troubles: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
	browser = await launch();
	service = await startService();
	page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
	page.on('console', (message) => {
		if (message.type() === 'error') troubles.push(message.text());
	});
	page.on('pageerror', ({ message }) => troubles.push(message));
	page.on('request', (request) => asked.push(request.url()));
	await page.goto(`${service.sandbox.appUrl}/api`);
	await page.locator('.opblock').first().waitFor();
});
afterAll(async () => {
	await browser?.close();
	await service?.sandbox.stop();
});

it('shows every operation, with its extensions', async () => {
	expect(await page.locator('.opblock').count()).toBe(20);
	await page.locator('#operations-task-approveTask button.opblock-summary-control').click();
	await page.locator('#operations-task-approveTask').getByText('x-safe').waitFor();
});

it('asks the sandbox from the page with its key, and shows the answer', async () => {
	service.sandbox.clearRequests();
	const operation = page.locator('#operations-group-createGroup');
	await operation.locator('button.opblock-summary-control').click();
	await operation.locator('textarea.body-param__text').fill('{ "name": "From the page" }');
	await operation.getByRole('button', { name: 'Execute' }).click();
	const answer = operation.locator('.live-responses-table');
	await answer.locator('.response-col_status', { hasText: '200' }).first().waitFor();
	expect(await answer.textContent()).toContain('"name": "From the page"');
	const received = service.sandbox.requests().filter(({ method }) => method === 'POST');
	expect(received).toMatchObject([
		{ endpoint: 'createGroup', body: { name: 'From the page' }, status: 200 },
	]);
	const { data } = await service.post('/groups', { name: 'From the page' });
	expect(JSON.stringify(data)).toContain('detail');
});

/** Run in the page: whether its paper and its text are bright. */
const brightness = `[document.body, document.querySelector('#api .info .title')].map((element, index) => {
	const { backgroundColor, color } = getComputedStyle(element);
	return Number(/\\d+/.exec(index === 0 ? backgroundColor : color)[0]) > 127;
})`;

/** Colors change a moment after the scheme has. */
const untilColors = async (shown: Page, expected: string) => {
	while (String(await shown.evaluate(brightness)) !== expected);
};

it.each([
	['dark', 'false,true'],
	['light', 'true,false'],
] as const)('can be read by everybody in %s, from the start too', async (colorScheme, expected) => {
	await page.emulateMedia({ colorScheme });
	await untilColors(page, expected);
	expect(await violations(page)).toEqual([]);
	const other = await browser.newPage({ colorScheme });
	await other.goto(page.url());
	await other.locator('.opblock').first().waitFor();
	await untilColors(other, expected);
	await other.close();
});

it('asks no other machine, and breaks no rule of the page', () => {
	const { appUrl, baseUrl } = service.sandbox;
	const ours = (url: string) => [appUrl, baseUrl, 'data:'].some((start) => url.startsWith(start));
	expect(asked.filter((url) => !ours(url))).toEqual([]);
	expect(troubles).toEqual([]);
});
