import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from './support/pages';
import { pagesOf, taskPath } from './support/pages';
import type { Service } from './support/service';
import { startService, taskOf } from './support/service';

let service: Service;
let appUrl: string;
beforeAll(async () => {
	service = await startService();
	({ appUrl } = service.sandbox);
});
afterAll(() => service.sandbox.stop());

const { load, send } = pagesOf(() => service);

const lena = 'lena.schroeder@meridian.example';
const decision = { form: 'decision', step_run_id: '', user_email: lena, decision: 'approve' };

const pages = [
	'/workflows/tasks',
	taskPath(10001),
	'/webhooks',
	'/keys',
	'/api',
	'/requests',
	'/rate-limit',
	'/nowhere',
];

describe('every page', () => {
	it.each(pages)('%s says that this is a sandbox, and loads nothing foreign', async (path) => {
		const { headers, html } = await load(path);
		expect(html).toContain('<strong>Sandbox.</strong>');
		const policy = String(headers.get('content-security-policy'));
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain('unsafe');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('cache-control')).toBe('no-store');
		expect(html).not.toMatch(/ style="|<style|<script(?! defer src="\/assets\/)/);
		for (const [, address] of html.matchAll(/ (?:src|href|action)="([^"]*)"/g)) {
			expect(address).toMatch(/^[/#]/);
		}
	});

	it('leads from the root to the tasks', async () => {
		const { status, headers } = await load('/');
		expect([status, headers.get('location')]).toEqual([302, '/workflows/tasks']);
	});

	it.each([
		'/nowhere',
		'/workflows/tasks/99999999',
		'/workflows/tasks/x',
		'/files/x',
		'/requests/0',
	])('%s is a page with 404', async (path) => {
		const { status, headers, html } = await load(path);
		expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
		expect(html).toContain('<h1>No such');
	});
});

describe('callers', () => {
	it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', null])(
		'a form with the origin %j changes nothing',
		async (origin) => {
			const before = await taskOf(service, 10002);
			const { status } = await send(taskPath(10002), decision, origin);
			expect(status).toBe(403);
			expect((await send('/requests', { form: 'clear' }, origin)).status).toBe(403);
			expect(
				(await send('/webhooks', { form: 'add', url: 'http://a.example' }, origin)).status,
			).toBe(403);
			expect(await taskOf(service, 10002)).toEqual(before);
			expect(service.sandbox.subscriptions()).toEqual([]);
			expect(service.sandbox.requests()).not.toEqual([]);
		},
	);

	it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80'])(
		'the name %s gets no page',
		async (host) => {
			const { port } = new URL(appUrl);
			const { request } = await import('node:http');
			const status = await new Promise((resolve, reject) => {
				request({ host: '127.0.0.1', port, path: '/keys', headers: { host } }, (answer) => {
					answer.resume();
					resolve(answer.statusCode);
				})
					.on('error', reject)
					.end();
			});
			expect(status).toBe(403);
		},
	);

	it('a form that cannot be read, or names nothing to do, is told so', async () => {
		const headers = { Origin: appUrl, 'Content-Type': 'multipart/form-data; boundary=x' };
		const broken = await load('/webhooks', { method: 'POST', body: 'nothing', headers });
		expect([broken.status, broken.html.includes('cannot be read')]).toEqual([400, true]);
		const json = { Origin: appUrl, 'Content-Type': 'application/json' };
		expect((await load('/webhooks', { method: 'POST', body: '{}', headers: json })).status).toBe(
			415,
		);
		expect((await send(taskPath(10001), {})).status).toBe(400);
	});
});

