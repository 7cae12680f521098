import { afterEach, describe, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { operations, task } from '../support/operations.table';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { faultServers, json, keyedServers } from './faultServer';
import { errorOf, numbered } from './items';

const { serve, stopAll } = faultServers();
const keyed = keyedServers();
afterEach(async () => {
	await stopAll();
	await keyed.stopAll();
});

const comment = parametersOf('task.comment', {
	taskId: byId('={{ $json.id }}'),
	comment: '=Comment {{ $json.id }}',
});
const read = parametersOf('task.get', { taskId: byId('={{ $json.id }}') });
const posted = { success: true, activity_log_id: 1, message: 'Posted' };

/** How many items an error tells of by what became of them. */
const countsIn = (message = '') => {
	const count = (words: RegExp) => Number(words.exec(message)?.[1] ?? 0);
	return {
		failed: count(/^(\d+) of \d+ items failed/),
		unknown: count(/, (\d+) unknown/),
		done: count(/(\d+) commented/),
		notStarted: count(/(\d+) not started/),
	};
};

/** Item 3 is refused at once, item 5 loses its answer a little later, all others succeed at last. */
const serveMixed = async () => {
	const done: number[] = [];
	const sent: number[] = [];
	const server = await serve((_index, request) => ({
		atBody(response) {
			const item = Number(request?.line.split('/')[2]) - 1;
			sent.push(item);
			if (item === 3) {
				json(404, { detail: 'Task not found' })(response);
				return;
			}
			const settle = () => {
				if (item === 5) {
					response.socket?.resetAndDestroy();
					return;
				}
				done.push(item);
				json(200, posted)(response);
			};
			setTimeout(settle, item === 5 ? 300 : 500);
		},
	}));
	const sorted = (items: number[]) => [...items].sort((one, other) => one - other);
	return { url: server.url, done: () => sorted(done), sent: () => sorted(sent) };
};

describe('partial work is told', () => {
	it('in one error that counts all items, and names those that failed', async () => {
		const { url, done, sent } = await serveMixed();
		const { output, error } = await runNode({
			parameters: comment,
			credentials: keyCredential(url, 'key_1'),
			items: numbered(200),
		});
		expect(output).toEqual([]);
		const told = countsIn(error?.message);
		const isLost = sent().includes(5);
		expect(told).toEqual({
			done: done().length,
			failed: 1,
			unknown: isLost ? 1 : 0,
			notStarted: 200 - sent().length,
		});
		expect(told.notStarted).toBeGreaterThan(100);
		expect(error?.description).toContain(
			'Task 4 [item 3] was not found. The service says: Task not',
		);
		expect(error?.description?.includes('Task 6 [item 5]: Outcome unknown. ')).toBe(isLost);
	});

	it('by one output item for each input item, with "continue"', async () => {
		const { url, done, sent } = await serveMixed();
		const { output, error } = await runNode({
			parameters: comment,
			credentials: keyCredential(url, 'key_1'),
			items: numbered(60),
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 60 }, (_, item) => ({ item })),
		);
		expect(sent()).toHaveLength(60);
		const outcomes = output.map((item) => errorOf(item)?.outcome);
		expect(outcomes[3]).toBe('failed');
		expect(outcomes[5]).toBe('unknown');
		const succeeded = outcomes.flatMap((outcome, item) => (outcome === undefined ? [item] : []));
		expect(succeeded).toEqual(done());
	});
});

describe('the builder is told', () => {
	it('how long a run waited for the rate limit', async () => {
		let reset = 0;
		let left = 5;
		const server = await serve(() => ({
			atBody(response) {
				const now = Math.floor(Date.now() / 1000);
				if (now >= reset) {
					reset = now + 3;
					left = 5;
				}
				left--;
				const headers = {
					date: new Date().toUTCString(),
					'x-ratelimit-limit': '5',
					'x-ratelimit-remaining': String(Math.max(left, 0)),
					'x-ratelimit-reset': String(reset),
				};
				if (left >= 0) json(200, posted, headers)(response);
				else
					json(
						429,
						{ detail: 'Rate limit exceeded' },
						{ ...headers, 'retry-after': '3' },
					)(response);
			},
		}));
		const { error, saved } = await runNode({
			parameters: comment,
			credentials: keyCredential(server.url, 'key_1'),
			items: numbered(8),
		});
		expect(error).toBeUndefined();
		expect(saved).toMatch(/"hints":\[\{[^\]]*Waited \d+ s for the rate limit/);
	});

	it('how many requests were retried', async () => {
		const server = await serve((index) => ({
			atBody: index < 2 ? json(503, { detail: 'Not now' }) : json(200, { task: { task_id: 1 } }),
		}));
		const { error, saved } = await runNode({
			parameters: read,
			credentials: keyCredential(server.url, 'key_1'),
			items: numbered(1),
		});
		expect(error).toBeUndefined();
		expect(saved).toMatch(/"hints":\[\{[^\]]*2 requests were retried/);
	});

	it('nothing where nothing happened', async () => {
		const server = await serve(() => ({ atBody: json(200, { task: { task_id: 1 } }) }));
		const { saved } = await runNode({
			parameters: read,
			credentials: keyCredential(server.url, 'key_1'),
			items: numbered(3),
		});
		expect(saved).not.toMatch(/Waited|repeated/);
	});
});

it.each(operations.map((operation) => [operation.name, operation] as const))(
	'%s names no user unless one is given',
	async (name, { parameters, answer, oneItem }) => {
		const serveThis = oneItem ? keyed.serve : serve;
		const server = await serveThis(() => ({ atBody: json(200, { task, ...answer }) }));
		const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };
		const { error } = await runNode({
			parameters,
			credentials: keyCredential(server.url, 'key_1'),
			items: [{ json: {}, binary: { data: file } }],
		});
		expect(error).toBeUndefined();
		// A question reads its task first, and a launch the schema of its workflow.
		expect(server.requests).toHaveLength(oneItem || name === 'workflow.initiate' ? 2 : 1);
		for (const { body } of server.requests) expect(body).not.toMatch(/"user(_email)?":/);
	},
);
