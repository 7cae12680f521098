import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/service';
import { base64, locations, taskOf, useService } from '../support/service';

const task = 10001;
const otherTask = 10002;
const service = useService();

const comment = (body: object, id = task): Promise<Answer> =>
	service.post(`/tasks/${id}/comment`, { comment: 'Looks good', ...body });
const attach = (body: object, id = task): Promise<Answer> =>
	service.post(`/tasks/${id}/attachments`, body);
const entries = (): number =>
	service.sandbox.service.store.db.prepare('SELECT count(*) AS n FROM activity_log').get()
		?.n as number;

const file = (name: string) => ({ filename: name, base64_content: base64(name) });

describe('section 4, comment', () => {
	it('adds a comment, whose id a reply names', async () => {
		const { status, data } = await comment({});
		expect([status, data]).toEqual([
			200,
			{ success: true, activity_log_id: expect.any(Number), message: expect.any(String) },
		]);
		const reply = await comment({ reply_to: data.activity_log_id });
		expect(reply.status).toBe(200);
		const elsewhere = await comment({ reply_to: data.activity_log_id }, otherTask);
		expect([elsewhere.status, locations(elsewhere)]).toEqual([422, ['body.reply_to']]);
	});
});

describe('section 4, attachments', () => {
	const idsOf = ({ data }: Answer): number[] => data.attachment_ids as unknown as number[];

	it('gives the ids in the order of the files, whether they go on the task or on the log only', async () => {
		for (const attach_to_task of [true, false]) {
			const answer = await attach({ files: [file('a.txt'), file('b.txt')], attach_to_task });
			expect([answer.status, Object.keys(answer.data)]).toEqual([200, ['attachment_ids']]);
			const [first = 0, second = 0] = idsOf(answer);
			expect(second).toBeGreaterThan(first);
		}
	});

	it('records nothing without files and references', async () => {
		const before = [entries(), await taskOf(service, task)];
		for (const body of [{}, { files: [] }, { attachment_ids: null }, { attachment_ids: [] }]) {
			const answer = await attach(body);
			expect([answer.status, answer.data]).toEqual([200, { attachment_ids: [] }]);
		}
		expect([entries(), await taskOf(service, task)]).toEqual(before);
	});

	it('references attachments that are on the task already', async () => {
		const onTask = idsOf(await attach({ files: [file('a.txt')], attach_to_task: true }));
		const before = entries();
		const answer = await attach({ attachment_ids: onTask });
		expect([answer.status, answer.data]).toEqual([200, { attachment_ids: [] }]);
		expect(entries()).toBe(before + 1);
		const refused = await attach({ attachment_ids: onTask }, otherTask);
		expect([refused.status, locations(refused)]).toEqual([422, ['body.attachment_ids.0']]);
		const onLogOnly = idsOf(await attach({ files: [file('b.txt')] }));
		expect(locations(await attach({ attachment_ids: onLogOnly }))).toEqual([
			'body.attachment_ids.0',
		]);
	});
});
