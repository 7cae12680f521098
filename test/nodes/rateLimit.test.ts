import { describe, expect, it } from '@jest/globals';
import { byId, freshStage, itemsOf } from '../support/stage';

const waiting = [
	10001, 10002, 10003, 10004, 10005, 10018, 10019, 10021, 10022, 10023, 10024, 10025,
];

const decision = { taskId: byId('={{ $json.id }}'), decideIf: 'always' };

describe('a limit of five', () => {
	const stage = freshStage({ rateLimit: 5, windowSeconds: 1 });

	it('twelve approvals at five a window all succeed, and none is decided twice', async () => {
		const { output, error } = await stage.run('task.approve', decision, {
			items: itemsOf(...waiting.map((id) => ({ id }))),
		});
		const log = stage.sandbox.requests();
		expect(error).toBeUndefined();
		expect(output.map(({ json, pairedItem }) => [pairedItem, json.task_id, json.approved])).toEqual(
			waiting.map((id, item) => [{ item }, id, true]),
		);
		const decided = log.filter(({ status }) => status === 200).map(({ path }) => path);
		expect([...decided].sort()).toEqual(waiting.map((id) => `/tasks/${id}/approve`));
		// The first ten start before the limit is known; after that no request runs into it.
		const refused = log.filter(({ status }) => status === 429).length;
		expect(refused).toBeLessThanOrEqual(8);
		expect(log).toHaveLength(12 + refused);
	});
});

describe('a limit of three', () => {
	const stage = freshStage({ rateLimit: 3, windowSeconds: 1 });

	it('what one run learns of the limit, the next one knows', async () => {
		const read = async () =>
			await stage.run('task.get', { taskId: byId('10001') }, { items: itemsOf({}) });
		for (let count = 0; count < 7; count++) expect((await read()).error).toBeUndefined();
		const statuses = stage.sandbox.requests().map(({ status }) => status);
		expect(statuses).toEqual(Array(7).fill(200));
	});
});
