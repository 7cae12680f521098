import { expect, it } from '@jest/globals';
import type { PollState } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { poll } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { createClient } from '../../src';
import { glitchyService } from '../support/glitchyService';
import { fieldsFor, watchFor } from '../support/watches';

/** A watch of summaries, polled as n8n polls it. */
const watched = (summary: (id: number) => string) => {
	const summaries = new Map<number, string>();
	const service = glitchyService({
		searchBy: 'updated',
		more: ({ id }) => ({ summary: summaries.get(id) ?? summary(id) }),
	});
	const fields = fieldsFor('documentUpdated', ['summary', 'document_title']);
	const watch = watchFor(createClient(service.transport), 'documentUpdated', { fields });
	let state: PollState | undefined;
	return {
		service,
		summaries,
		state: () => state as PollState,
		create: (count: number) => {
			for (let made = 0; made < count; made++) {
				service.create();
				service.pass(10);
			}
		},
		poll: async () => {
			const options = { now: service.now(), backlog: false, hasTime: () => true };
			const result = await poll(watch, state, options);
			state = JSON.parse(JSON.stringify(result.state)) as PollState;
			return result.news.map(({ row, changed }) => ({
				id: Number(row.task_id ?? row.document_id),
				...(changed !== undefined && { changed }),
			}));
		},
	};
};

/** The characters that n8n stores. */
const sizeOf = (state: PollState) => JSON.stringify(state).length;

it('remembers 10,000 rows and half a million characters of what they were, and no more', async () => {
	const text = 'x'.repeat(150);
	const { service, summaries, create, state, poll: pollOnce } = watched((id) => `${id} ${text}`);
	create(12_000);
	for (let polls = 0; polls < 3; polls++) expect(await pollOnce()).toEqual([]);
	expect(state().isBeginning).toBeUndefined();
	expect(state().seen.length).toBeGreaterThanOrEqual(10_000);
	expect(state().seen.length).toBeLessThanOrEqual(10_600);
	expect(sizeOf(state())).toBeLessThan(1_300_000);
	const change = async (id: number) => {
		summaries.set(id, 'changed');
		service.change(id);
		return await pollOnce();
	};
	const after = 'changed';
	const before = `11990 ${text}`;
	expect(await change(11_990)).toEqual([{ id: 11_990, changed: { summary: { before, after } } }]);
	// Remembered without what it was, and not remembered at all.
	expect(await change(6_000)).toEqual([{ id: 6_000, changed: { summary: { after } } }]);
	expect(await change(201)).toEqual([{ id: 201, changed: null }]);
	service.change(6_001);
	expect(await pollOnce()).toEqual([]);
});

it.each([
	['a short value', 'ada@example.com', 60],
	['the longest that is kept', 'x'.repeat(190), 240],
	['a longer one', 'x'.repeat(5_000), 60],
])('%s takes so many characters a row', async (_name, value, most) => {
	const { create, state, poll: pollOnce } = watched(() => value);
	create(1_000);
	await pollOnce();
	const each = sizeOf(state()) / 1_000;
	expect(each).toBeLessThan(most);
});
