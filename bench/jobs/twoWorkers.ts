import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bringUpQueue } from '../../scripts/queue/bringUp';
import type { Job, Way } from '../job';
import {
	approveOnWorkers,
	figuresOf as figuresAlone,
	limits,
	ratioOf,
	refusedPart,
	underLimit,
} from '../queue/runApprovals';
import { noFigures } from '../report/figures';
import { atMost, extra } from '../report/goals';

const workers = 2;
const [tasks, executions] = underLimit;

const ours: Way = {
	name: 'Approve or Reject',
	side: 'ours',
	async prepare({ signal }) {
		const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-workers-'));
		const remove = async () => await rm(folder, { recursive: true, force: true });
		const size = { workers, webhooks: 1 };
		const stack = await bringUpQueue({ folder, ...size, recipes: [], signal }).catch(
			async (error: unknown) => {
				await remove();
				throw error;
			},
		);
		return {
			async run() {
				const outcome = await approveOnWorkers(stack, limits, underLimit, figuresAlone);
				const ms = outcome.seconds * 1000;
				const figures = {
					...noFigures,
					wallMs: ms,
					spanMs: ms,
					requests: tasks + outcome.refused,
					refused: outcome.refused,
					more: { refusedPart: refusedPart(outcome), toLeast: ratioOf(outcome) },
				};
				return { figures, faults: [] };
			},
			async stop() {
				await stack.stop();
				await remove();
			},
		};
	},
};

/** Approvals on two workers that share a key and its rate limit (P18). */
export const twoWorkers: Job = {
	name: 'workers',
	title: `Approve ${tasks.toLocaleString('en')} tasks on ${workers} workers, ${limits.rateLimit} requests in ${limits.windowSeconds} s allowed`,
	sandbox: [],
	mostRounds: 3,
	ignoresNoise: true,
	ways: [ours],
	goals: (medians) => [
		atMost(
			'P18',
			`requests refused, in ${executions} executions`,
			extra(medians, ours.name, 'refusedPart'),
			0.05,
		),
		atMost('P18', 'time, to the least', extra(medians, ours.name, 'toLeast'), 1.1),
	],
};
