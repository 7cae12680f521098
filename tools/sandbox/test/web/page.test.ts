import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { pagesOf, taskPath } from '../support/pages';
import { initiate, taskOf, useService } from '../support/service';

const service = useService();

const { load, send } = pagesOf(() => service);
const lena = 'lena.schroeder@meridian.example';
const pages = ['/workflows/tasks', taskPath(10001), '/documents', '/documents/60001', '/requests'];

describe('every page', () => {
	it.each([...pages, '/webhooks', '/nowhere'])('%s loads nothing foreign', async (path) => {
		const { headers, html } = await load(path);
		expect(html).toContain('<strong>Sandbox.</strong>');
		const policy = String(headers.get('content-security-policy'));
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain('unsafe');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('cache-control')).toBe('no-store');
		expect(html).not.toMatch(/ style="|<style|<script/);
		for (const [, address] of html.matchAll(/ (?:src|href|action)="([^"]*)"/g)) {
			expect(address).toMatch(/^[/#]/);
		}
	});

	it.each(['/nowhere', taskPath(99_999_999), '/workflows/tasks/x', '/documents/1', '/files/x'])(
		'%s is a page with 404',
		async (path) => {
			const { status, headers, html } = await load(path);
			expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
			expect(html).toContain('<h1>No such');
		},
	);
});

describe('callers', () => {
	it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', null])(
		'a form with the origin %j changes nothing',
		async (origin) => {
			const before = await taskOf(service, 10002);
			const forms: Array<[string, Record<string, string>]> = [
				[taskPath(10002), { form: 'approve', user_email: lena }],
				['/documents/60001', { form: 'unclear', field: '101' }],
				['/webhooks', { url: 'http://a.example' }],
				['/workflows/tasks', {}],
				['/requests', {}],
			];
			for (const [path, fields] of forms) {
				expect([path, (await send(path, fields, origin)).status]).toEqual([path, 403]);
			}
			expect(await taskOf(service, 10002)).toEqual(before);
			expect(service.sandbox.subscriptions()).toEqual([]);
		},
	);

	it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80'])(
		'the name %s gets no page',
		async (host) => {
			const { port } = new URL(service.sandbox.appUrl);
			const status = await new Promise((resolve, reject) => {
				request({ host: '127.0.0.1', port, path: '/requests', headers: { host } }, (answer) => {
					answer.resume();
					resolve(answer.statusCode);
				})
					.on('error', reject)
					.end();
			});
			expect(status).toBe(403);
		},
	);
});

describe('text of others', () => {
	const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)> ' & </textarea>`;

	it('is escaped wherever a page shows it', async () => {
		const id = await initiate(service, 'wf_mutual_nda', [
			{ variable_id: 'counterparty', type: 'text', value: hostile },
		]);
		await service.post(`/tasks/${id}/comment`, {
			comment: hostile,
			attachments: [{ filename: `${hostile}.txt`, base64_content: 'AA==' }],
		});
		await service.post('/tasks/10001/approve', { approved: hostile });
		const { subscription_id } = service.sandbox.subscribe({
			url: `http://a.example/?${hostile}`,
			signing_key: hostile,
		});
		const reflected = encodeURIComponent(hostile);
		const shown = await Promise.all([
			load(taskPath(id)),
			load(`${taskPath(10001)}?reply=${reflected}&as=${reflected}&done=${reflected}`),
			load(`/workflows/tasks?text=${reflected}&status=${reflected}`),
			load(`/documents?text=${reflected}`),
			load(`/requests?path=${reflected}`),
			load('/requests'),
			load('/webhooks'),
			send('/webhooks', { url: hostile }),
			send('/documents/60001', { form: 'value', field: '103', value: hostile }),
		]);
		expect(shown[0]?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
		for (const { html } of shown) {
			expect(html).toContain('</html>');
			expect(html).not.toMatch(/<script>alert|<img src=x/);
		}
		service.sandbox.unsubscribe(subscription_id);
	});
});

describe('tasks', () => {
	const total = async (query: string): Promise<number> =>
		Number(/of (\d+)<\/span>/.exec((await load(`/workflows/tasks?${query}`)).html)?.[1]);

	it('are found by status, title and number', async () => {
		expect(await total('status=waiting')).toBeLessThan(await total('status=all'));
		expect(await total('status=all&text=CAF%C3%89+m%C3%BCnchner')).toBeGreaterThan(0);
		expect(await total('text=10001')).toBe(1);
	});

	it('say who approved where, and who said what', async () => {
		const id = await initiate(service);
		const fields = { user_email: lena, step_run_id: '' };
		const moved = await send(taskPath(id), { ...fields, form: 'approve', comment: 'Not lost' });
		expect([moved.status, moved.html.includes('Not lost')]).toEqual([409, true]);
		const run = String((await taskOf(service, id)).step_runs?.[2]?.step_run_id);
		const decision = { ...fields, form: 'approve', step_run_id: run, comment: 'Fine' };
		expect((await send(taskPath(id), decision)).status).toBe(303);
		expect((await send(taskPath(id), decision)).status).toBe(409);
		await send(taskPath(id), { ...fields, form: 'comment', comment: 'See https://a.example/x.' });
		const { html } = await load(taskPath(id));
		expect(html).toContain('<strong>Lena Schröder</strong> approved at Legal approval');
		expect(html).toContain('<a href="https://a.example/x" target="_blank"');
		const stranger = { ...fields, user_email: 'x@stranger.example', form: 'comment', comment: 'x' };
		expect((await send(taskPath(id), stranger)).status).toBe(422);
	});
});

describe('documents', () => {
	const find = async (field: number) => {
		const { data } = await service.post('/core/documents/search', { limit: 1 });
		const fields = data.documents?.[0]?.fields as unknown as Array<Record<string, unknown>>;
		return fields.find(({ org_field_id }) => org_field_id === field);
	};
	const searched = async (field_id: number, value: unknown): Promise<number> => {
		const filters = [{ type: 'field', field_id, operator: 'eq', value }];
		const { data } = await service.post('/core/documents/search', { filters });
		return (data.documents as unknown as unknown[]).length;
	};

	it.each([
		['103', '4711.5', 4711.5],
		['106', '', null],
	])('take for field %s the value %j, which updates them', async (field, value, expected) => {
		const since = new Date().toISOString();
		expect((await send('/documents/60001', { form: 'value', field, value })).status).toBe(303);
		expect(await find(Number(field))).toMatchObject({
			value: expected,
			is_unclear: false,
			is_null: expected === null,
		});
		if (expected !== null) expect(await searched(Number(field), expected)).toBeGreaterThan(0);
		const updated = await service.post('/core/documents/search', { last_updated_at: since });
		expect(updated.data.documents).toMatchObject([{ document_id: 60001 }]);
	});
});

it('the page of webhooks adds and removes an address, and keeps what is none in its field', async () => {
	const url = 'http://127.0.0.1:9/hook';
	await send('/webhooks', { url, form: 'nested', signing_key: 'S' });
	const [subscription] = service.sandbox.subscriptions();
	expect(subscription).toMatchObject({ url, form: 'nested', signing_key: 'S' });
	await send('/webhooks', { remove: String(subscription?.subscription_id) });
	expect(service.sandbox.subscriptions()).toEqual([]);
	const { status, html } = await send('/webhooks', { url: 'nowhere', form: 'form' });
	expect(status).toBe(422);
	for (const text of ['must be an address', 'value="nowhere"', '<option selected>form</option>']) {
		expect(html).toContain(text);
	}
});
