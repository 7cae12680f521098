import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Answer } from '../support/answeringServer';
import { keyOwner, sendJson, serverPool, whoseKey } from '../support/answeringServer';
import { entriesOfNode, failEntries, keepEntries } from '../support/keptEntries';
import type { NodeResult, NodeRun } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

/* What is sent with a key, with a store in place of n8n's database: that is in `test/n8n/oncePerKey.test.ts`. */

const { serve, stopAll } = serverPool();
beforeEach(keepEntries);
afterEach(stopAll);

/** What the store says of a key: `used` and `open` while it is held, `used` alone when it is done. */
const marks = () => [...entriesOfNode()].map((entry) => String(entry).split(' ')[0]).sort();

const lost: Answer = (response) => void response.socket?.resetAndDestroy();
const refused: Answer = (response) => sendJson(response, 404, { detail: 'Task not found' });

const safety = { idempotencyKey: '={{ $json.deal }}' };
const deals = [
	{ deal: 'd-1', task: 1 },
	{ deal: 'd-2', task: 2 },
];
const one = deals.slice(0, 1);

/** A node that comments on a service, whose answers are `fates` in turn; then all goes well. */
const commenting = async (...fates: Answer[]) => {
	let posts = 0;
	const server = await serve((response, request, index) => {
		if (request.line === whoseKey) return sendJson(response, 200, keyOwner);
		const answer = fates[posts++];
		if (answer) return answer(response, request, index);
		return sendJson(response, 200, { success: true, activity_log_id: posts, message: 'Posted' });
	});
	return {
		sent: () => posts,
		run: async (
			rows: ReadonlyArray<Record<string, unknown>> = one,
			more: INodeParameters = {},
			settings: Partial<NodeRun> = {},
		) =>
			await runNode({
				parameters: parametersOf('task.comment', {
					taskId: byId('={{ $json.task }}'),
					comment: 'Signed',
					options: { ...safety, ...more },
				}),
				credentials: keyCredential(server.url, 'key_1'),
				items: itemsOf(...(rows as never[])),
				...settings,
			}),
	};
};

const again = ({ output }: NodeResult) => output.map(({ json }) => json.not_sent_again);
const done = (key: string) => ({
	key,
	state: 'done',
	reason: `Already sent with the key "${key}", so it was skipped.`,
});
const unknown = (key: string) => ({
	key,
	state: 'unknown',
	reason: `Already sent with the key "${key}", but the outcome is unknown, so it was skipped. If it was not carried out, release the key.`,
});
const waysOut =
	'To make room, turn on "Release Keys" in Options > Safety, and run once with items that will not be sent again.';

describe('a key that was used', () => {
	it('is sent with once, and later runs give the first answer', async () => {
		const { sent, run } = await commenting();
		const first = await run(deals);
		expect([first.error, again(first)]).toStrictEqual([undefined, [undefined, undefined]]);
		expect(marks()).toEqual(['used', 'used']);
		const later = await run(deals.toReversed());
		expect(later.output.map(({ json }) => json)).toEqual(
			[1, 0].map((index) => ({
				...first.output[index]?.json,
				not_sent_again: done(`d-${index + 1}`),
			})),
		);
		expect(later.saved).toContain('2 items were skipped. See the reason in each item.');
		expect(later.saved).not.toContain('the outcome of an earlier request');
		expect([sent(), marks()]).toEqual([2, ['used', 'used']]);
	});

	it('is sent with once where two items of a run have it', async () => {
		const { sent, run } = await commenting();
		const result = await run([...one, ...one]);
		expect(again(result)).toStrictEqual([undefined, done('d-1')]);
		expect(sent()).toBe(1);
	});

	it('is sent with once by two runs at the same time', async () => {
		const { sent, run } = await commenting();
		const results = await Promise.all([run(deals), run(deals)]);
		expect(results.map(({ error }) => error)).toStrictEqual([undefined, undefined]);
		expect(sent()).toBe(2);
	});

	it('is another one for another operation, another service and another node', async () => {
		const { sent, run } = await commenting();
		await run();
		await run(one, {}, { nodeId: 'copied' });
		expect(sent()).toBe(2);
		const elsewhere = await commenting();
		await elsewhere.run();
		expect(elsewhere.sent()).toBe(1);
		expect(marks()).toEqual(['used', 'used']);
	});

	it('gives no answer where another process has sent with it, without an outcome', async () => {
		const { run } = await commenting();
		await run();
		for (const entry of [...entriesOfNode()]) {
			entriesOfNode().add(String(entry).replace('used', 'open'));
		}
		expect((await run()).output.map(({ json }) => json)).toEqual([
			{ not_sent_again: unknown('d-1') },
		]);
	});

	it('gives no answer that is longer than 10,000 characters, nor an older one', async () => {
		const comment =
			(length: number): Answer =>
			(response) =>
				sendJson(response, 200, {
					success: true,
					activity_log_id: 1,
					message: 'x'.repeat(length),
				});
		const rest = JSON.stringify([
			{ task_id: 1, success: true, activity_log_id: 1, message: '' },
		]).length;
		const tooLong = comment(10_001 - rest);
		const { run } = await commenting(comment(10_000 - rest), tooLong, tooLong);
		for (const deal of deals) await run([deal]);
		const { output } = await run(deals);
		expect(output.map(({ json }) => Object.keys(json))).toEqual([
			['task_id', 'success', 'activity_log_id', 'message', 'not_sent_again'],
			['not_sent_again'],
		]);
		// As if another process had released the keys.
		entriesOfNode().clear();
		await run(one);
		expect((await run(one)).output.map(({ json }) => json)).toEqual([
			{ not_sent_again: done('d-1') },
		]);
	});
});

