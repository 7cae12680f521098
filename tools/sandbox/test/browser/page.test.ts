import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../../../test/support/browser';
import type { Service } from '../support/service';
import { initiate, startService, taskOf } from '../support/service';
import { violations } from './violations';

let browser: Browser;
let service: Service;
let page: Page;
let troubles: string[];
let subscribers: Server[];

beforeAll(async () => {
	browser = await launch();
	service = await startService({ webhookRetryMs: 5 });
});
afterAll(async () => {
	await browser?.close();
	await service?.sandbox.stop();
});

const open = async (width: number): Promise<Page> => {
	const context = await browser.newContext({ viewport: { width, height: 900 } });
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const opened = await context.newPage();
	opened.on('console', (message) => {
		// Chromium reports the status of a refused form as an error, which is what it is.
		const isRefusal = message.text().includes('status of 409');
		if (message.type() === 'error' && !isRefusal) troubles.push(message.text());
	});
	opened.on('pageerror', ({ message }) => troubles.push(message));
	return opened;
};

beforeEach(async () => {
	troubles = [];
	subscribers = [];
	page = await open(1280);
});
afterEach(async () => {
	await page.context().close();
	for (const subscriber of subscribers) subscriber.close();
	expect(troubles).toEqual([]);
});

const visit = (path: string) => page.goto(`${service.sandbox.appUrl}${path}`);
const isShown = (words: string | RegExp) => page.getByText(words).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Run in the page: the name of what has the focus, and the outline that shows it. */
const describeFocus = `(() => {
	const { activeElement } = document;
	const label = activeElement.labels?.[0]?.textContent || activeElement.textContent;
	return { name: label.trim(), outline: getComputedStyle(activeElement).outlineStyle };
})()`;

/** The address of a task that waits at the step of that name. */
const taskAt = async (step: string): Promise<{ id: number; url: string }> => {
	const { data } = await service.post('/tasks/list', { limit: 200 });
	const tasks = data.tasks as unknown as Array<Record<string, unknown>>;
	const found = tasks.find(
		({ current_step_name, status, task_url }) =>
			current_step_name === step && status !== 'on_hold' && task_url !== null,
	);
	return { id: Number(found?.task_id), url: String(found?.task_url) };
};

