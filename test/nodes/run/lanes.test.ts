import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { inTurn, oneByOneOnOverload, pace } from '../../../nodes/ContractWorkflow/run/lanes';
import type { Attempt } from '../../../nodes/ContractWorkflow/run/types';
import type { HttpRequest } from '../../../src';
import { OutcomeUnknown } from '../../../src';
import { sendJson, serverPool } from '../../support/answeringServer';
import { runNode } from '../../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../../support/stage';

const serve = serverPool();

const comment = parametersOf('task.comment', {
	taskId: byId('={{ $json.id }}'),
	comment: '={{ $json.text }}',
	additionalFields: { addMarker: false },
});

const textOf = (body: string) => (JSON.parse(body) as { comment: string }).comment;

it('comments on one task arrive in input order, while other tasks overtake them', async () => {
	const held: ServerResponse[] = [];
	const order: string[] = [];
	let open = 0;
	let most = 0;
	const answer = (response: ServerResponse, text: string) => {
		open--;
		sendJson(response, 200, { success: true, activity_log_id: order.length, message: text });
	};
	const server = await serve((response, { line, body }) => {
		const text = textOf(body);
		order.push(text);
		most = Math.max(most, ++open);
		// The first comment is held back until all three other tasks have been commented.
		if (text === 'first') held.push(response);
		else answer(response, text);
		const others = order.filter((name) => name.startsWith('other')).length;
		if (others === 3 && line) for (const waiting of held.splice(0)) answer(waiting, 'first');
	});
	const { output, error } = await runNode({
		parameters: comment,
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf(
			{ id: 1, text: 'first' },
			{ id: 1, text: 'second' },
			{ id: 2, text: 'other 1' },
			{ id: '01', text: 'third' },
			{ id: 3, text: 'other 2' },
			{ id: 4, text: 'other 3' },
		),
	});
	expect(error).toBeUndefined();
	expect(order.slice(-2)).toEqual(['second', 'third']);
	expect(order.indexOf('first')).toBeLessThan(4);
	expect(most).toBeGreaterThan(1);
	expect(output.map(({ json, pairedItem }) => [pairedItem, json.message])).toEqual([
		[{ item: 0 }, 'first'],
		[{ item: 1 }, 'second'],
		[{ item: 2 }, 'other 1'],
		[{ item: 3 }, 'third'],
		[{ item: 4 }, 'other 2'],
		[{ item: 5 }, 'other 3'],
	]);
});

it.each([
	[10, 'items than the options say', 30, { options: { maxParallel: 10 } }],
	[4, 'large files from the memory of n8n', 8, { additionalFields: { binaryPropertyNames: 'a' } }],
])('no more than %d are under way: %s', async (expected, _of, count, given) => {
	let open = 0;
	let most = 0;
	const waiting: Array<() => void> = [];
	const answerAll = () => {
		for (const answer of waiting.splice(0)) answer();
	};
	let pause: NodeJS.Timeout | undefined;
	const server = await serve((response) => {
		most = Math.max(most, ++open);
		waiting.push(() => {
			open--;
			sendJson(response, 200, { success: true, activity_log_id: 1 });
		});
		// Answered once no more come, so that more than expected would be seen.
		clearTimeout(pause);
		pause = setTimeout(answerAll, 300);
	});
	const binary = { a: { data: 'A'.repeat(1_000_004), mimeType: 'text/plain', fileName: 'a.txt' } };
	const { output } = await runNode({
		parameters: parametersOf('task.comment', {
			...{ taskId: byId('={{ $json.id }}'), comment: 'a', ...given },
		}),
		credentials: keyCredential(server.url, 'key_1'),
		items: Array.from({ length: count }, (_, id) => ({ json: { id }, binary })),
	});
	expect(output).toHaveLength(count);
	expect(most).toBe(expected);
});

it('work whose turn has come ends before the next, though one between was stopped', async () => {
	const order: string[] = [];
	const work = (name: string) => async () => {
		order.push(name);
		await new Promise(setImmediate);
		order.push(`${name} ended`);
	};
	const stopping = { now: () => 0, sleep: async () => await Promise.reject(new Error('stopped')) };
	const first = inTurn('task 1', undefined, work('first'));
	await expect(inTurn('task 1', stopping, work('second'))).rejects.toThrow('stopped');
	await Promise.all([first, inTurn('task 1', undefined, work('third'))]);
	expect(order).toEqual(['first', 'first ended', 'third', 'third ended']);
});

it('two items begin in one turn of the event loop', async () => {
	const begins = pace();
	const begun: number[] = [];
	const all = [1, 2, 3, 4, 5].map(async (item) => {
		await begins();
		begun.push(item);
	});
	await Promise.resolve();
	expect(begun).toEqual([1, 2]);
	while (begun.length < 5) {
		const before = begun.length;
		await pause(0);
		expect(begun.length - before).toBeLessThanOrEqual(2);
	}
	await Promise.all(all);
	expect(begun).toEqual([1, 2, 3, 4, 5]);
});

it('after an unknown outcome, items go one at a time until one is answered', async () => {
	const sent: Array<(failure?: Error) => void> = [];
	const write = oneByOneOnOverload(
		async () =>
			await new Promise((resolve, reject) => {
				sent.push((failure) => (failure ? reject(failure) : resolve([])));
			}),
	);
	const lost = new OutcomeUnknown('ECONNRESET', { writes: true, safe: false } as HttpRequest);
	const all = [1, 2, 3, 4, 5].map(async () => await write({} as Attempt).catch(String));
	const later = async () => {
		all.push(write({} as Attempt).catch(String));
		await pause(1);
		return sent.length;
	};
	sent[0]?.(lost);
	await pause(1);
	expect(await later()).toBe(5);
	for (const end of sent.slice(1, 4)) end();
	await pause(1);
	expect(sent).toHaveLength(6);
	sent[4]?.(lost);
	await pause(1);
	expect(await later()).toBe(6);
	expect(await later()).toBe(6);
	sent[5]?.(lost);
	await pause(1);
	expect(sent).toHaveLength(7);
	sent[6]?.();
	await pause(1);
	expect(sent).toHaveLength(8);
	sent[7]?.();
	await Promise.all(all);
});
