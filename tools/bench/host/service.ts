import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { SandboxOptions } from '../../sandbox/options';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { askService } from '../../scripts/demo/service';
import { eventually } from '../../scripts/n8n/eventually';

/** A sandbox of the service as the measurements use it. */
export interface Service extends Sandbox {
	/**
	 * Creates tasks that wait at an approval step (POST /workflows/{workflow_id}/{version}/initiate),
	 * bypassing every rate limit.
	 * @returns their ids
	 */
	tasksToApprove(count: number): Promise<number[]>;
	/** Breaks each connection after some lists of tasks, until so many milliseconds later. */
	goDown(afterLists: number, ms: number): { readonly isUp: Promise<void> };
}

const initiated = z.object({ task_id: z.number() });

/** Responses are delayed by this time, in milliseconds, as from a service in the same region. */
export const latencyMs = 50;
/** Fewer than any rate limit that is measured. */
const tasksAtOnce = 50;

const counterparty = { variable_id: 'counterparty', type: 'text', value: 'Aldgate Ltd' };

/** Starts a sandbox whose responses take `latencyMs`. */
export const startService = async (
	options: Partial<SandboxOptions>,
	signal: AbortSignal,
): Promise<Service> => {
	const sandbox = await createSandbox({ latencyMs, ...options });
	const initiate = async () => {
		const body = { variables: [counterparty] };
		const answer = await askService(sandbox, '/workflows/wf_mutual_nda/2/initiate', body);
		return initiated.parse(answer).task_id;
	};
	return {
		...sandbox,
		async tasksToApprove(count) {
			const ids: number[] = [];
			sandbox.setLatency({ ms: 0 });
			while (ids.length < count) {
				const some = Array.from({ length: Math.min(tasksAtOnce, count - ids.length) }, initiate);
				ids.push(...(await Promise.all(some)));
				sandbox.clearRateWindows();
			}
			sandbox.setLatency({ ms: latencyMs });
			return ids;
		},
		goDown(afterLists, ms) {
			const endpoint = 'listTasks';
			sandbox.addFault({ endpoint, kind: 'delay', delayMs: 1, count: afterLists });
			sandbox.addFault({ endpoint, kind: 'reset', count: 1_000_000 });
			sandbox.clearRequests();
			const isDown = () => sandbox.requests().length > afterLists || undefined;
			const down = eventually('Too few lists were read', isDown, { signal });
			const over = down.then(async () => await pause(ms, undefined, { signal }));
			return { isUp: over.then(() => sandbox.clearFaults()) };
		},
	};
};
