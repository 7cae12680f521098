import { hash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { watchFor } from '../../nodes/ContractWorkflowPollingTrigger/events';
import type { PollState } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { poll } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { documentThing } from '../../nodes/ContractWorkflowPollingTrigger/things';
import { createClient } from '../../src';
import { glitchyService } from '../support/glitchyService';
import { settingsFor } from '../support/triggerSettings';

type Event = 'taskUpdated' | 'documentUpdated';

/** A watch of whole rows, or of summaries, polled as n8n polls it. */
const watched = (event: Event, compares: boolean, summary = (_id: number) => 'short') => {
	const summaries = new Map<number, string>();
	const service = glitchyService({
		searchBy: 'updated',
		more: ({ id }) => (compares ? { summary: summaries.get(id) ?? summary(id) } : {}),
	});
	const chosen = ['summary', 'document_title'].flatMap((name) => documentThing(name) ?? []);
	const settings = settingsFor(event, compares ? { things: chosen } : {});
	const watch = watchFor(createClient(service.transport), settings);
	let state: PollState | undefined;
	return {
		service,
		summaries,
		state: () => state as PollState,
		restart: (changes: Partial<PollState>) => {
			state = { ...(state as PollState), ...changes };
		},
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

/** As the first version of this package stored a row. */
const firstDigest = (row: object) =>
	hash('sha256', JSON.stringify({ ...row, task_url: undefined }), 'base64url').slice(0, 16);

const iso = (time: number) => new Date(time).toISOString();

it.each(['taskUpdated', 'documentUpdated'] as const)(
	'%s: a state of the first version makes nothing come again, and no change is lost',
	async (event) => {
		const { service, create, restart, state, poll: pollOnce } = watched(event, false);
		create(30);
		expect(await pollOnce()).toEqual([]);
		const stored = service.rows().map((row): readonly [string, string] => {
			const { id, revision, status, created, updated } = row;
			const title = `revision ${revision}`;
			const given =
				event === 'taskUpdated'
					? {
							task_id: id,
							task_title: title,
							status,
							created_at: iso(created),
							updated_at: iso(updated),
						}
					: { document_id: id, summary: title };
			return [String(id), firstDigest(given)];
		});
		expect(
			state()
				.seen.map(([id]) => id)
				.sort(),
		).toEqual(stored.map(([id]) => id).sort());
		restart({ seen: stored });
		service.change(7);
		expect(await pollOnce()).toEqual([{ id: 7 }]);
		service.change(8);
		expect(await pollOnce()).toEqual([{ id: 8 }]);
		expect(await pollOnce()).toEqual([]);
	},
);

it('a state of a version that is not known is taken as it is, and later changes come out', async () => {
	const { service, create, restart, state, poll: pollOnce } = watched('documentUpdated', false);
	create(30);
	await pollOnce();
	restart({ seen: state().seen.map(([id]) => [id, '9:unknown']) });
	expect(await pollOnce()).toEqual([]);
	service.change(8);
	expect(await pollOnce()).toEqual([{ id: 8 }]);
});

/** The characters that n8n stores. */
const sizeOf = (state: PollState) => JSON.stringify(state).length;

it('remembers 10,000 rows and half a million characters of what they were, and no more', async () => {
	const text = 'x'.repeat(150);
	const {
		service,
		summaries,
		create,
		state,
		poll: pollOnce,
	} = watched('documentUpdated', true, (id) => `${id} ${text}`);
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
}, 60_000);

it.each([
	['a short value', 'ada@example.com', 60],
	['the longest that is kept', 'x'.repeat(190), 240],
	['a longer one', 'x'.repeat(5_000), 60],
])('%s takes so many characters a row', async (_name, value, most) => {
	const { create, state, poll: pollOnce } = watched('documentUpdated', true, () => value);
	create(1_000);
	await pollOnce();
	const each = sizeOf(state()) / 1_000;
	expect(each).toBeLessThan(most);
});
