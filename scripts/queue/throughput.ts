import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Table from 'cli-table3';
import type { SandboxOptions } from '../../sandbox/options';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { projectFolder } from '../n8n/places';
import { chosenVersion } from '../n8n/versions';
import { runScript } from '../script';
import { step } from '../step';
import { makeTasks, publishApprovals, storeKey } from './approvals';
import type { QueueStack } from './bringUp';
import { bringUpQueue } from './bringUp';
import type { Figures } from './figures';
import { approveInParts, decisionsIn, partsOf } from './figures';
import type { ByWorkers, Measured } from './measured';
import { manyTasks, writeMeasured } from './measured';
import { drawWorkers } from './picture';

/*
 * How many approvals one, two and four workers make, with and without a rate limit, and how 10,000 go
 * through four. Writes the figures and the picture of docs/scaling.md.
 */

const rounds = Number(process.env.CONTRACT_WORKFLOW_ROUNDS ?? 3);
const most = 4;
const unlimited = 1_000_000;

/** Answers are late by this much: the distance of a service in the same region. */
const service: Partial<SandboxOptions> = {
	tasks: 0,
	documents: 0,
	latencyMs: 50,
	latencySpreadMs: 20,
	requestLogSize: 50_000,
};

type Outcome = Figures & { readonly executions: readonly string[] };

/** Approves so many tasks of a sandbox of its own. */
const approve = async <Result>(
	{ n8n }: QueueStack,
	options: Partial<SandboxOptions>,
	[tasks, executions]: readonly [tasks: number, executions: number],
	use: (outcome: Outcome, parts: number[][], sandbox: Sandbox) => Promise<Result>,
): Promise<Result> => {
	const sandbox = await createSandbox({ ...service, ...options });
	try {
		const approvals = await publishApprovals(n8n, await storeKey(n8n, sandbox));
		const parts = partsOf(await makeTasks(sandbox, tasks), executions);
		const outcome = await approveInParts(sandbox, approvals, parts);
		if (outcome.notApproved + outcome.approvedTwice > 0) {
			throw new Error(`${outcome.notApproved} not approved, ${outcome.approvedTwice} twice.`);
		}
		return await use(outcome, parts, sandbox);
	} finally {
		await sandbox.stop();
	}
};

const median = (values: readonly number[]): number =>
	[...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

const refusedPart = ({ refused, tasks }: Figures): number => refused / (refused + tasks);
const ratioOf = ({ seconds, leastSeconds }: Figures): number => seconds / leastSeconds;
const figuresOf = async (outcome: Outcome): Promise<Figures> => await Promise.resolve(outcome);

/** The medians of some rounds with as many workers as run now. */
const measure = async (stack: QueueStack, workers: number): Promise<ByWorkers> => {
	const limited: Figures[] = [];
	const free: Figures[] = [];
	for (let round = 0; round < rounds; round += 1) {
		const limits = { rateLimit: 300, windowSeconds: 10 };
		limited.push(await approve(stack, limits, [1_000, 10], figuresOf));
		free.push(await approve(stack, { rateLimit: unlimited }, [2_000, 20], figuresOf));
	}
	return {
		workers,
		seconds: median(limited.map(({ seconds }) => seconds)),
		ratio: median(limited.map(ratioOf)),
		refused: median(limited.map(refusedPart)),
		perSecond: median(free.map(({ tasks, seconds }) => tasks / seconds)),
	};
};

/** Which worker ran each execution, by n8n's own logs. */
const workersOf = async ({ folders }: QueueStack): Promise<ReadonlyMap<string, number>> => {
	const ran = new Map<string, number>();
	for (const [worker, folder] of folders.workers.entries()) {
		const log = await readFile(path.join(folder, 'n8n.log'), 'utf8');
		for (const [, id = ''] of log.matchAll(/Worker started execution (\d+) /g)) ran.set(id, worker);
	}
	return ran;
};

/** 10,000 tasks through all workers, drawn. */
const measureMany = async (stack: QueueStack): Promise<Measured['many']> => {
	const [tasks, executions] = [10_000, 100] as const;
	const limits = { rateLimit: 1_500, windowSeconds: 10 };
	return await approve(stack, limits, [tasks, executions], async (outcome, parts, sandbox) => {
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
		await writeFile(path.join(projectFolder, 'docs', 'images', 'four-workers.svg'), picture);
		const byWorker = Array.from({ length: most }, (_, worker) =>
			drawn.filter((one) => one.worker === worker).reduce((sum, { count }) => sum + count, 0),
		);
		const { seconds } = outcome;
		const refused = refusedPart(outcome);
		return { tasks, executions, seconds, refused, byWorker };
	});
};

const show = (rows: readonly ByWorkers[]): void => {
	const head = ['Workers', 'Seconds', 'Of the least', 'Refused', 'Each second without a limit'];
	const table = new Table({ head, style: { head: [], border: [] } });
	for (const { workers, seconds, ratio, refused, perSecond } of rows) {
		table.push([
			workers,
			seconds.toFixed(1),
			ratio.toFixed(2),
			`${(100 * refused).toFixed(1)} %`,
			perSecond.toFixed(0),
		]);
	}
	console.log(table.toString());
};

const prove = async (signal: AbortSignal): Promise<void> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-workers-'));
	try {
		const stack = await bringUpQueue({ folder, workers: most, recipes: [], signal });
		try {
			const many = await step('10,000 tasks', async () => await measureMany(stack));
			const rows: ByWorkers[] = [];
			for (const workers of [4, 2, 1]) {
				await Promise.all(stack.workers.slice(workers).map(async (worker) => await worker.stop()));
				rows.unshift(await step(`${workers} workers`, async () => await measure(stack, workers)));
			}
			const measured = { n8n: chosenVersion(), rounds, byWorkers: rows, many };
			await writeMeasured(measured);
			show(rows);
			console.log(manyTasks(measured));
		} finally {
			await stack.stop();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

void runScript(prove);