describe('a key whose item was refused', () => {
	it('is free again', async () => {
		const { sent, run } = await commenting(refused);
		const { error } = await run();
		expect(error?.message).toBe('Task 1 was not found');
		expect(error?.description).not.toContain('Later runs');
		expect(marks()).toEqual([]);
		expect(again(await run())).toStrictEqual([undefined]);
		expect(sent()).toBe(2);
	});

	it('that n8n cannot free counts as unknown, which the run says', async () => {
		const { run } = await commenting(refused);
		failEntries((call) => (call === 'remove' ? 'database is locked' : undefined));
		const { error, saved } = await run(one, {}, { onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(saved).toContain('Task 1 was not found');
		expect(saved).toContain(
			String.raw`n8n could not store that the key \"d-1\" is free again, so its outcome counts as unknown.`,
		);
	});
});

describe('a key of unknown outcome', () => {
	const goesOn = { onError: 'continueRegularOutput' } as const;

	it('is held: the item fails, and later runs list it and send nothing', async () => {
		const { sent, run } = await commenting(lost, lost);
		const failed = await run();
		expect(failed.error?.description).toContain(
			'Later runs do not send the key "d-1" again. To allow it, use "Release Keys" (Options > Safety).',
		);
		expect(marks()).toEqual(['open', 'used']);
		const later = await run();
		expect(again(later)).toEqual([unknown('d-1')]);
		expect(later.saved).toContain(
			'"1 item was not sent, because the outcome of an earlier request with the same key is unknown.',
		);
		expect(sent()).toBe(1);
		await run([{ deal: 'd-2', task: 2 }]);
		expect((await run(deals)).saved).toContain('"2 items were not sent, because the outcome');
		expect(sent()).toBe(2);
	});

	it('is told with the error, for a flow that goes on', async () => {
		const { run } = await commenting(lost);
		const { output } = await run(one, {}, goesOn);
		expect(output[0]?.json).toMatchObject({ error: { outcome: 'unknown', key: 'd-1' } });
	});

	it('is told of by no run that sent all of its items', async () => {
		const { run } = await commenting();
		expect((await run()).saved).not.toContain('not sent');
	});

	it('is sent with by a retry of its execution that is told to, and by no other run', async () => {
		const { sent, run } = await commenting(lost);
		const failed = await run();
		expect(again(await run(one, { resendUnknown: true }))).toEqual([unknown('d-1')]);
		expect(sent()).toBe(1);
		const retried = await run(
			one,
			{ resendUnknown: true },
			{ retryOf: failed.saved, executionId: '2' },
		);
		expect([retried.error, again(retried), sent()]).toStrictEqual([undefined, [undefined], 2]);
		expect(marks()).toEqual(['used']);
		const third = await run(
			one,
			{ resendUnknown: true },
			{ retryOf: failed.saved, executionId: '2' },
		);
		expect([again(third), sent()]).toEqual([[done('d-1')], 2]);
	});
});

describe('Release Keys', () => {
	const releasing = { releaseKeys: true };

	it('sends nothing, says of each key how it stood, and frees it', async () => {
		const { sent, run } = await commenting(lost);
		await run();
		await run([{ deal: 'd-2', task: 2 }]);
		const rows = [...deals, { deal: 'd-3', task: 3 }];
		const released = await run(rows, releasing);
		expect(released.output.map(({ json }) => json)).toEqual([
			{ released_key: { key: 'd-1', state: 'unknown' } },
			{ released_key: { key: 'd-2', state: 'done' } },
			{ released_key: { key: 'd-3', state: 'unused' } },
		]);
		expect(released.saved).toContain(
			String.raw`The keys were released and nothing was sent, because \"Release Keys\" is on. To send the items, turn it off.`,
		);
		expect([sent(), marks()]).toEqual([2, []]);
		expect(again(await run(rows))).toStrictEqual([undefined, undefined, undefined]);
		expect(sent()).toBe(5);
	});

	it('forgets the first answer as well', async () => {
		const { run } = await commenting(
			(response) =>
				sendJson(response, 200, { success: true, activity_log_id: 1, message: 'first' }),
			lost,
		);
		await run();
		const kept = [...entriesOfNode()];
		await run(one, releasing);
		await run();
		const { output } = await run();
		expect(output.map(({ json }) => json)).toEqual([{ not_sent_again: unknown('d-1') }]);
		// As if another process had released the key, and sent with it.
		entriesOfNode().clear();
		for (const entry of kept) entriesOfNode().add(entry);
		expect((await run()).output.map(({ json }) => json)).toEqual([{ not_sent_again: done('d-1') }]);
	});

	it('releases none where an item has no key', async () => {
		const { run } = await commenting();
		await run(deals);
		const wrong = await run([...deals, { deal: '', task: 3 }], releasing);
		expect(wrong.error?.message).toContain('"Idempotency Key" is empty');
		const without = await run(deals, { ...releasing, idempotencyKey: '' });
		expect(without.error?.message).toBe('"Release Keys" needs a key in "Idempotency Key"');
		expect(marks()).toEqual(['used', 'used']);
	});

	it('releases none with an expression that was typed as a fixed text', async () => {
		const { run } = await commenting();
		await run(deals);
		const wrong = await run(deals, { ...releasing, idempotencyKey: '{{ $json.deal }}' });
		expect(wrong.error?.message).toContain('contains {{ $json.deal }} as fixed text');
		expect(marks()).toEqual(['used', 'used']);
	});

	it('releases the others where the flow goes on', async () => {
		const { run } = await commenting();
		await run(deals);
		const { output } = await run([{ deal: '', task: 3 }, ...deals], releasing, {
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ json }) => json)).toMatchObject([
			{ error: { message: expect.stringContaining('is empty') } },
			{ released_key: { key: 'd-1', state: 'done' } },
			{ released_key: { key: 'd-2', state: 'done' } },
		]);
		expect(marks()).toEqual([]);
	});

	it('fails each key that n8n cannot release', async () => {
		const { sent, run } = await commenting();
		failEntries(() => 'database is locked');
		const { errorOutput } = await run(deals, releasing, { onError: 'continueErrorOutput' });
		expect(errorOutput.map(({ json }) => json)).toMatchObject(
			['d-1', 'd-2'].map((key) => ({
				deal: key,
				error: { message: `n8n could not release the key "${key}", so nothing was sent`, key },
			})),
		);
		expect(sent()).toBe(0);
	});
});