/** A subscriber that takes everything, and remembers what it got. */
const createSubscriber = async () => {
	const bodies: string[] = [];
	const server: Server = createServer((message, response) => {
		void text(message).then((body) => {
			bodies.push(body);
			response.writeHead(200).end('Thank you');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	subscribers.push(server);
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/hook`, bodies };
};

describe('tasks', () => {
	it('are found by filters, and opened', async () => {
		await visit('/');
		await page.getByLabel('Workflow').selectOption('Vendor agreement');
		await page.getByLabel('Waiting for approval').check();
		await page.getByLabel('Title or number').fill("o'hara");
		await button('Show').click();
		const links = page.locator('td.first a');
		const titles = await links.allTextContents();
		expect(titles.length).toBeGreaterThan(0);
		expect(new Set(titles)).toEqual(new Set(["Vendor agreement: O'Hara & Sons"]));
		await links.first().click();
		await page
			.getByRole('heading', { level: 1, name: "Vendor agreement: O'Hara & Sons" })
			.waitFor();
		await page.getByRole('link', { name: 'All tasks' }).click();
		await page.getByRole('link', { name: 'Older' }).click();
		await isShown(/51–\d+ of \d+/);
	});

	it('take a comment with a mention and a file, and a reply below it', async () => {
		const { id, url } = await taskAt('Signature');
		await page.goto(url);
		await page
			.getByLabel('Write as')
			.selectOption({ label: 'Priya Raman (priya.raman@meridian.example)' });
		await page.getByLabel('Text', { exact: true }).fill('Who signs this?');
		await page.getByLabel('Lena Schröder').check();
		await page
			.getByLabel('Attach files')
			.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') });
		await button('Post').click();
		const entry = page.locator('.entries article', { hasText: 'Who signs this?' });
		await entry.getByText('Mentioned: Lena Schröder').waitFor();
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			entry.getByRole('link', { name: 'note.txt' }).click(),
		]);
		expect(await text(await download.createReadStream())).toBe('note');
		await entry.getByRole('link', { name: 'Reply' }).click();
		await page.getByRole('heading', { name: 'Reply to #' }).waitFor();
		await page.locator('textarea#comment:focus').waitFor();
		await page.getByLabel('Text', { exact: true }).fill('Both of us.');
		await button('Post').click();
		await page.locator('.entries ol article', { hasText: 'Both of us.' }).waitFor();
		expect(page.url()).toContain(`/workflows/tasks/${id}?as=`);
	});

	it('take one decision, and show the words of the 409 for a second one', async () => {
		const { id, url } = await taskAt('Freigabe – Rechtsabteilung');
		const second = await open(1280);
		await Promise.all([page.goto(url), second.goto(url)]);
		await page
			.getByLabel('Decide as')
			.selectOption({ label: 'José Núñez (jose.nunez@meridian.example)' });
		await page.getByLabel('Comment (optional)').fill('Agreed');
		await button('Approve').click();
		await isShown('Approved.');
		await isShown('approved at Freigabe – Rechtsabteilung');
		await second.getByLabel('Comment (optional)').fill('Not so fast');
		await second.getByRole('button', { name: 'Reject' }).click();
		await second.getByText('The task is not at an approval step, or was already decided').waitFor();
		await second.getByText('Not so fast').waitFor();
		await second.context().close();
		expect(await taskOf(service, id)).toMatchObject({ current_step_type: 'signature' });
	});

	it('take a signed document at a signature step', async () => {
		const { id, url } = await taskAt('Unterschrift ✍');
		await page.goto(url);
		await page.getByLabel('Signed document', { exact: true }).setInputFiles({
			name: 'Kaufvertrag unterschrieben.pdf',
			mimeType: 'application/pdf',
			buffer: Buffer.from('%PDF-1.4 signed'),
		});
		await button('Upload').click();
		await isShown('The signed document was uploaded.');
		await page.getByRole('link', { name: 'Kaufvertrag unterschrieben.pdf' }).first().waitFor();
		expect(await taskOf(service, id)).toMatchObject({ status: 'completed' });
	});

	it('are reset where they are listed, once somebody confirms it', async () => {
		const { generation } = service.sandbox.service.store;
		const created = await initiate(service);
		await visit('/workflows/tasks?status=all');
		const dialog = page.getByRole('dialog', { name: 'Reset the sample data?' });
		await button('Reset sample data').dblclick();
		await dialog.waitFor();
		await button('Cancel').click();
		await dialog.waitFor({ state: 'hidden' });
		await button('Reset sample data').press('Enter');
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'hidden' });
		expect(await taskOf(service, created)).toMatchObject({ task_id: created });
		await button('Reset sample data').click();
		expect(await violations(page)).toEqual([]);
		await button('Reset').dblclick({ noWaitAfter: true });
		await isShown('The sample data was reset.');
		expect(page.url()).toContain('status=all');
		expect((await service.get(`/tasks/${created}`)).status).toBe(404);
		expect(service.sandbox.service.store.generation).toBe(generation + 1);
	});

	it('can be found and approved with the keyboard alone', async () => {
		await visit('/workflows/tasks');
		const { keyboard } = page;
		const focused = () => page.evaluate<{ name: string; outline: string }>(describeFocus);
		const tabTo = async (name: RegExp) => {
			for (let count = 0; count < 60; count += 1) {
				await keyboard.press('Tab');
				const at = await focused();
				expect(at).toMatchObject({ outline: 'solid' });
				if (name.test(at.name)) return;
			}
			throw new Error(`${name} cannot be reached with Tab`);
		};
		await tabTo(/^Skip to content$/);
		await keyboard.press('Enter');
		await keyboard.press('Tab');
		await keyboard.type('Mutual NDA');
		await keyboard.press('Enter');
		await page.waitForURL(/text=Mutual/);
		await tabTo(/^Skip to content$/);
		await tabTo(/^Waiting for approval$/);
		await keyboard.press('Space');
		await keyboard.press('Enter');
		await page.waitForURL(/waiting=approval/);
		await tabTo(/^Mutual NDA: /);
		await keyboard.press('Enter');
		await page.waitForURL(/tasks\/\d+$/);
		await tabTo(/^Decide as$/);
		await keyboard.type('Priya');
		await tabTo(/^Comment \(optional\)$/);
		await keyboard.type('By keyboard');
		await tabTo(/^Approve$/);
		await keyboard.press('Enter');
		await isShown('Approved.');
		await page.locator('.entries article', { hasText: 'Priya Raman approved' }).waitFor();
		await isShown('By keyboard');
	});
});

describe('webhooks', () => {
	it('are added, told of a comment, shown with what was sent, and sent again', async () => {
		const subscriber = await createSubscriber();
		await visit('/webhooks');
		await isShown(/The sandbox’s own choice/);
		await page.getByLabel('Address', { exact: true }).fill(subscriber.url);
		await page.getByLabel(/^Template \(you can/).selectOption('form');
		await button('Add').click();
		await isShown('The address was added.');
		await page.getByText('Template and example').click();
		await button('array').click();
		await isShown('The template was changed.');
		const { url } = await taskAt('Finance approval');
		await page.goto(url);
		await page.getByLabel('Text', { exact: true }).fill('For the webhook');
		await button('Post').click();
		await isShown('For the webhook');
		const delivery = page.locator('.log li').first();
		const untilDelivered = async (attempts: string) => {
			const delivered = delivery
				.filter({ hasText: attempts })
				.getByText('delivered', { exact: true });
			do await visit('/webhooks');
			while (!(await delivered.isVisible()));
		};
		await untilDelivered('1 attempt');
		await delivery.locator('summary').click();
		await delivery.getByText('Comment on').waitFor();
		await delivery.getByText('accepted with 200').waitFor();
		await delivery.getByText('Thank you', { exact: true }).waitFor();
		await delivery.getByRole('button', { name: 'Redeliver' }).click();
		await isShown('The delivery is being sent again.');
		await untilDelivered('2 attempts');
		expect(subscriber.bodies.map((body) => JSON.parse(body)[0].payload.message)).toEqual([
			expect.stringContaining('For the webhook'),
			expect.stringContaining('For the webhook'),
		]);
		await page.getByRole('button', { name: 'Remove' }).click();
		await isShown('No address yet.');
	});
});

describe('keys, requests and rate limit', () => {
	it('copies a key that the API takes', async () => {
		await visit('/keys');
		await isShown(/For this sandbox only/);
		const copy = page.getByRole('button', { name: 'Copy API keys: second' });
		await copy.focus();
		await page.keyboard.press('Enter');
		await page.locator('#copied', { hasText: 'Copied' }).waitFor({ state: 'attached' });
		const key = await page.evaluate('navigator.clipboard.readText()');
		expect(key).toBe(service.sandbox.apiKeys.second);
	});

	it('shows a request that was made meanwhile, readable in full', async () => {
		await visit('/requests');
		await service.post('/tasks/list', { limit: 7 });
		await page.getByLabel('Part of the path').fill('/tasks/list');
		await button('Show').click();
		const newest = page.locator('.log li').first();
		await newest.locator('summary').click();
		expect(await newest.locator('pre').last().textContent()).toBe('{\n  "limit": 7\n}');
		await button('Clear the log').click();
		await isShown('The log was cleared.');
		expect(service.sandbox.requests()).toEqual([]);
	});

	it('shows a rate window drain while the page stays open, until it is paused', async () => {
		await visit('/rate-limit');
		const row = page.locator('tr', { hasText: 'Key limited' });
		await row.getByText('no window is open').waitFor();
		const key = service.sandbox.apiKeys.limited;
		for (let count = 0; count < 4; count += 1)
			await service.call('GET', '/users/org-info', { key });
		await row.getByText(/^in \d+ s$/).waitFor();
		expect(await row.locator('td').nth(2).textContent()).toBe('4');
		await button('Pause').press('Enter');
		expect(await button('Pause').getAttribute('aria-pressed')).toBe('true');
	});
});

describe('a narrow screen', () => {
	it.each(['light', 'dark'] as const)(
		'needs no scrolling to the side, in %s',
		async (colorScheme) => {
			const subscription = service.sandbox.subscribe({
				url: `http://a.example/${'x'.repeat(200)}`,
			});
			const { url } = await taskAt('Director approval');
			await service.post(`/tasks/${url.split('/').at(-1)}/comment`, { comment: 'w'.repeat(300) });
			const narrow = await open(390);
			await narrow.emulateMedia({ colorScheme });
			const { appUrl } = service.sandbox;
			const paths = ['/workflows/tasks', '/webhooks', '/keys', '/requests', '/rate-limit'];
			for (const address of [url, ...paths.map((path) => `${appUrl}${path}`)]) {
				await narrow.goto(address);
				for (const summary of await narrow.locator('summary').all()) await summary.click();
				const excess = await narrow.evaluate(
					'document.documentElement.scrollWidth - document.documentElement.clientWidth',
				);
				expect([address, excess]).toEqual([address, 0]);
			}
			await narrow.context().close();
			service.sandbox.unsubscribe(subscription.subscription_id);
		},
	);
});
