import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../options';
import type { Sandbox } from '../server';
import { pagesOf } from './support/pages';
import type { Service } from './support/service';
import { startService } from './support/service';

interface Received {
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** A subscriber that answers with the given statuses in turn, and with 204 after them. */
const createSubscriber = async (statuses: number[] = [], answer = '') => {
	const received: Received[] = [];
	const server: Server = createServer((message, response) => {
		void text(message).then((body) => {
			received.push({ headers: message.headers, body });
			response.writeHead(statuses.shift() ?? 204).end(answer);
			server.emit('received');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	return {
		url,
		received,
		async next(count: number): Promise<Received[]> {
			while (received.length < count) await once(server, 'received');
			return received;
		},
		close: () => server.close(),
	};
};

let service: Service;
const start = async (options: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
	service = await startService({ webhookRetryMs: 5, controlPort: 0, ...options });
	return service.sandbox;
};
const comment = (text: string): Promise<unknown> =>
	service.post('/tasks/10001/comment', {
		comment: text,
		user_email: 'yuki.tanaka@meridian.example',
	});
/** Resolves when the newest delivery has the status. */
const untilDelivery = async (sandbox: Sandbox, status: string) => {
	for (;;) {
		const [newest] = sandbox.deliveries();
		if (newest?.status === status) return newest;
		await service.get('/users/org-info');
	}
};

let subscriber: Awaited<ReturnType<typeof createSubscriber>>;
beforeEach(async () => {
	subscriber = await createSubscriber();
});
afterEach(async () => {
	subscriber.close();
	await service.sandbox.stop();
});

describe('section 6, flows.tasks.commented', () => {
	it('is delivered to subscribers when a comment is posted, and by nothing else', async () => {
		const sandbox = await start();
		sandbox.subscribe({ url: subscriber.url });
		await service.post('/tasks/10001/approve', { approved: true, comment: 'Fine' });
		await service.post('/tasks/10001/attachments', {
			files: [{ filename: 'a.txt', base64_content: 'AA==' }],
		});
		await service.post('/tasks/99999999/comment', { comment: 'x' });
		await service.post('/tasks/10001/comment', { comment: 'x', reply_to: 99_999 });
		await comment('Prüfen 審査');
		const [first] = await subscriber.next(1);
		expect(JSON.parse(String(first?.body))).toMatchObject({
			event: 'flows.tasks.commented',
			task_id: 10001,
			comment: 'Prüfen 審査',
			author: 'yuki.tanaka@meridian.example',
		});
		expect(await untilDelivery(sandbox, 'delivered')).toMatchObject({ subscription_id: 1 });
		expect(sandbox.deliveries()).toHaveLength(1);
	});

	it('reaches every subscriber in the form of its template', async () => {
		const sandbox = await start();
		const forms: Record<string, Received> = {};
		for (const template of ['flat', 'nested', 'array', 'form'] as const) {
			const { subscription_id } = sandbox.subscribe({
				url: subscriber.url,
				template,
				signing_key: 'S',
			});
			const before = subscriber.received.length;
			await comment('A & "B"');
			const received = (await subscriber.next(before + 1)).at(-1);
			if (received) forms[template] = received;
			sandbox.unsubscribe(subscription_id);
		}
		const { flat, nested, array, form } = forms;
		expect(JSON.parse(String(flat?.body))).toMatchObject({ comment: 'A & "B"', task_id: 10001 });
		const signature = createHmac('sha256', 'S').update(String(flat?.body)).digest('hex');
		expect(flat?.headers['x-sandbox-signature']).toBe(`sha256=${signature}`);
		expect(JSON.parse(String(nested?.body))).toMatchObject({
			type: 'flows.tasks.commented',
			data: { task: { id: 10001 }, comment: { text: 'A & "B"' } },
		});
		expect(nested?.headers['x-sandbox-token']).toBe('S');
		expect(JSON.parse(String(array?.body))).toEqual([
			expect.objectContaining({ name: 'flows.tasks.commented' }),
		]);
		expect(array?.headers.authorization).toBe('Sandbox S');
		expect(form?.headers['content-type']).toBe('application/x-www-form-urlencoded');
		expect(Object.fromEntries(new URLSearchParams(form?.body))).toEqual({
			event: 'flows.tasks.commented',
			task: '10001',
			text: 'A & "B"',
			user: 'yuki.tanaka@meridian.example',
		});
	});

	it('takes a template of one’s own', async () => {
		const sandbox = await start();
		sandbox.subscribe({
			url: subscriber.url,
			template: {
				encoding: 'json',
				headers: { 'X-Task': 'task-{{task_id}}' },
				body: {
					deep: [{ text: 'said: {{excerpt}}', id: '{{activity_log_id}}', none: '{{nothing}}' }],
				},
			},
		});
		await comment('x'.repeat(200));
		const [received] = await subscriber.next(1);
		expect(JSON.parse(String(received?.body))).toEqual({
			deep: [{ text: `said: ${'x'.repeat(100)}`, id: expect.any(Number), none: null }],
		});
		expect(received?.headers['x-task']).toBe('task-10001');
	});

	it('is tried again until it is taken, and every attempt is in the log', async () => {
		subscriber.close();
		subscriber = await createSubscriber([500, 302]);
		const sandbox = await start();
		sandbox.subscribe({ url: subscriber.url });
		await comment('again');
		const bodies = (await subscriber.next(3)).map(({ body }) => body);
		expect(new Set(bodies).size).toBe(1);
		const { attempts } = await untilDelivery(sandbox, 'delivered');
		expect(attempts.map(({ status, error }) => [status, error])).toEqual([
			[500, 'answered with 500'],
			[302, 'answered with 302'],
			[204, null],
		]);
	});

	it('is in the log with what was answered, shortened', async () => {
		subscriber.close();
		const words = `{"message":"<b>No secret</b>"}${'.'.repeat(1_000)}`;
		subscriber = await createSubscriber([401], words);
		const sandbox = await start({ webhookAttempts: 1 });
		sandbox.subscribe({ url: subscriber.url });
		await comment('refused');
		const { attempts } = await untilDelivery(sandbox, 'failed');
		expect(attempts).toMatchObject([{ status: 401, answer: `${words.slice(0, 500)}…` }]);
		const { html } = await pagesOf(() => service).load('/webhooks');
		expect(html).toContain('answered with 401');
		expect(html).toContain('{&quot;message&quot;:&quot;&lt;b&gt;No secret&lt;/b&gt;&quot;}...');
	});

	it('is given up after a number of attempts that can be chosen', async () => {
		const sandbox = await start({ webhookAttempts: 3 });
		// A port that nothing takes meanwhile, as it might one that was just closed.
		sandbox.subscribe({ url: 'http://127.0.0.1:1/hook' });
		await comment('nobody there');
		const { attempts } = await untilDelivery(sandbox, 'failed');
		expect(attempts.map(({ status, error }) => [status, String(error)])).toEqual(
			Array(3).fill([null, expect.stringContaining('ECONNREFUSED')]),
		);
	});

	it('that waits for its next attempt is taken up by the next start', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
		const db = join(folder, 'queue.db');
		subscriber.close();
		subscriber = await createSubscriber([500]);
		const first = await start({ db, tasks: 1, documents: 1, webhookRetryMs: 50 });
		first.subscribe({ url: subscriber.url });
		await comment('kept');
		await subscriber.next(1);
		await first.stop();
		const second = await start({ db });
		await subscriber.next(2);
		expect((await untilDelivery(second, 'delivered')).request?.body).toContain('kept');
		await rm(folder, { recursive: true });
	});

	it('can be subscribed to over the control interface', async () => {
		const sandbox = await start();
		const controls = `${String(sandbox.controlUrl)}/webhooks`;
		const post = (body: unknown): Promise<Response> =>
			fetch(controls, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(body),
			});
		expect((await post({ url: 'nowhere' })).status).toBe(422);
		expect((await post({ url: subscriber.url, template: 'round' })).status).toBe(422);
		expect(await (await post({ url: subscriber.url, signing_key: 'S' })).json()).toEqual({
			subscription_id: 1,
			event: 'flows.tasks.commented',
			url: subscriber.url,
			signing_key: 'S',
		});
		await comment('over HTTP');
		await subscriber.next(1);
		await untilDelivery(sandbox, 'delivered');
		const log = await fetch(`${String(sandbox.controlUrl)}/deliveries`);
		expect(await log.json()).toMatchObject({
			deliveries: [{ delivery_id: 1, status: 'delivered' }],
		});
		const removed = await fetch(`${controls}/1`, { method: 'DELETE' });
		expect(await removed.json()).toEqual({ subscriptions: [] });
		expect((await fetch(`${controls}/1`, { method: 'DELETE' })).status).toBe(404);
	});
});