describe('where n8n cannot store a key', () => {
	it('nothing is sent', async () => {
		const { sent, run } = await commenting();
		failEntries(() => 'database is locked');
		const { error } = await run();
		expect(error?.message).toBe('n8n could not store the key "d-1", so nothing was sent');
		expect(error?.description).toContain(
			'Check that the workflow is saved, because n8n stores the keys with it. n8n reported: database is locked. This',
		);
		expect(sent()).toBe(0);
	});

	it.each(['UNIQUE constraint failed', 'duplicate key value'])(
		'because another process made its row meanwhile (%s), it stores the key then',
		async (message) => {
			const { sent, run } = await commenting();
			let calls = 0;
			failEntries((call) => (call === 'record' && calls++ === 0 ? message : undefined));
			expect((await run()).error).toBeUndefined();
			expect([sent(), marks()]).toEqual([1, ['used']]);
		},
	);

	it('for a different reason, it does not ask twice', async () => {
		const { run } = await commenting();
		let calls = 0;
		failEntries((call) => (call === 'record' && calls++ === 0 ? 'database is locked' : undefined));
		expect((await run()).error?.message).toContain('could not store the key');
		expect([calls, marks()]).toEqual([1, []]);
	});

	it('as done, the run says so, and the key counts as unknown', async () => {
		const { run } = await commenting();
		failEntries((call) => (call === 'remove' ? 'database is locked' : undefined));
		const { error, saved } = await run();
		expect(error).toBeUndefined();
		expect(saved).toContain(
			String.raw`n8n could not store that the key \"d-1\" is done, so its outcome counts as unknown.`,
		);
		failEntries(() => undefined);
		expect(again(await run())).toEqual([unknown('d-1')]);
	});

	it('after it asked about a key that is done, the key counts as unknown and is not sent', async () => {
		const { run, sent } = await commenting();
		await run();
		failEntries((call) => (call === 'remove' ? 'database is locked' : undefined));
		expect((await run()).error?.message).toContain('could not store the key');
		failEntries(() => undefined);
		expect([marks(), again(await run())]).toEqual([['open', 'used'], [unknown('d-1')]]);
		expect(sent()).toBe(1);
	});

	it('at the end of the run, the run says so', async () => {
		const { run } = await commenting();
		failEntries((call, entries) =>
			call === 'record' && entries.length === 1 ? 'database is locked' : undefined,
		);
		const { error, saved } = await run();
		expect(error).toBeUndefined();
		expect(saved).toContain(
			'The node could not check its keys at the end of the run. Some of them may not be stored.',
		);
	});
});

