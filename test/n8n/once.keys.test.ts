import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { Fate } from '../faults/faultServer';
import { json, keyedServers } from '../faults/faultServer';
import { keyFor, keyedNode } from './keyedNode';
import { session } from './stack';

const { serve, stopAll } = keyedServers();
afterEach(stopAll);

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

const comment: INodeParameters = {
	resource: 'task',
	operation: 'comment',
	taskId: { __rl: true, mode: 'id', value: '={{ $json.task }}' },
	comment: 'Signed in the CRM',
	idempotencyKey: '={{ $json.deal }}',
};

let entries = 0;
const posted = (): Fate => ({
	atBody: json(200, { success: true, activity_log_id: ++entries, message: 'Posted' }),
});
const refused = (): Fate => ({ atBody: json(404, { detail: 'Task not found' }) });
const lost = (): Fate => ({ atBody: (response) => response.socket?.resetAndDestroy() });

const again = (execution: Execution) =>
	jsonOf(execution, 'Write').map((row) => row.not_sent_again as { state: string } | undefined);
const hintsOf = ({ runData }: Execution): string =>
	(runData.Write?.at(-1)?.hints ?? []).map(({ message }) => message).join(' ');

/** A node that comments on a service, whose answers are `fates` in turn; then all goes well. */
const commenting = async (...fates: Fate[]) => {
	const server = await serve((index) => fates[index] ?? posted());
	const node = await keyedNode(n8n, await keyFor(n8n, server.url, 'key_1'));
	return { server, ...node };
};

const deals = [
	{ deal: 1, task: 1 },
	{ deal: 'd-2', task: 2 },
];
const tries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 5 };

describe('a key', () => {
	it('is sent with once, in later runs too, which are no failures', async () => {
		const { server, run } = await commenting();
		expect(again(await run(deals, comment))).toStrictEqual([undefined, undefined]);
		const later = await run([...deals].reverse(), comment, { onError: 'continueErrorOutput' });
		expect(server.requests).toHaveLength(2);
		expect(jsonOf(later, 'Write')).toEqual(
			['d-2', '1'].map((key) => ({
				skipped: true,
				not_sent_again: { key, state: 'done', reason: `Sent before with the key "${key}".` },
			})),
		);
		expect(hintsOf(later)).toContain('2 items were skipped');
	});

	it('is sent with once by two executions at the same time', async () => {
		const slow = (): Fate => ({
			atBody: (response, request) =>
				void setTimeout(() => posted().atBody?.(response, request), 1_000),
		});
		const { server, id, change } = await commenting(slow(), slow());
		await change(deals, comment);
		const both = await Promise.all([1, 2].map(async () => await runWorkflow(n8n, id, 'Start')));
		expect(both.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(server.requests).toHaveLength(2);
	});

	it('and Retry On Fail give the first answer', async () => {
		const { server, run } = await commenting(posted(), refused());
		const execution = await run(deals, { ...comment, options: { maxParallel: 1 } }, tries);
		expect(execution.error).toBeUndefined();
		expect(server.requests).toHaveLength(3);
		expect(jsonOf(execution, 'Write')).toMatchObject([
			{ task_id: 1, success: true },
			{ task_id: 2, success: true },
		]);
	});

	it('of unknown outcome is not sent with, and counted apart', async () => {
		const { server, run } = await commenting(lost());
		const failed = await run(deals.slice(0, 1), comment, tries);
		expect(failed.error?.description).toContain('send this one item by a copy of this node');
		const later = await run(deals, comment);
		expect(later.status).toBe('success');
		expect(again(later)).toMatchObject([{ state: 'unknown' }, undefined]);
		expect(hintsOf(later)).toContain('1 skipped item was sent before with an unknown outcome.');
		expect(server.requests).toHaveLength(2);
	});
});
