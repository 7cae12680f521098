import { latencyMs } from '../../host/service';
import type { Bench, Job } from '../../job';
import { approve, approveByHttp, deciding } from '../../ways/decisions';

const count = 500;

const input = async ({ service }: Bench) => ({ ids: await service.tasksToApprove(count) });

/** Approvals as users run them: each call of n8n opens a connection with TLS. */
export const approveOverTls: Job = {
	name: 'tls',
	title: `Approve ${count} tasks over TLS, ${latencyMs} ms away`,
	sandbox: ['--rate-limit', '1000000000'],
	isDistant: true,
	ways: [
		deciding({ name: 'Approve or Reject', side: 'ours', steps: approve }, input),
		deciding({ name: 'Defaults', side: 'rival', steps: approveByHttp({}) }, input),
	],
	goals: () => [],
};
