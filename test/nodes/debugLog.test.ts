import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { logged } from '../support/fullLog';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const key = 'sandbox_c2VjcmV0LW9mLXRoZS10ZXN0';

interface Line {
	readonly level: string;
	readonly message: string;
}

const allLines = (): Line[] =>
	logged()
		.filter((entry) => entry.includes('Contract Workflow: '))
		.map((entry) => JSON.parse(entry) as Line);

let seen = 0;

/** The next lines of the node; n8n writes them into its file a little later. */
const nextLines = async (count: number): Promise<Line[]> => {
	const until = Date.now() + 5_000;
	while (allLines().length < seen + count && Date.now() < until) await pause(20);
	await pause(100);
	const lines = allLines().slice(seen);
	seen += lines.length;
	return lines;
};

const readAt = async (url: string, ...ids: readonly string[]) =>
	await runNode({
		parameters: parametersOf('task.get', { taskId: byId('={{ $json.id }}') }),
		credentials: keyCredential(url, key),
		items: itemsOf(...ids.map((id) => ({ id }))),
		onError: 'continueRegularOutput',
	});

it('each request is one line: its endpoint, how it ended, its tries and its time', async () => {
	const server = await serve((response) => sendJson(response, 200, { task: { task_id: 1 } }));
	await readAt(server.url, '4711', '4712', '4713');
	const lines = await nextLines(3);
	expect(lines).toHaveLength(3);
	for (const { level, message } of lines) {
		expect(level).toBe('debug');
		expect(message).toMatch(
			/^Contract Workflow: GET \/tasks\/\{task_id\}: 200, tries 1, \d+ ms, including \d+ ms of waiting$/,
		);
	}
});

it('a request that is repeated is one line, with the time that it waited', async () => {
	const server = await serve((response, _request, index) =>
		index === 0
			? sendJson(response, 429, { detail: 'Rate limit exceeded' }, { 'retry-after': '1' })
			: sendJson(response, 200, { task: { task_id: 1 } }),
	);
	await readAt(server.url, '4711');
	const [line, ...others] = await nextLines(1);
	expect(others).toEqual([]);
	const [, tries, ms, waited] =
		/: 200, tries (\d+), (\d+) ms, including (\d+) ms of waiting$/.exec(line?.message ?? '') ?? [];
	expect(Number(tries)).toBe(2);
	expect(Number(waited)).toBeGreaterThanOrEqual(950);
	expect(Number(ms)).toBeGreaterThanOrEqual(Number(waited));
});

it('a refusal and a failure are told by status and code', async () => {
	const server = await serve((response) => sendJson(response, 404, { detail: 'No 4711' }));
	await readAt(server.url, '4711');
	await readAt('http://127.0.0.1:9', '4711');
	const lines = await nextLines(2);
	expect(lines.map(({ message }) => message.split(', ').slice(0, 2).join(', '))).toEqual([
		'Contract Workflow: GET /tasks/{task_id}: 404, tries 1',
		'Contract Workflow: GET /tasks/{task_id}: ECONNREFUSED, tries 4',
	]);
});

it('the look before a decision is no wait', async () => {
	const looked = { task: { task_id: 1, status: 'in_progress', current_step_id: 'review' } };
	const server = await serve((response, { line }) =>
		line.startsWith('GET')
			? void setTimeout(() => sendJson(response, 200, looked), 500)
			: sendJson(response, 200, { task_id: 1, approved: true, status: 'in_progress' }),
	);
	await runNode({
		parameters: parametersOf('task.approve', {
			taskId: byId('1'),
			decideIf: 'atStep',
			step: byId('review'),
		}),
		credentials: keyCredential(server.url, key),
	});
	expect(server.requests).toHaveLength(2);
	const lines = await nextLines(1);
	const [, ms, waited] =
		/approve: 200, tries 1, (\d+) ms, including (\d+) ms of waiting$/.exec(
			lines[0]?.message ?? '',
		) ?? [];
	expect(Number(ms)).toBeGreaterThanOrEqual(490);
	expect(Number(waited)).toBeLessThan(300);
	expect(lines).toHaveLength(1);
});

it('no line tells an id, a value, an address or a secret', async () => {
	const server = await serve((response) => sendJson(response, 200, { success: true }));
	await runNode({
		parameters: parametersOf('task.comment', { taskId: byId('4711'), comment: 'Said so' }),
		credentials: keyCredential(server.url, key),
	});
	await nextLines(1);
	const all = logged().filter((entry) => entry.includes('Contract Workflow: '));
	expect(all).toHaveLength(8);
	expect(all.join('\n')).not.toMatch(/4711|Said so|127\.0\.0\.1/);
	expect(all.join('\n')).not.toContain(key);
});
