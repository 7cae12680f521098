import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { HttpRequest, Policy, Trace, Transport } from '../../src';
import { createTrace, networkError } from '../../src';
import { clock, settled } from '../support/trace';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00Z') });
});
afterEach(() => {
	jest.useRealTimers();
});

const name = 'GET /tasks/{task_id}';
const request: HttpRequest = {
	method: 'GET',
	path: '/tasks/7',
	name,
	writes: false,
	safe: true,
};

/** Sends each request twice with waits around, the way of a policy that repeats. */
const twice: Policy = (next) => async (sent) => {
	await clock.sleep(1_000);
	if (sent.precondition) await next(sent.precondition.request);
	await next(sent).catch(() => undefined);
	await clock.sleep(300);
	return await next(sent);
};

const traced = async (transport: Transport, sent = request) => {
	const traces: Trace[] = [];
	const { whole, onWire } = createTrace({ clock, onEnd: (trace) => traces.push(trace) });
	const failure = await settled(
		whole(twice(onWire(transport)))(sent).then(
			() => undefined,
			(error: unknown) => error,
		),
	);
	return { traces, failure };
};

const answering: Transport = async () => {
	await clock.sleep(40);
	return { status: 404, headers: {}, body: {} };
};

it('tells the last answer, the tries, and how much of the time was spent waiting', async () => {
	const { traces } = await traced(answering);
	expect(traces).toEqual([{ name, outcome: '404', tries: 2, ms: 1_380, waitedMs: 1_300 }]);
});

it('counts a look before a request as time on its way, not as a try', async () => {
	const precondition = { request: { ...request, path: '/tasks/8' }, judge: () => undefined };
	const { traces } = await traced(answering, { ...request, name: undefined, precondition });
	expect(traces).toEqual([{ name: '', outcome: '404', tries: 2, ms: 1_420, waitedMs: 1_300 }]);
});

it.each<[unknown, string]>([
	[networkError('ECONNRESET', request), 'ECONNRESET'],
	[networkError('ENOTFOUND', request), 'ENOTFOUND'],
	[networkError('E2', request), 'E2'],
	[networkError('a text of the Key K1', request), 'OutcomeUnknown'],
	[networkError('ECONN reset', request), 'OutcomeUnknown'],
	[networkError('eCONN', request), 'OutcomeUnknown'],
	[Object.assign(new RangeError('secret'), { code: 'ESECRET' }), 'RangeError'],
	['secret', 'Error'],
])('tells of the failure %s only %s', async (thrown, outcome) => {
	const { traces, failure } = await traced(async () => {
		await clock.sleep(40);
		throw thrown;
	});
	expect(traces).toEqual([{ name, outcome, tries: 2, ms: 1_380, waitedMs: 1_300 }]);
	expect(failure).toBe(thrown);
});

it('lets a request through if it did not see its start', async () => {
	const { onWire } = createTrace({ clock, onEnd: () => undefined });
	await expect(settled(onWire(answering)(request))).resolves.toMatchObject({ status: 404 });
});
