import { describe, expect, it } from '@jest/globals';
import type { Contest } from '../../tools/bench/versions/compare';
import { runContests, verdictOf } from '../../tools/bench/versions/compare';

const judged = ['cpuMs'] as const;
const noFigures = { wallMs: 0, cpuMs: 0, growthMb: 0, requests: 0, refused: 0 };
const warmUp = () => Promise.resolve();

/**
 * A job whose runs take so much of the processor, round by round; the first round is the warm-up.
 * @param garbage what one of the two runs of this version takes more, the first or the second by turns
 */
const contestOf = (
	now: readonly number[],
	before: readonly number[],
	faults: string[] = [],
	garbage = 0,
) => {
	const order: string[] = [];
	const version = (name: string, times: readonly number[]) => {
		let runs = 0;
		return {
			warmUp,
			run: () => {
				order.push(name);
				const round = Math.max(Math.floor(runs / 2) - 1, 0);
				const isHit = name === 'now' && runs % 2 === round % 2;
				const cpuMs = (times[round % times.length] ?? 0) + (isHit ? garbage : 0);
				runs += 1;
				return Promise.resolve({
					figures: { ...noFigures, cpuMs },
					faults: name === 'now' ? faults : [],
				});
			},
		};
	};
	const contest: Contest = {
		job: 'job',
		way: 'way',
		now: version('now', now),
		before: version('before', before),
		rounds: [],
		faults: new Set(),
	};
	return { contest, order };
};

const run = async (contest: Contest, mostRounds = 20, deadline = Infinity) => {
	const { signal } = new AbortController();
	await runContests([contest], { judged, mostRounds, deadline, signal }, () => undefined);
	return verdictOf(contest, { judged });
};

describe('the comparison of two versions', () => {
	it('finds a job that takes a tenth more in every round, and runs all rounds', async () => {
		const { contest } = contestOf([110, 113, 108], [100, 102, 99]);
		expect(await run(contest)).toBe('slower');
		expect(contest.rounds).toHaveLength(20);
	});

	it('ends as soon as a job is surely not slower', async () => {
		const { contest } = contestOf([100, 103, 99], [100, 102, 99]);
		expect(await run(contest)).toBe('not slower');
		expect(contest.rounds).toHaveLength(7);
	});

	it('does not call slower what varies more than it differs', async () => {
		const { contest } = contestOf([100, 150, 180, 90, 130], [130, 100, 100, 160, 120]);
		expect(await run(contest)).toBe('unsure');
	});

	it('says nothing after too few rounds', async () => {
		const { contest } = contestOf([200], [100]);
		expect(await run(contest, 6)).toBe('unsure');
		expect(await run(contestOf([200], [100]).contest, 20, Date.now() - 1)).toBe('unsure');
	});

	it('runs each version twice in a round, and lets it begin every other one', async () => {
		const { contest, order } = contestOf([100], [100]);
		await run(contest, 2);
		const [olderFirst, newerFirst] = [
			['before', 'now', 'now', 'before'],
			['now', 'before', 'before', 'now'],
		];
		expect(order).toEqual([...olderFirst, ...newerFirst, ...olderFirst]);
	});

	it('counts the better of two runs, as n8n collects its garbage in some', async () => {
		const { contest } = contestOf([100, 103], [100, 102], [], 90);
		expect(await run(contest)).toBe('not slower');
	});

	it('fails a wrong result, however fast it was', async () => {
		const { contest } = contestOf([50], [100], ['3 tasks were not approved']);
		expect(await run(contest)).toBe('wrong');
	});

	it('says what to do when the older version cannot do a job', async () => {
		const { contest } = contestOf([100], [100]);
		const before = {
			warmUp,
			run: () => Promise.resolve({ figures: noFigures, faults: ['n8n answered 500'] }),
		};
		await expect(run({ ...contest, before })).rejects.toThrow(
			"The older version does not do 'job' (way): n8n answered 500. Choose a newer ref",
		);
	});
});
