import type { Bench, Job } from '../../job';
import { approveGuarded, approveGuardedByHttp, deciding } from '../../ways/decisions';

const count = 500;

const input = async ({ service }: Bench) => ({ ids: await service.tasksToApprove(count) });

/** Decisions that are checked against the step where the task was seen. */
export const guardedDecisions: Job = {
	name: 'guarded',
	title: `Approve ${count} tasks, each only at its step`,
	sandbox: ['--rate-limit', '1000000000'],
	ways: [
		deciding({ name: 'Only If Current Step Is', side: 'ours', steps: approveGuarded }, input),
		deciding({ name: 'Get, Filter, approve', side: 'rival', steps: approveGuardedByHttp }, input),
	],
	goals: () => [],
};