describe('text of others', () => {
	const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)> ' & </textarea>`;
	const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;';

	it('is escaped in titles, variables, comments, file names and mentions', async () => {
		const { data } = await service.post('/workflows/wf_mutual_nda/latest/initiate', {
			variables: [{ variable_id: 'counterparty', type: 'text', value: hostile }],
			metadata: { [hostile]: hostile },
		});
		const taskId = Number(data.task_id);
		await service.post(`/tasks/${taskId}/comment`, {
			comment: hostile,
			attachments: [{ filename: `${hostile}.txt`, base64_content: 'AA==' }],
		});
		for (const path of [taskPath(taskId), '/workflows/tasks']) {
			const { html } = await load(path);
			expect(html).toContain(escaped);
			expect(html).not.toContain('<script>alert');
			expect(html).not.toContain('<img src=x');
		}
	});

	it('is escaped in filters, the request log, webhooks and refusals', async () => {
		await service.post('/tasks/10001/approve', { approved: hostile });
		const reflected = encodeURIComponent(hostile);
		const refused = await send('/webhooks', { form: 'add', url: hostile, template: 'flat' });
		service.sandbox.subscribe({ url: `http://a.example/?${hostile}`, signing_key: hostile });
		const shown = await Promise.all([
			load(`/workflows/tasks?text=${reflected}&workflow=${reflected}&status=${reflected}`),
			load(`${taskPath(10001)}?reply=${reflected}&as=${reflected}&done=${reflected}`),
			load(`/requests?path=${reflected}`),
			load('/requests'),
			load('/webhooks'),
		]);
		for (const { html } of [...shown, refused]) {
			expect(html).toContain('</html>');
			expect(html).not.toContain('<script>alert');
			expect(html).not.toContain('<img src=x');
		}
		for (const { subscription_id } of service.sandbox.subscriptions()) {
			service.sandbox.unsubscribe(subscription_id);
		}
	});
});

describe('the list of tasks', () => {
	const total = ({ html }: Page): number => Number(/of (\d+)<\/span>/.exec(html)?.[1]);

	it('finds by status, workflow, waiting for approval, title and number', async () => {
		const { data } = await service.post('/tasks/list', { include_inactive: true, limit: 200 });
		const tasks = data.tasks as unknown as Array<Record<string, unknown>>;
		const count = (fits: (task: Record<string, unknown>) => boolean) => tasks.filter(fits).length;
		const found = async (query: string) => total(await load(`/workflows/tasks?${query}`));
		expect(await found('status=all')).toBe(tasks.length);
		expect(await found('status=on_hold')).toBe(count(({ status }) => status === 'on_hold'));
		const workflow = 'wf_vendor_agreement';
		expect(await found(`status=all&workflow=${workflow}`)).toBe(
			count(({ workflow_id }) => workflow_id === workflow),
		);
		expect(await found('waiting=approval')).toBe(
			count(
				({ status, current_step_type }) =>
					current_step_type === 'approval' &&
					['created', 'in_progress', 'pending'].includes(String(status)),
			),
		);
		expect(await found('status=all&text=CAF%C3%89+m%C3%BCnchner')).toBe(
			count(({ task_title }) => String(task_title).includes('Café Münchner')),
		);
		expect(await found('text=10001')).toBe(1);
		expect(await found('status=all&organization=4711')).toBe(5);
	});

	it('shows 50 tasks a page, and the last page for one behind the end', async () => {
		const links = ({ html }: Page) => html.match(/href="\/workflows\/tasks\/\d+"/g)?.length;
		const first = await load('/workflows/tasks?status=all');
		expect(links(first)).toBe(50);
		const last = await load('/workflows/tasks?status=all&page=99');
		expect(links(last)).toBe(total(first) - 50);
	});

	it('follows what the API changes', async () => {
		const query = '/workflows/tasks?status=all&text=Newly+made';
		expect(total(await load(query))).toBe(0);
		await service.post('/workflows/wf_mutual_nda/latest/initiate', {
			variables: [{ variable_id: 'counterparty', type: 'text', value: 'Newly Made Ltd' }],
		});
		const waiting = `${query}&waiting=approval`;
		const page = await load(waiting);
		expect(total(page)).toBe(1);
		const taskId = /tasks\/(\d+)"/.exec(page.html)?.[1];
		await service.post(`/tasks/${taskId}/approve`, { approved: true });
		expect(total(await load(waiting))).toBe(0);
		expect(total(await load(query))).toBe(1);
	});
});

