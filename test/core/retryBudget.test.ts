import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { HttpRequest } from '../../src';
import { createRetryBudget, retry } from '../../src';
import type { Answer } from '../support/trace';
import { clock, inTurn, scripted, settled } from '../support/trace';

const read: HttpRequest = { method: 'GET', path: '/tasks/7', writes: false, safe: true };

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00Z') });
});
afterEach(() => {
	jest.useRealTimers();
});

const spendAll = (budget: ReturnType<typeof createRetryBudget>): number => {
	let repeats = 0;
	while (repeats < 1_000 && budget.spend()) repeats++;
	return repeats;
};

it('a budget pays for 100 repeats, and each five successes for one more', () => {
	const budget = createRetryBudget();
	expect(spendAll(budget)).toBe(100);
	for (let count = 0; count < 4; count++) budget.earn();
	expect(spendAll(budget)).toBe(0);
	budget.earn();
	expect(spendAll(budget)).toBe(1);
});

it('a budget is never more than full', () => {
	const budget = createRetryBudget();
	for (let count = 0; count < 5; count++) budget.earn();
	expect(spendAll(budget)).toBe(100);
});

const run = async (answer: (call: number) => Answer, budget = createRetryBudget()) => {
	const { timed, transport } = scripted(answer);
	const send = retry({
		clock,
		budget,
		maxWaitMs: 300_000,
		random: () => 1,
	})(transport);
	const end = await settled(send(read).catch((failure: unknown) => failure));
	return { sent: timed.length, end };
};

it('pays for each repeat', async () => {
	const budget = createRetryBudget();
	await run(inTurn({ status: 503 }, { status: 500 }, {}), budget);
	expect(spendAll(budget)).toBe(98);
});

it('repeats nothing once the budget is spent', async () => {
	const budget = createRetryBudget();
	spendAll(budget);
	expect(await run(() => ({ status: 503 }), budget)).toMatchObject({
		sent: 1,
		end: { status: 503 },
	});
	expect(await run(() => new Error('broken'), budget)).toMatchObject({ sent: 1 });
});

it.each<[string, Answer, number]>([
	['a 200', { status: 200 }, 1],
	['a 299', { status: 299 }, 1],
	['a 199', { status: 199 }, 0],
	['a 300', { status: 300 }, 0],
	['a 404', { status: 404 }, 0],
	['a failure', new Error('broken'), 0],
])('%s earns %i a time', async (_case, answer, earned) => {
	const budget = createRetryBudget();
	spendAll(budget);
	for (let count = 0; count < 5; count++) await run(() => answer, budget);
	expect(spendAll(budget)).toBe(earned);
});

it('a success that is cut off earns nothing, as it is asked for again', async () => {
	const budget = createRetryBudget();
	spendAll(budget);
	const headers = { 'content-type': 'application/json; charset=utf-8' };
	for (let count = 0; count < 5; count++) await run(() => ({ headers, body: '{' }), budget);
	expect(spendAll(budget)).toBe(0);
});

it.each<[string, Answer]>([
	['text that is no JSON', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
	['text of no kind', { body: '{' }],
	['JSON of another kind', { headers: { 'content-type': 'application/njsons' }, body: '{' }],
	['JSON that is whole', { headers: { 'content-type': 'application/json' }, body: {} }],
	['another success', { status: 201, headers: { 'content-type': 'application/json' }, body: '{' }],
])('a success of %s is not asked for again', async (_case, answer) => {
	expect(await run(() => answer)).toMatchObject({ sent: 1 });
});
