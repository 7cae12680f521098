import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../../../test/support/browser';
import type { Service } from '../support/service';
import { initiate, startService, taskOf } from '../support/service';
import { violations } from './violations';

let browser: Browser;
let service: Service;
let page: Page;
let troubles: string[];

beforeAll(async () => {
	browser = await launch();
	service = await startService();
});
afterAll(async () => {
	await browser?.close();
	await service?.sandbox.stop();
});

const open = async (width: number): Promise<Page> => {
	const opened = await browser.newPage({ viewport: { width, height: 900 } });
	opened.on('console', (message) => {
		if (message.type() === 'error') troubles.push(message.text());
	});
	opened.on('pageerror', ({ message }) => troubles.push(message));
	return opened;
};

beforeEach(async () => {
	troubles = [];
	page = await open(1280);
});
afterEach(async () => {
	await page.close();
	expect(troubles).toEqual([]);
});

const visit = (path: string) => page.goto(`${service.sandbox.appUrl}${path}`);
const isShown = (words: string | RegExp) => page.getByText(words).first().waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

it('a person decides a task, comments on it and replies', async () => {
	const id = await initiate(service);
	await visit('/');
	await page.getByLabel('Title or number').fill(String(id));
	await press('Show');
	await page.locator('td a').click();
	await page
		.getByLabel('Decide as')
		.selectOption({ label: 'José Núñez (jose.nunez@meridian.example)' });
	await page.getByLabel('Comment (optional)').fill('Agreed');
	await press('Approve');
	await isShown('Approved.');
	await isShown('approved at Legal approval');
	expect(await taskOf(service, id)).toMatchObject({ current_step_id: 'finance_approval' });
	await page
		.getByLabel('Write as')
		.selectOption({ label: 'Priya Raman (priya.raman@meridian.example)' });
	await page.getByLabel('Text', { exact: true }).fill('Who signs this?');
	await press('Post');
	await page.getByRole('link', { name: 'Reply to Priya Raman' }).click();
	await page.getByLabel('Text', { exact: true }).fill('Both of us.');
	await press('Post');
	await page.locator('.entries ol', { hasText: 'Both of us.' }).waitFor();
});

it('a person sees requests, and resets the sample data after a question', async () => {
	await service.post('/tasks/list', { limit: 7 });
	await visit('/requests');
	const newest = page.locator('details', { hasText: '/tasks/list' }).first();
	await newest.locator('summary').click();
	expect(await newest.locator('pre').last().textContent()).toBe('{\n  "limit": 7\n}');
	await press('Clear the log');
	await isShown('The log was cleared.');
	const id = await initiate(service);
	await visit('/workflows/tasks');
	await press('Reset sample data');
	await press('Cancel');
	expect((await service.get(`/tasks/${id}`)).status).toBe(200);
	await press('Reset sample data');
	await press('Reset');
	await isShown('The sample data was reset.');
	expect((await service.get(`/tasks/${id}`)).status).toBe(404);
});

it.each([
	['light', 1280],
	['dark', 390],
	['light', 390],
	['dark', 1280],
] as const)('everybody can read the pages, in %s and %i wide', async (colorScheme, width) => {
	const { sandbox } = service;
	const url = `http://a.example/${'x'.repeat(200)}`;
	const { subscription_id } = sandbox.subscribe({ url });
	const id = await initiate(service);
	await service.post(`/tasks/${id}/comment`, { comment: 'w'.repeat(300) });
	const { authorizationUrl, clientId: client_id } = sandbox.oauth;
	const redirect_uri = 'http://localhost:5678/rest/oauth2-credential/callback';
	const consent = new URLSearchParams({ client_id, redirect_uri, scope: 'users:read' });
	const shown = await open(width);
	await shown.emulateMedia({ colorScheme });
	const paths = [`/workflows/tasks/${id}`, '/workflows/tasks', '/documents', '/documents/60001'];
	for (const address of [
		...[...paths, '/requests', '/webhooks'].map((path) => `${sandbox.appUrl}${path}`),
		`${authorizationUrl}?${consent.toString()}`,
	]) {
		await shown.goto(address);
		for (const summary of (await shown.locator('summary').all()).slice(0, 5)) await summary.click();
		const excess = await shown.evaluate(
			'document.documentElement.scrollWidth - document.documentElement.clientWidth',
		);
		expect([address, excess, await violations(shown)]).toEqual([address, 0, []]);
	}
	await shown.close();
	sandbox.unsubscribe(subscription_id);
});