describe('the page of webhooks', () => {
	it('adds, shows and removes an address, and changes its template', async () => {
		const url = 'http://127.0.0.1:9/hook';
		await send('/webhooks', { form: 'add', url, template: 'nested', signing_key: 'S' });
		const [subscription] = service.sandbox.subscriptions();
		const id = String(subscription?.subscription_id);
		expect(subscription).toMatchObject({ url, signing_key: 'S' });
		const json = '{"encoding":"form","headers":{},"body":{"said":"{{comment}}"}}';
		await send('/webhooks', { form: 'edit', id, json });
		expect(service.sandbox.subscriptions()[0]?.template).toEqual(JSON.parse(json));
		const refused = await send('/webhooks', { form: 'edit', id, json: '{"encoding":' });
		expect([refused.status, refused.html.includes('not valid JSON')]).toEqual([422, true]);
		expect(refused.html).toContain('{&quot;encoding&quot;:</textarea>');
		await send('/webhooks', { form: 'edit', id, json, shipped: 'array' });
		expect((await load('/webhooks')).html).toContain('<dd>array</dd>');
		await send('/webhooks', { form: 'remove', id });
		expect(service.sandbox.subscriptions()).toEqual([]);
	});

	it('keeps an address that is none in its field', async () => {
		const fields = { form: 'add', url: 'nowhere', template: 'form', signing_key: 'kept' };
		const { status, html } = await send('/webhooks', fields);
		expect(status).toBe(422);
		expect(html).toContain('must be an address');
		expect(html).toContain('value="nowhere"');
		expect(html).toContain('value="kept"');
		expect(html).toContain('<option selected>form</option>');
	});

	it('redelivers what has an address still, and refuses the rest', async () => {
		const refused = await send('/webhooks', { form: 'redeliver', id: '99999' });
		expect(refused.status).toBe(422);
	});
});

describe('keys, requests and rate limit', () => {
	it('shows every key and token with what the API makes of it', async () => {
		const { html } = await load('/keys');
		const { apiKeys, oauthTokens, baseUrl } = service.sandbox;
		const secrets = [...Object.values(apiKeys), ...Object.values(oauthTokens)];
		for (const text of [baseUrl, ...secrets]) expect(html).toContain(`>${text}</code>`);
		expect(html).toMatch(/expired <span class="badge rejected">401 API key has expired</);
		expect(html).toMatch(/noScope <span class="badge rejected">403 Insufficient scope/);
	});

	it('shows requests newest first, by path and status, in full, and clears them', async () => {
		service.sandbox.clearRequests();
		await service.post('/tasks/list', { limit: 3 });
		await service.post('/tasks/list', { limit: 'x', text: 'long '.repeat(1000) });
		await service.get('/users/org-info');
		const order = ({ html }: Page) =>
			[...html.matchAll(/<strong>(\w+)<\/strong> ([^<]+)</g)].map(([, , path]) => path);
		expect(order(await load('/requests'))).toEqual([
			'/users/org-info',
			'/tasks/list',
			'/tasks/list',
		]);
		expect(order(await load('/requests?path=list&status=422'))).toEqual(['/tasks/list']);
		expect(order(await load('/requests?status=5xx'))).toEqual([]);
		const list = await load('/requests?status=4xx');
		const address = String(/href="(\/requests\/\d+)"/.exec(list.html)?.[1]);
		expect((await load(address)).html).toContain('long '.repeat(1000));
		expect(list.html).not.toContain('long '.repeat(1000));
		await send('/requests', { form: 'clear' });
		expect(service.sandbox.requests()).toEqual([]);
		expect((await load('/requests')).html).toContain('has not received a request yet');
	});

	it('shows how a window drains', async () => {
		service.sandbox.clearRateWindows();
		const { limited } = service.sandbox.apiKeys;
		const row = async () => {
			const { html } = await load('/rate-limit/windows');
			const cells = html.split('<tr>').find((part) => part.includes('Key limited')) ?? '';
			return cells.replace(/<progress.*?<\/progress>|<[^>]+>/g, ' ').split(/\s{2,}/);
		};
		expect(await row()).toEqual(expect.arrayContaining(['5', '0', 'no window is open']));
		for (let count = 0; count < 6; count += 1) {
			await service.call('GET', '/users/org-info', { key: limited });
		}
		expect(await row()).toEqual(expect.arrayContaining(['0', '5']));
		expect((await row()).join(' ')).toMatch(/in \d+ s/);
	});
});
