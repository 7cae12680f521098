import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { useFastTime } from '../../../../test/faults/fastTime';
import type { SandboxOptions } from '../../options';
import type { Sandbox } from '../../server';
import { formNames } from '../../webhooks/forms';
import type { Service } from '../support/service';
import { startService } from '../support/service';

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
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		async next(count: number): Promise<Received[]> {
			while (received.length < count) await once(server, 'received');
			return received;
		},
		close: () => server.close(),
	};
};

let service: Service;
const start = async (options: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
	service = await startService({ controlPort: 0, ...options });
	return service.sandbox;
};
const comment = (words: string): Promise<unknown> =>
	service.post('/tasks/10001/comment', {
		comment: words,
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

	it('reaches every subscriber in its form', async () => {
		const sandbox = await start();
		const received = new Map<string, Received | undefined>();
		for (const form of formNames) {
			const url = `${subscriber.url}?${form}`;
			const { subscription_id } = sandbox.subscribe({ url, form, signing_key: 'S' });
			await comment('A & "B"');
			received.set(form, (await subscriber.next(received.size + 1)).at(-1));
			sandbox.unsubscribe(subscription_id);
		}
		const bodyOf = (form: string) => String(received.get(form)?.body);
		const headersOf = (form: string) => received.get(form)?.headers;
		expect(JSON.parse(bodyOf('flat'))).toMatchObject({ comment: 'A & "B"', task_id: 10001 });
		const signature = createHmac('sha256', 'S').update(bodyOf('flat')).digest('hex');
		expect(headersOf('flat')?.['x-sandbox-signature']).toBe(`sha256=${signature}`);
		expect(JSON.parse(bodyOf('nested'))).toMatchObject({
			type: 'flows.tasks.commented',
			data: { task: { id: 10001 }, comment: { text: 'A & "B"' } },
		});
		expect(headersOf('nested')?.['x-sandbox-token']).toBe('S');
		expect(JSON.parse(bodyOf('array'))).toMatchObject([{ name: 'flows.tasks.commented' }]);
		expect(headersOf('array')?.authorization).toBe('Sandbox S');
		expect(headersOf('form')?.['content-type']).toBe('application/x-www-form-urlencoded');
		expect(Object.fromEntries(new URLSearchParams(bodyOf('form')))).toEqual({
			event: 'flows.tasks.commented',
			task: '10001',
			text: 'A & "B"',
			user: 'yuki.tanaka@meridian.example',
		});
	});
});

describe('a delivery that a subscriber refuses', () => {
	useFastTime();

	it('is sent again until it is taken, and every attempt is in the log, shortened', async () => {
		subscriber.close();
		const words = 'No secret'.repeat(1000);
		subscriber = await createSubscriber([401], words);
		const sandbox = await start();
		sandbox.subscribe({ url: subscriber.url });
		await comment('again');
		const bodies = (await subscriber.next(2)).map(({ body }) => body);
		expect(new Set(bodies).size).toBe(1);
		expect((await untilDelivery(sandbox, 'delivered')).attempts).toMatchObject([
			{ status: 401, error: 'answered with 401', answer: `${words.slice(0, 500)}…` },
			{ status: 204, error: null },
		]);
	});
});
