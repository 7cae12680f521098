import { batching } from '../../host/nodes';
import { latencyMs } from '../../host/service';
import type { Bench, Job } from '../../job';
import { atMost, exactly, extra, figuresOf, ratio } from '../../report/goals';
import type { Decisions } from '../../ways/decisions';
import { approve, approveByHttp, deciding } from '../../ways/decisions';

const count = 600;
const limit = 300;
const windowSeconds = 10;
/** Assumed requests in flight for a burst. */
const burstParallel = 50;

const turns = Math.ceil(count / limit) - 1;
/** All windows except the last one completely, then a burst. */
const leastMs = turns * windowSeconds * 1000 + (limit * latencyMs) / burstParallel;
/** Allowed for each reset of the window, because the service reports its end in whole seconds. */
const allowedMsPerTurn = 1500;

const input = async ({ service }: Bench): Promise<Decisions> => {
	await service.windowsOver();
	return { ids: await service.tasksToApprove(count) };
};

const ours = deciding({ name: 'Approve or Reject', side: 'ours', steps: approve }, input);
const atOnce = deciding(
	{
		name: 'Approve or Reject, two executions in parallel',
		side: 'ours',
		steps: approve,
		calls: ({ ids }) => [{ ids: ids.slice(0, count / 2) }, { ids: ids.slice(count / 2) }],
	},
	input,
);
const tuned = deciding(
	{
		name: `Batching, ${limit / windowSeconds} each second`,
		side: 'rival',
		steps: approveByHttp(batching(limit / windowSeconds, 1000)),
	},
	input,
);
const defaults = deciding(
	{
		name: 'Defaults, continue on error',
		side: 'rival',
		mayFail: true,
		steps: approveByHttp({}, 'continueRegularOutput'),
	},
	input,
);

/** Approvals under a rate limit (P7, P8, P9). */
export const rateLimit: Job = {
	name: 'limit',
	title: `Approve ${count} tasks, ${limit} requests in ${windowSeconds} s allowed`,
	sandbox: ['--rate-limit', String(limit), '--window-seconds', String(windowSeconds)],
	mostRounds: 3,
	// The time depends on the windows, not on the processor.
	ignoresNoise: true,
	ways: [ours, tuned, defaults, atOnce],
	goals: (medians) => {
		const { wallMs, refused } = figuresOf(medians, ours.name);
		const both = figuresOf(medians, atOnce.name);
		return [
			atMost('P7', 'time', wallMs / 1000, (leastMs + turns * allowedMsPerTurn) / 1000, 's'),
			exactly('P7', 'tasks lost', extra(medians, ours.name, 'lost'), 0),
			atMost('P7', 'requests refused', refused / count, 0.01),
			atMost('P8', 'wall, to batching', ratio(medians, 'wallMs', ours.name, tuned.name), 0.65),
			atMost('P9', 'time, to one execution of all', both.wallMs / wallMs, 1.1),
			atMost('P9', 'requests refused', both.refused / count, 0.01),
		];
	},
};
