import { beforeAll, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { jsonOf, readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { Fate } from '../faults/faultServer';
import { json, keyedServers } from '../faults/faultServer';
import { taskIn } from '../faults/items';
import { keyedNode } from './keyedNode';
import { keyFor, session } from './stack';

/* What is sent again at the same time, in a later run, and by Retry from the list. */

const serve = keyedServers();

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

const taskId = { __rl: true, mode: 'id', value: '={{ $json.task }}' };
const oneByOne = { maxParallel: 1 };
const comment: INodeParameters = {
	resource: 'task',
	operation: 'comment',
	taskId,
	comment: '=Signed in the CRM {{ $now.toMillis() }}',
	options: oneByOne,
};
const approve: INodeParameters = { ...comment, operation: 'approve', decideIf: 'always' };
const keyed = { ...comment, idempotencyKey: '={{ $json.deal }}' };

const posted: Fate = {
	atBody: json(200, { success: true, activity_log_id: 1, message: 'Posted' }),
};
const decided: Fate = {
	atBody: (response, { line, body }) =>
		json(200, { ...(JSON.parse(body) as object), task_id: taskIn(line), message: 'Decided' })(
			response,
		),
};
const refused: Fate = { atBody: json(404, { detail: 'Task not found' }) };

const rows = [
	{ deal: 1, task: 1 },
	{ deal: 'd-2', task: 2 },
	{ deal: 'd-3', task: 3 },
];

const hintsOf = ({ runData }: Execution): string =>
	(runData.Write?.at(-1)?.hints ?? []).map(({ message }) => message).join(' ');

/** A node that writes to a service whose writes meet these fates in turn; then all goes well. */
const writing = async (well: Fate, ...fates: Fate[]) => {
	let writes = 0;
	const shown = { task: { task_id: 1, current_step_id: 'b', status: 'pending', updated_at: '' } };
	const server = await serve((_index, request) => {
		if (!request) return {};
		if (request.line.startsWith('GET')) return { atBody: json(200, shown) };
		return fates[writes++] ?? well;
	});
	const written = (): number[] =>
		server.requests.filter(({ line }) => line.startsWith('POST')).map(({ line }) => taskIn(line));
	return { written, ...(await keyedNode(n8n, await keyFor(n8n, server.url))) };
};

it('a key is sent with once, by two executions at the same time and later, which are no failures', async () => {
	const slow: Fate = {
		atBody: (...given) => void setTimeout(() => posted.atBody?.(...given), 1_000),
	};
	const { written, id, change, run } = await writing(slow);
	await change(rows, { ...keyed, options: {} });
	const both = await Promise.all([1, 2].map(async () => await runWorkflow(n8n, id, 'Start')));
	expect(both.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(written().sort()).toEqual([1, 2, 3]);
	const later = await run([...rows].reverse(), keyed, { onError: 'continueErrorOutput' });
	expect(written()).toHaveLength(3);
	expect(jsonOf(later, 'Write')).toEqual(
		['d-3', 'd-2', '1'].map((key) => ({
			skipped: true,
			not_sent_again: { key, state: 'done', reason: `Sent before with the key "${key}".` },
		})),
	);
	expect(hintsOf(later)).toContain('3 items were skipped');
});

const retried = z.object({ id: z.string() });

it('Retry from the list decides what was refused, and returns the first outputs of the others', async () => {
	const { written, run, change } = await writing(decided, decided, decided, refused);
	const failed = await run(rows, approve);
	expect(failed.error?.message).toMatch(/^1 of 3 items failed/);
	expect(written()).toEqual([1, 2, 3]);
	await change(rows, { ...approve, comment: 'So' });
	const path = `/executions/${failed.id}/retry`;
	const { id } = await n8n.request('POST', path, retried, { loadWorkflow: true });
	const retry = await readExecution(n8n, id);
	expect(retry.status).toBe('success');
	expect(written()).toEqual([1, 2, 3, 3]);
	const again = jsonOf(retry, 'Write').flatMap(({ not_sent_again: kept }) => kept ?? []);
	expect(again).toMatchObject([1, 2].map(() => ({ state: 'done', execution_id: failed.id })));
});
