import { expect, it } from '@jest/globals';
import { readSpeed } from '../../tools/bench/results';
import { intervalOf, runContests, verdictOf } from '../../tools/bench/versions/compare';
import { defaultVersion } from '../../tools/scripts/n8n/installation/versions';

it('the published figures are of the newest tested n8n', async () => {
	expect((await readSpeed()).n8n).toBe(defaultVersion);
});

// By the binomial distribution, with 1 % on each side.
it.each([
	[6, 0, Infinity],
	[7, 1, 7],
	[10, 1, 10],
	[14, 3, 12],
	[20, 5, 16],
])('the interval of %d rounds is from the one of rank %d to that of rank %d', (count, from, to) => {
	const ratios = Array.from({ length: count }, (_, index) => count - index);
	expect(intervalOf(ratios)).toMatchObject({ from, to });
});

const none: string[] = [];
const noFigures = { wallMs: 0, growthMb: 0, spanMs: 0, requests: 0, refused: 0 };

/** Compares two versions whose runs take so much of the processor, one after the other. */
const compare = async (
	now: readonly number[],
	before: readonly number[],
	{ mostRounds = 20, deadline = Infinity, nowFaults = none, beforeFaults = none } = {},
) => {
	const order: string[] = [];
	const version = (name: string, times: readonly number[], faults: string[]) => ({
		warmUp: () => Promise.resolve(),
		run: () => {
			const earlier = order.filter((one) => one === name).length;
			order.push(name);
			const figures = { ...noFigures, cpuMs: times[earlier % times.length] ?? 0 };
			return Promise.resolve({ figures, faults });
		},
	});
	const contest = {
		...{ job: 'job', rounds: [], faults: new Set<string>() },
		now: version('now', now, nowFaults),
		before: version('before', before, beforeFaults),
	};
	const { signal } = new AbortController();
	await runContests([contest], { mostRounds, deadline, signal }, () => undefined);
	return { verdict: verdictOf(contest), rounds: contest.rounds.length, order };
};

// In the second one, n8n collects its garbage in the first or the second run of a round, by turns.
it.each([
	['slower', 20, 'takes a tenth more each time', [110, 113, 108], [100, 102, 99], {}],
	['not slower', 7, 'takes no more in the better of two runs', [190, 100, 103, 193], [100], {}],
	['unsure', 20, 'varies more than it differs', [100, 100, 200, 200], [150], {}],
	['unsure', 6, 'ran too few rounds', [200], [100], { mostRounds: 6 }],
	['unsure', 0, 'had no time', [200], [100], { deadline: Date.now() - 1 }],
	['wrong', 7, 'was fast with a wrong result', [50], [100], { nowFaults: ['None'] }],
])(
	'the verdict is %s after %d rounds of what %s',
	async (verdict, rounds, _name, now, before, more) => {
		expect(await compare(now, before, more)).toMatchObject({ verdict, rounds });
	},
);

it('each version runs twice in a round, and begins every other one', async () => {
	const { order } = await compare([100], [100], { mostRounds: 2 });
	const [olderFirst, newerFirst] = [
		['before', 'now', 'now', 'before'],
		['now', 'before', 'before', 'now'],
	];
	expect(order).toEqual([...olderFirst, ...newerFirst, ...olderFirst]);
});

it('an older version that cannot do a job is told as such', async () => {
	await expect(compare([1], [1], { beforeFaults: ['n8n answered 500'] })).rejects.toThrow(
		"The older version does not do 'job': n8n answered 500. Choose a newer ref",
	);
});
