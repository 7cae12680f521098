import { setTimeout as pause } from 'node:timers/promises';
import type { ServedRequest } from '../../host/service';
import { latencyMs } from '../../host/service';
import type { Bench, Job } from '../../job';
import { underWay } from '../../report/figures';
import { atMost, extra, figuresOf } from '../../report/goals';
import { approve, checkDecisions, deciding } from '../../ways/decisions';

const count = 3000;
const slowMs = 500;
/** When the service becomes slow, and when it recovers, after the first request. */
const slowFrom = 1500;
const slowUntil = 7500;
/** How long before a change the requests in flight are counted. */
const lookMs = 1000;
const stepMs = 100;
/** The minimum share of the former requests in flight that counts as recovered. */
const recovered = 0.9;

/** Makes the service slow for a while, measured from the first request that reaches it. */
const disturb = async ({ service, signal }: Bench): Promise<void> => {
	while ((await service.requests()).length === 0) await pause(stepMs, undefined, { signal });
	await pause(slowFrom, undefined, { signal });
	await service.setLatency(slowMs);
	await pause(slowUntil - slowFrom, undefined, { signal });
	await service.setLatency(latencyMs);
};

/** Mean number of requests in flight between two times. */
const meanUnderWay = (requests: readonly ServedRequest[], from: number, until: number): number => {
	let sum = 0;
	let [last, count] = [from, 0];
	for (const change of underWay(requests)) {
		const at = Math.min(Math.max(change.at, from), until);
		sum += count * (at - last);
		[last, count] = [at, change.count];
	}
	return sum / (until - from);
};

/** How the number of requests in flight followed the service. */
const adaptation = (requests: readonly ServedRequest[]) => {
	const slow = requests.filter(
		({ answeredAt, receivedAt }) => answeredAt - receivedAt >= slowMs - 50,
	);
	const slowBegan = Math.min(...slow.map(({ receivedAt }) => receivedAt));
	const slowEnded = Math.max(...slow.map(({ answeredAt }) => answeredAt));
	const end = Math.max(...requests.map(({ answeredAt }) => answeredAt));
	const before = meanUnderWay(requests, slowBegan - lookMs, slowBegan);
	const during = meanUnderWay(requests, slowEnded - slowMs - lookMs, slowEnded - slowMs);
	let recoveredAt = slowEnded;
	while (
		recoveredAt < end &&
		meanUnderWay(requests, recoveredAt, recoveredAt + stepMs) < recovered * before
	) {
		recoveredAt += stepMs;
	}
	return { before, during, recoveryMs: recoveredAt - slowEnded };
};

const ours = deciding(
	{
		name: 'Approve or Reject',
		side: 'ours',
		steps: approve,
		meanwhile: disturb,
		check({ requests }, { ids }) {
			const { faults, more } = checkDecisions(requests, ids);
			return { faults, more: { ...more, ...adaptation(requests) } };
		},
	},
	async ({ service }) => ({ ids: await service.tasksToApprove(count) }),
);

/** Approvals while the service becomes slow and recovers (P6). */
export const slowService: Job = {
	name: 'slow',
	title: `Approve ${count.toLocaleString('en')} tasks while the service slows to ${slowMs} ms`,
	sandbox: ['--rate-limit', '1000000000'],
	mostRounds: 3,
	ignoresNoise: true,
	ways: [ours],
	goals: (medians) => [
		atMost('P6', 'most requests under way', figuresOf(medians, ours.name).inFlight, 50),
		atMost(
			'P6',
			'under way while slow, to before',
			extra(medians, ours.name, 'during') / extra(medians, ours.name, 'before'),
			0.75,
		),
		atMost('P6', 'time to recover', extra(medians, ours.name, 'recoveryMs') / 1000, 3, 's'),
	],
};
