import { afterEach, describe, expect, it } from '@jest/globals';
import type { CheckOptions } from '../../check/check';
import { networkTransport } from '../../check/network/transport';
import type { SandboxOptions } from '../../sandbox/options';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { Alteration } from './alteringTransport';
import type { Change } from './changes';
import { changes } from './changes';
import { checkAltered, named } from './lies';

const running: Sandbox[] = [];
afterEach(async () => {
	await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.stop()));
});

const start = async (options: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
	const sandbox = await createSandbox({
		rateLimit: 100_000,
		tasks: 250,
		documents: 230,
		...options,
	});
	running.push(sandbox);
	return sandbox;
};

/** A network on which something changes right before some of the requests. */
const changing = (
	sandbox: Sandbox,
	change: Change,
	isTime: (request: number) => boolean,
): Pick<CheckOptions, 'transportTo'> => {
	let requests = 0;
	return {
		transportTo: (target) => {
			const next = networkTransport(target);
			return async (request) => {
				requests += 1;
				if (isTime(requests)) change(sandbox);
				return await next(request);
			};
		},
	};
};

const all = Object.entries(changes);
const createTask = changes['a task is created'] ?? (() => undefined);

describe('a service that is right shows no difference', () => {
	let requestsAtRest: number | undefined;

	it.each([1, 2, 5, 13])('while a task is created before every request in %d', async (every) => {
		const sandbox = await start();
		const options = changing(sandbox, createTask, (request) => request % every === 0);
		expect(named(await checkAltered(sandbox, [], options)).differences).toEqual([]);
	});

	// Between pages of the tasks and of the documents, in a walk by cursor, and before the last answer.
	const moments = [9, 34, 38, 55, 'last'] as const;

	it.each(all)('where %s at one moment', async (name, change) => {
		requestsAtRest ??= (await checkAltered(await start(), [])).requests;
		const from = all.findIndex(([other]) => other === name);
		const chosen = moments[from % moments.length];
		const moment = chosen === 'last' ? requestsAtRest : chosen;
		const sandbox = await start();
		const options = changing(sandbox, change, (request) => request === moment);
		const result = await checkAltered(sandbox, [], options);
		const none = { differences: [], remarks: [], untold: [] };
		expect({ moment, ...named(result) }).toEqual({ moment, ...none });
	});

	it.each(all)('where %s before every third request', async (_name, change) => {
		const sandbox = await start();
		const options = changing(sandbox, change, (request) => request % 3 === 0);
		expect(named(await checkAltered(sandbox, [], options)).differences).toEqual([]);
	});

	it('where documents are added faster than they are read, and the check comes to its end', async () => {
		const sandbox = await start();
		const createDocument = changes['a document is created'] ?? (() => undefined);
		const options = changing(sandbox, createDocument, () => true);
		const result = await checkAltered(sandbox, [], { ...options, mostRequests: 200 });
		expect([result.differences, result.leftOut]).toEqual([[], []]);
	});

	it('where more tasks are created than are read', async () => {
		const sandbox = await start({ taskOrder: 'created' });
		const options = changing(sandbox, createTask, (request) => request % 2 === 0);
		const result = await checkAltered(sandbox, [], { ...options, mostRows: 60 });
		expect(named(result).differences).toEqual([]);
	});
});

const total = 'POST /tasks/list: total_count';
const lying: Alteration = {
	method: 'POST',
	path: /^\/tasks\/list$/,
	alter: ({ body }) => {
		if (body.tasks) body.total_count += 3;
	},
};

describe('a difference', () => {
	it('is found where the list changes only for a while', async () => {
		const sandbox = await start();
		const options = changing(sandbox, createTask, (request) => request < 60);
		const result = await checkAltered(sandbox, [lying], options);
		expect(named(result)).toEqual({ differences: [total], remarks: [], untold: [] });
	});

	it('is not told from a change where the list never rests, and the report says so', async () => {
		const sandbox = await start();
		const options = changing(sandbox, createTask, () => true);
		const result = await checkAltered(sandbox, [lying], options);
		const { differences, untold } = named(result);
		expect(differences).toEqual([]);
		expect(untold).toContain(total);
		const reasons = new Set(result.untold.map(({ effect }) => effect));
		expect(reasons).toEqual(new Set(['the list changed while it was read']));
		// The requests that it takes have an end.
		expect(result.requests).toBeLessThan(200);
	});

	it('is not told where the limit of requests leaves no second look', async () => {
		const sandbox = await start();
		const { requests } = await checkAltered(sandbox, []);
		const result = await checkAltered(sandbox, [lying], { mostRequests: requests + 1 });
		expect(named(result)).toEqual({ differences: [], remarks: [], untold: [total] });
		expect(result.untold[0]?.effect).toContain('the request limit');
		expect(result.leftOut).toEqual(['again what changed']);
	});

	it('of one answer is found, however much changes', async () => {
		const sandbox = await start();
		const options = changing(sandbox, createTask, () => true);
		const wrong: Alteration = {
			method: 'POST',
			path: /^\/tasks\/list$/,
			alter: ({ body }) => {
				for (const task of body.tasks ?? []) task.completed_at = task.created_at;
			},
		};
		const { differences } = named(await checkAltered(sandbox, [wrong], options));
		expect(differences).toEqual(['POST /tasks/list: tasks[].completed_at']);
	});
});

it('says which statuses a list holds by default, also while tasks are completed', async () => {
	const sandbox = await start();
	const still = await checkAltered(sandbox, []);
	const complete = changes['a task is completed'] ?? (() => undefined);
	const options = changing(sandbox, complete, (request) => request % 2 === 0);
	const { profile } = await checkAltered(sandbox, [], options);
	expect(still.profile.activeStatuses).toMatchObject(profile.activeStatuses ?? { none: true });
});
