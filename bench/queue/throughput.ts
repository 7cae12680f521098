import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { QueueStack } from '../../scripts/queue/bringUp';
import { bringUpQueue } from '../../scripts/queue/bringUp';
import { runScript } from '../../scripts/script';
import { step } from '../../scripts/step';
import type { Approved } from '../../test/queue/decisions';
import { decisionsIn } from '../../test/queue/decisions';
import { median } from '../report/figures';
import { writeImage, writeResult } from '../results';
import {
	approveOnWorkers,
	figuresOf,
	limits,
	ratioOf,
	refusedPart,
	underLimit,
} from './runApprovals';
import { drawWorkers } from './workersChart';
import type { ByWorkers, Measured } from './workersReport';
import { manyTasks, readWorkers, workersTable } from './workersReport';

/*
 * How many approvals one, two and four workers make, with and without a rate limit, and how four
 * workers approve 10,000 tasks. Writes the figures and the picture of docs/benchmark.md.
 */

const rounds = Number(process.env.CONTRACT_WORKFLOW_ROUNDS ?? 3);
const most = 4;
const unlimited = 1_000_000;

/** The medians of some rounds with the current number of workers. */
const measure = async (stack: QueueStack, workers: number): Promise<ByWorkers> => {
	const limited: Approved[] = [];
	const free: Approved[] = [];
	for (let round = 0; round < rounds; round += 1) {
		limited.push(await approveOnWorkers(stack, limits, underLimit, figuresOf));
		free.push(await approveOnWorkers(stack, { rateLimit: unlimited }, [2_000, 20], figuresOf));
	}
	return {
		workers,
		seconds: median(limited.map(({ seconds }) => seconds)),
		ratio: median(limited.map(ratioOf)),
		refused: median(limited.map(refusedPart)),
		perSecond: median(free.map(({ tasks, seconds }) => tasks / seconds)),
	};
};

/** Which worker ran each execution, from n8n's own logs. */
const workersOf = async ({ folders }: QueueStack): Promise<ReadonlyMap<string, number>> => {
	const ran = new Map<string, number>();
	for (const [worker, folder] of folders.workers.entries()) {
		const log = await readFile(path.join(folder, 'n8n.log'), 'utf8');
		for (const [, id = ''] of log.matchAll(/Worker started execution (\d+) /g)) ran.set(id, worker);
	}
	return ran;
};

/** Measures and draws 10,000 tasks on all workers. */
const measureMany = async (stack: QueueStack): Promise<Measured['many']> => {
	const [tasks, executions] = [10_000, 100] as const;
	const more = { rateLimit: 1_500, windowSeconds: 10 };
	return await approveOnWorkers(
		stack,
		more,
		[tasks, executions],
		async (outcome, parts, sandbox) => {
			const decisions = decisionsIn(sandbox);
			const began = Math.min(...decisions.map(({ receivedAt }) => receivedAt));
			const at = (time: number) => (time - began) / 1000;
			const ran = await workersOf(stack);
			const drawn = parts.map((ids, index) => {
				const part = new Set(ids);
				const own = decisions.filter(({ task }) => part.has(task));
				return {
					worker: ran.get(outcome.executions[index] ?? '') ?? -1,
					from: at(Math.min(...own.map(({ receivedAt }) => receivedAt))),
					to: at(Math.max(...own.map(({ answeredAt }) => answeredAt))),
					count: ids.length,
				};
			});
			const approved = decisions.filter(({ status }) => status === 200);
			const picture = drawWorkers({
				workers: most,
				executions: drawn,
				approved: approved.map(({ answeredAt }) => at(answeredAt)),
				windowEnds: outcome.windowEnds.map(at),
			});
			await writeImage('four-workers', picture);
			const byWorker = Array.from({ length: most }, (_, worker) =>
				drawn.filter((one) => one.worker === worker).reduce((sum, { count }) => sum + count, 0),
			);
			const { seconds } = outcome;
			const refused = refusedPart(outcome);
			return { tasks, executions, seconds, refused, byWorker };
		},
	);
};

const prove = async (signal: AbortSignal): Promise<void> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-workers-'));
	try {
		const stack = await bringUpQueue({ folder, workers: most, webhooks: 1, recipes: [], signal });
		try {
			const many = await step('10,000 tasks', async () => await measureMany(stack));
			const rows: ByWorkers[] = [];
			for (const workers of [4, 2, 1]) {
				await Promise.all(stack.workers.slice(workers).map(async (worker) => await worker.stop()));
				rows.unshift(await step(`${workers} workers`, async () => await measure(stack, workers)));
			}
			await writeResult('workers', { rounds, byWorkers: rows, many });
			const measured = await readWorkers();
			console.log(`${workersTable(measured)}\n${manyTasks(measured)}`);
		} finally {
			await stack.stop();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

void runScript(prove);
