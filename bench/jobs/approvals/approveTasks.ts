import { batching } from '../../host/nodes';
import type { Bench, Job } from '../../job';
import { atMost, ratio } from '../../report/goals';
import { approve, approveByHttp, deciding, decidingFloor } from '../../ways/decisions';

const count = 1000;
const parallel = 50;

const input = async ({ service }: Bench) => ({ ids: await service.tasksToApprove(count) });

const ours = deciding({ name: 'Approve or Reject', side: 'ours', steps: approve }, input);
const rival = deciding({ name: 'Defaults', side: 'rival', steps: approveByHttp({}) }, input);
const batched = deciding(
	{
		name: 'Batching, 50 each second',
		side: 'rival',
		rounds: 1,
		steps: approveByHttp(batching(50, 1000)),
	},
	input,
);
const floor = decidingFloor(`Floor, ${parallel} in parallel`, parallel, input);

/** Many approvals without a rate limit (P5, P13). */
export const approveTasks: Job = {
	name: 'approve',
	title: `Approve ${count.toLocaleString('en')} tasks`,
	sandbox: ['--rate-limit', '1000000000'],
	ways: [ours, rival, batched, floor],
	goals: (medians) => {
		const cpu = ratio(medians, 'cpuMs', ours.name, rival.name);
		return [
			atMost('P5', 'wall, to HTTP Request', ratio(medians, 'wallMs', ours.name, rival.name), 0.75),
			atMost('P5', 'CPU, to HTTP Request', cpu, 0.65),
			atMost('P5', 'span, to the floor', ratio(medians, 'spanMs', ours.name, floor.name), 1.8),
			atMost('P13', 'CPU of an item with an expression, to HTTP Request', cpu, 0.65),
		];
	},
};
