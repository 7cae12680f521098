import { describe, expect, it } from '@jest/globals';
import type { Answer } from './support/service';
import { base64, locations, taskOf, useService } from './support/service';

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
		expect(reply.data.activity_log_id).not.toBe(data.activity_log_id);
	});

	it('takes attachments, mentions, a member as author, and any text', async () => {
		const answer = await comment({
			comment: "Prüfen 審査 \u0000 \ud83d '; DROP TABLE tasks; --",
			attachments: [file('a.txt'), file('b.pdf')],
			mention_user_ids: [501, 502],
			user_email: 'yuki.tanaka@meridian.example',
		});
		expect(answer.status).toBe(200);
		expect((await taskOf(service, task)).task_id).toBe(task);
	});

	it('answers 404 and 422 with the place of the fault, and adds nothing', async () => {
		const elsewhere = Number((await comment({}, otherTask)).data.activity_log_id);
		const before = entries();
		expect((await comment({}, 99_999_999)).status).toBe(404);
		const cases: Array<[object, string]> = [
			[{ comment: undefined }, 'body.comment'],
			[{ comment: null }, 'body.comment'],
			[{ user_email: 'x@stranger.example' }, 'body.user_email'],
			[{ user_email: null }, 'body.user_email'],
			[{ mention_user_ids: [501, 701] }, 'body.mention_user_ids'],
			[{ mention_user_ids: [590] }, 'body.mention_user_ids'],
			[{ mention_user_ids: ['501'] }, 'body.mention_user_ids.0'],
			[{ reply_to: 999_999 }, 'body.reply_to'],
			[{ reply_to: elsewhere }, 'body.reply_to'],
			[
				{ attachments: [{ filename: 'noextension', base64_content: 'AA==' }] },
				'body.attachments.0.filename',
			],
			[{ attachments: [{ filename: 'a.txt' }] }, 'body.attachments.0.base64_content'],
			[
				{ attachments: [file('a.txt'), { filename: 'b.txt', base64_content: 'A' }] },
				'body.attachments.1.base64_content',
			],
		];
		for (const [body, place] of cases) {
			const answer = await comment(body);
			expect([place, answer.status, locations(answer)]).toEqual([place, 422, [place]]);
		}
		expect(entries()).toBe(before);
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

	it('threads under an entry of the same task, and takes null where the text says so', async () => {
		const reply_to = (await comment({})).data.activity_log_id;
		const answer = await attach({
			files: [file('a.txt')],
			reply_to,
			attachment_ids: null,
			user_email: null,
		});
		expect(answer.status).toBe(200);
		expect((await attach({ files: [file('a.txt')], reply_to: null })).status).toBe(200);
		expect(locations(await attach({ files: [file('a.txt')], reply_to: 999_999 }))).toEqual([
			'body.reply_to',
		]);
	});

	it('answers 404 and 422 with the place of the fault', async () => {
		expect((await attach({}, 99_999_999)).status).toBe(404);
		const cases: Array<[object, string]> = [
			[{ files: [{ filename: 'a.txt' }] }, 'body.files.0.base64_content'],
			[{ files: [{ base64_content: 'AA==' }] }, 'body.files.0.filename'],
			[{ files: [{ filename: 'a', base64_content: 'AA==' }] }, 'body.files.0.filename'],
			[{ files: 'a.txt' }, 'body.files'],
			[{ attach_to_task: 'true' }, 'body.attach_to_task'],
			[{ attachment_ids: ['1'] }, 'body.attachment_ids.0'],
			[{ user_email: 'x@stranger.example' }, 'body.user_email'],
		];
		for (const [body, place] of cases) {
			const answer = await attach(body);
			expect([place, answer.status, locations(answer)]).toEqual([place, 422, [place]]);
		}
	});
});
