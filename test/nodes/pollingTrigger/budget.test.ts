import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createBudget } from '../../../nodes/ContractWorkflowPollingTrigger/budget';
import { createClient, searchDocuments } from '../../../src';
import { scripted, settled } from '../../support/trace';

/* How many requests a poll sends, each of which takes some time. */

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 4, 4) }));
afterEach(() => void jest.useRealTimers());

/** Answers with what is left of a window of 60 seconds, of which others have used a part. */
const windowOf = (limit: number, used: number) => (call: number) => ({
	body: { documents: [], has_next: false, next_cursor: null },
	headers: {
		'x-ratelimit-limit': String(limit),
		'x-ratelimit-remaining': String(Math.max(limit - used - call - 1, 0)),
		'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 30),
	},
});
const unlimited = () => ({ body: { documents: [], has_next: false, next_cursor: null } });

it.each([
	['half of a window', windowOf(60, 0), 300, undefined, 30],
	['half of a window of an odd size', windowOf(61, 0), 300, undefined, 31],
	['what others leave of that half', windowOf(60, 20), 300, undefined, 10],
	['five, if others have used it', windowOf(60, 40), 300, undefined, 5],
	['all of 20 seconds', unlimited, 2_000, undefined, 10],
	['a shorter time that n8n gives', unlimited, 2_000, 8_000, 4],
	['20 seconds of a longer time', unlimited, 2_000, 300_000, 10],
	['one, if the first takes all the time', unlimited, 30_000, undefined, 1],
	['100 at most', unlimited, 1, undefined, 100],
])('a poll sends %s', async (_what, answer, latencyMs, budgetMs, expected) => {
	const { log, transport } = scripted(answer, latencyMs);
	const context = budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs };
	const budget = createBudget(context);
	const client = createClient(transport, { policies: [budget.policy] });
	const read = async () => {
		do await client.call(searchDocuments, { body: {} });
		while (budget.goesOn());
	};
	await settled(read());
	expect(log).toHaveLength(expected);
});
