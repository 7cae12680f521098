import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fields } from './support/pages';
import { pagesOf, taskPath } from './support/pages';
import type { Service } from './support/service';
import { startService, taskOf } from './support/service';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.sandbox.stop());

const { load, send } = pagesOf(() => service);
const lena = 'lena.schroeder@meridian.example';
const jose = 'jose.nunez@meridian.example';

const decision = async (taskId: number, fields: Fields): Promise<Fields> => {
	const { html } = await load(taskPath(taskId));
	const run = /name="step_run_id" value="([^"]+)"/.exec(html)?.[1] ?? '';
	return { form: 'decision', step_run_id: run, user_email: lena, decision: 'approve', ...fields };
};

describe('the page of a task', () => {
	it('is where every task_url leads, also of another organization', async () => {
		const { data } = await service.call('POST', '/tasks/list', {
			key: service.sandbox.apiKeys.otherOrganization,
			body: { include_inactive: true },
		});
		const own = await service.post('/tasks/list', { include_inactive: true, limit: 200 });
		const tasks = [own.data.tasks, data.tasks] as unknown as Array<
			Array<{ task_url: string | null; task_id: number }>
		>;
		for (const { task_url, task_id } of tasks.flat()) {
			if (task_url === null) continue;
			const answer = await fetch(task_url);
			expect(answer.status).toBe(200);
			expect(await answer.text()).toContain(`${task_id} · `);
		}
	});

	it('posts a comment as the chosen member, with mention, file and event', async () => {
		const { subscription_id } = service.sandbox.subscribe({ url: 'http://127.0.0.1:9/' });
		const { status, headers } = await send(taskPath(10001), {
			form: 'comment',
			user_email: lena,
			comment: 'First line\r\nsecond line',
			mention_user_ids: '502',
			attachments: new File(['bytes'], 'Anlage ä.txt'),
		});
		expect(status).toBe(303);
		const location = String(headers.get('location'));
		const { html } = await load(location);
		const id = /#entry-(\d+)$/.exec(location)?.[1];
		const entry = html.slice(html.indexOf(`id="entry-${id}"`)).split('</article>')[0] ?? '';
		expect(entry).toContain('<strong>Lena Schröder</strong> commented');
		expect(entry).toContain('First line\nsecond line');
		expect(entry).toContain('Mentioned: José Núñez');
		expect(entry).toContain('Anlage ä.txt');
		expect(service.sandbox.deliveries()[0]).toMatchObject({ event: 'flows.tasks.commented' });
		service.sandbox.unsubscribe(subscription_id);
		const file = await load(String(/href="(\/files\/[^"]+)"/.exec(entry)?.[1]));
		const download = await fetch(String(file.headers.get('location')));
		expect(await download.text()).toBe('bytes');
	});

	it('makes links of web addresses in a comment, and of nothing else', async () => {
		const comment = [
			'See http://127.0.0.1:5678/x?a=1&b="2" (https://a.example/b).',
			'javascript:alert(1) ftp://c.example/d http://[ data:text/html,x HTTPS://B.example/<b>',
		].join('\n');
		const { data } = await service.post('/tasks/10003/comment', { comment });
		const { html } = await load(taskPath(10003));
		const entry = html.slice(html.indexOf(`id="entry-${String(data.activity_log_id)}"`));
		const said = entry.slice(entry.indexOf('<p class="said">')).split('</p>')[0] ?? '';
		const links = [...said.matchAll(/<a href="([^"]*)" target="_blank" rel="noopener">([^<]*)</g)];
		const expected = [
			'http://127.0.0.1:5678/x?a=1&amp;b=',
			'https://a.example/b',
			'HTTPS://B.example/',
		];
		expect(links.map(([, href]) => href)).toEqual(expected);
		expect(links.map(([, , text]) => text)).toEqual(expected);
		expect(said.match(/<a /g)).toHaveLength(3);
		const text = said.replaceAll(/<\/?[ap][^>]*>/g, '');
		expect(text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(
			comment.replaceAll('&', '&amp;'),
		);
	});

	it('shows replies below what they answer, those of the API too', async () => {
		const { data } = await service.post('/tasks/10004/comment', { comment: 'Question' });
		const id = String(data.activity_log_id);
		expect((await load(`${taskPath(10004)}?reply=${id}`)).html).toContain(`Reply to #${id}`);
		const fields = { form: 'comment', user_email: jose, comment: 'Answer', reply_to: id };
		const { headers } = await send(taskPath(10004), fields);
		const { html } = await load(String(headers.get('location')));
		expect(html).toMatch(/Question[\s\S]*<ol>[\s\S]*Answer[\s\S]*<\/ol>/);
	});

	it('keeps what was typed next to the words of a refusal', async () => {
		const { status, html } = await send(taskPath(10004), {
			form: 'comment',
			user_email: jose,
			comment: 'Typed & kept',
			mention_user_ids: '503',
			reply_to: '99999999',
			attachments: new File(['x'], 'no-extension'),
		});
		expect(status).toBe(422);
		const form = html.slice(html.indexOf('id="write"'));
		expect(form).toMatch(/role="alert"[\s\S]*must be a file name with an extension/);
		expect(form).toContain('Typed &amp; kept</textarea>');
		expect(form).toContain('value="503" checked');
		expect(form).toContain(`value="${jose}" selected`);
	});

	it('takes a decision once, with the words of the 409 after that', async () => {
		const fields = await decision(10002, { comment: 'Fine', decision: 'approve' });
		const { headers } = await send(taskPath(10002), fields);
		const { html } = await load(String(headers.get('location')));
		expect(html).toContain('Approved.');
		expect(html).toContain('<strong>Lena Schröder</strong> approved at Legal approval');
		expect(await taskOf(service, 10002)).toMatchObject({ current_step_type: 'signature' });
		const again = await send(taskPath(10002), { ...fields, comment: 'Once more' });
		expect(again.status).toBe(409);
		expect(again.html).toContain('The task is not at an approval step, or was already decided');
		expect(again.html).toContain('<q>Once more</q>');
	});

	it('does not decide a later step from a page that shows an earlier one', async () => {
		const fields = await decision(10001, { user_email: jose });
		expect((await send(taskPath(10001), fields)).status).toBe(303);
		const again = await send(taskPath(10001), fields);
		expect(again.status).toBe(409);
		expect(again.html).toContain('The task has moved on to Finance approval');
		expect(await taskOf(service, 10001)).toMatchObject({ current_step_id: 'finance_approval' });
	});

	it('hands in what the step collects, and says what the API says of a stranger', async () => {
		const fields = await decision(10001, { 'variable:cost_center': 'CC-7' });
		const refused = await send(taskPath(10001), { ...fields, user_email: 'x@y.example' });
		expect([refused.status, refused.html.includes('is not a member')]).toEqual([422, true]);
		expect(refused.html).toContain('value="CC-7"');
		expect((await send(taskPath(10001), fields)).status).toBe(303);
		const { variables } = await taskOf(service, 10001);
		expect(variables).toContainEqual(
			expect.objectContaining({ variable_id: 'cost_center', value: 'CC-7' }),
		);
	});

	it('takes a signed document at a signature step, and needs one', async () => {
		const { html } = await load(taskPath(10002));
		const run = /name="step_run_id" value="([^"]+)"/.exec(html)?.[1] ?? '';
		const fields = { form: 'signature', step_run_id: run, user_email: jose };
		const without = await send(taskPath(10002), fields);
		expect([without.status, without.html.includes('file: is required')]).toEqual([422, true]);
		const file = new File(['%PDF-signed'], 'signed.pdf');
		expect((await send(taskPath(10002), { ...fields, file })).status).toBe(303);
		expect(await taskOf(service, 10002)).toMatchObject({ status: 'completed' });
		expect((await load(taskPath(10002))).html).toMatch(
			/signed\.pdf<\/a>[\s\S]*Signed at Signature/,
		);
		expect((await send(taskPath(10002), { ...fields, file })).status).toBe(409);
	});
});
