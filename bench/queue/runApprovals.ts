import type { SandboxOptions } from '../../sandbox/options';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { QueueStack } from '../../scripts/queue/bringUp';
import { makeTasks, publishApprovals, storeKey } from '../../test/queue/approvals';
import type { Approved } from '../../test/queue/decisions';
import { approveInParts, partsOf } from '../../test/queue/decisions';

/* Approvals on the workers of an n8n in queue mode. */

/** Maximum requests with one key in ten seconds. */
export const limits = { rateLimit: 300, windowSeconds: 10 };

/** The number of tasks, and of executions. */
export const underLimit = [1_000, 10] as const;

/** Responses are delayed by this time, as from a service in the same region. */
const service: Partial<SandboxOptions> = {
	tasks: 0,
	documents: 0,
	latencyMs: 50,
	latencySpreadMs: 20,
	requestLogSize: 50_000,
};

/** The result, with the id of each execution. */
export type Outcome = Approved & { readonly executions: readonly string[] };

/** Approves so many tasks in a separate sandbox. */
export const approveOnWorkers = async <Result>(
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

/** The share of all requests that was refused. */
export const refusedPart = ({ refused, tasks }: Approved): number => refused / (refused + tasks);
/** The time, as a ratio to the time that the rate limit itself takes. */
export const ratioOf = ({ seconds, leastSeconds }: Approved): number => seconds / leastSeconds;
/** Only the figures. */
export const figuresOf = async (outcome: Outcome): Promise<Approved> =>
	await Promise.resolve(outcome);