it('a key that another process wrote over is done again at the end of the run', async () => {
	const { run } = await commenting();
	failEntries((call, entries) => {
		// As if the copy that the other process wrote had been read before this key was held.
		if (call === 'record' && entries.length === 1) entriesOfNode().clear();
		return undefined;
	});
	await run();
	expect(marks()).toEqual(['used']);
});

it('no key is asked for at the end of a run that used none', async () => {
	const { run } = await commenting();
	failEntries(() => 'database is locked');
	const { error, saved } = await run(one, { idempotencyKey: '' });
	expect(error).toBeUndefined();
	expect(saved).not.toContain('could not check its keys');
});

describe('a node that stores many keys', () => {
	const fill = (count: number) => {
		const entries = entriesOfNode();
		for (let index = 0; index < count; index++) entries.add(`used ${index}`);
	};

	it.each([
		[20_000, 0],
		[19_999, 0],
		[19_998, 1],
		[19_997, 1],
		[19_996, 2],
	])('with %d entries sends %d new items', async (count, sends) => {
		const { sent, run } = await commenting();
		fill(count);
		const { errorOutput } = await run(deals, {}, { onError: 'continueErrorOutput' });
		expect(sent()).toBe(sends);
		expect(errorOutput).toHaveLength(2 - sends);
		expect(entriesOfNode().size).toBe(count + sends);
	});

	it('says what to do when it has no room', async () => {
		const { run } = await commenting();
		fill(20_000);
		const { error } = await run();
		expect(error?.message).toBe('This node has no room for the key "d-1", so nothing was sent');
		expect(error?.description).toContain(
			`The node stores at most 20000 key entries, and never deletes a key by itself. ${waysOut}`,
		);
		const { output } = await run(one, {}, { onError: 'continueRegularOutput' });
		expect(output[0]?.json).toMatchObject({ error: { key: 'd-1' } });
	});

	it('has room for a key that it has stored', async () => {
		const { run } = await commenting();
		await run();
		fill(19_999);
		expect(again(await run())).toEqual([done('d-1')]);
	});

	it.each([
		[15_999, undefined],
		[16_000, 3_999],
		[19_998, 1],
	])('with %d others says how much room is left: %p', async (count, left) => {
		const { run } = await commenting();
		fill(count);
		const { saved } = await run();
		if (left === undefined) expect(saved).not.toContain('This node has room');
		else
			expect(saved).toContain(
				`This node has room for about ${left} more keys. After that, it refuses items with new keys.`,
			);
	});
});
