import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import {
	ApiError,
	approveTask,
	condition,
	createClient,
	createRateLimit,
	getTask,
	rateLimit,
	retry,
} from '../../src';
import type { Answer } from '../support/trace';
import { clock, inTurn, scripted, settled } from '../support/trace';

const start = Date.parse('2026-01-05T09:00:20Z');

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

class Moved extends Error {}

const at = (step: string): Answer => ({ body: { task: { task_id: 7, current_step_id: step } } });
const decided: Answer = { body: { task_id: 7, approved: true } };
const look = 'GET /tasks/7';
const write = 'POST /tasks/7/approve {"approved":true}';

/** Decides task 7 if it is at the step `legal`, against these answers. */
const decide = async (...answers: Answer[]) => {
	const { timed, transport } = scripted(inTurn(...answers));
	const limit = createRateLimit();
	const policies = [
		retry({ clock, limit, maxWaitMs: 300_000, random: () => 0 }),
		rateLimit({ limit, clock, maxWaitMs: 300_000 }),
	];
	const params = { task_id: 7 };
	const precondition = condition(getTask, { params }, ({ task }) => {
		if (task.current_step_id !== 'legal') throw new Moved();
	});
	const call = createClient(transport, { policies }).call(
		approveTask,
		{ params, body: { approved: true } },
		precondition,
	);
	const end = await settled(call).catch((error: unknown) => error);
	return { timed, end };
};

const refused = (seconds: number): Answer => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
	body: { detail: 'Rate limit exceeded' },
});

it('is asked right before the request, which goes when it holds', async () => {
	const { timed, end } = await decide(at('legal'), decided);
	expect(timed).toEqual([`0s ${look}`, `0s ${write}`]);
	expect(end).toEqual({ task_id: 7, approved: true });
});

// A proxy that changes an answer makes a 203 of its 200.
it('is judged with any success, and is never the answer to the request', async () => {
	const { timed, end } = await decide({ ...at('legal'), status: 203 }, decided);
	expect(timed).toEqual([`0s ${look}`, `0s ${write}`]);
	expect(end).toEqual({ task_id: 7, approved: true });
});

it.each([200, 203])('keeps the request back when it does not hold: %d', async (status) => {
	const { timed, end } = await decide({ ...at('finance'), status });
	expect(timed).toEqual([`0s ${look}`]);
	expect(end).toBeInstanceOf(Moved);
});

it('is asked again when the request was refused and waited', async () => {
	const { timed, end } = await decide(at('legal'), refused(9), at('finance'));
	expect(timed).toEqual([`0s ${look}`, `0s ${write}`, `9s ${look}`]);
	expect(end).toBeInstanceOf(Moved);
});

it('is repeated as a reading of its own when it fails, and nothing else was sent', async () => {
	const down: Answer = { status: 503, body: { detail: 'Not now' } };
	const { timed } = await decide(down, refused(3), at('legal'), decided);
	expect(timed.map((line) => line.replace(/^\S+ /, ''))).toEqual([look, look, look, write]);
});

it('is told as its own failure when it never comes to an answer', async () => {
	const { timed, end } = await decide({ status: 404, body: { detail: 'Task not found' } });
	expect(timed).toEqual([`0s ${look}`]);
	expect(end).toBeInstanceOf(ApiError);
	expect(end).toMatchObject({ status: 404, outcomeUnknown: false });
});

it('leaves nothing unknown where it fails for good, since it is a reading', async () => {
	const { timed, end } = await decide(...Array.from({ length: 4 }, () => ({ status: 500 })));
	expect(timed).toHaveLength(4);
	expect(end).toMatchObject({ status: 500, outcomeUnknown: false, safe: true });
});

it('waits for places for both, and not in between', async () => {
	const window = (remaining: number, reset: number): Readonly<Record<string, string>> => ({
		date: new Date(Date.now()).toUTCString(),
		'x-ratelimit-limit': '3',
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-reset': String(reset),
	});
	const reset = start / 1000 + 40;
	const answers: Answer[] = [
		{ ...at('legal'), headers: window(2, reset) },
		{ ...decided, headers: window(1, reset) },
	];
	const { timed, transport } = scripted((call) => answers[call] ?? at('legal'));
	const limit = createRateLimit();
	const client = createClient(transport, {
		policies: [rateLimit({ limit, clock, maxWaitMs: 300_000 })],
	});
	const params = { task_id: 7 };
	const precondition = condition(getTask, { params }, () => undefined);
	const decideOnce = async () =>
		await client.call(approveTask, { params, body: { approved: true } }, precondition);
	await settled(decideOnce());
	await settled(decideOnce().catch(() => undefined));
	expect(timed.slice(0, 2)).toEqual([`0s ${look}`, `0s ${write}`]);
	// One place is left in the first window: not enough for both.
	const [third, fourth] = timed.slice(2).map((line) => Number.parseFloat(line));
	expect(third).toBeGreaterThanOrEqual(40);
	expect(fourth).toBe(third);
});
