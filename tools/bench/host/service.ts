import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { askService } from '../../scripts/demo/service';
import { control } from '../../scripts/demo/stage';
import { eventually } from '../../scripts/n8n/eventually';
import type { Sandbox } from '../../scripts/n8n/sandbox';
import { startSandbox } from '../../scripts/n8n/sandbox';

/** A request in the service's own log. */
export interface ServedRequest {
	readonly path: string;
	readonly body?: unknown;
	readonly status: number | null;
}

/** A sandbox of the service as the measurements use it. */
export interface Service extends Sandbox {
	requests(): Promise<readonly ServedRequest[]>;
	clearRequests(): Promise<void>;
	/**
	 * Creates tasks that wait at an approval step (POST /workflows/{workflow_id}/{version}/initiate),
	 * bypassing every rate limit.
	 * @returns their ids
	 */
	tasksToApprove(count: number): Promise<number[]>;
	/** Breaks each connection after some lists of tasks, until so many milliseconds later. */
	goDown(afterLists: number, ms: number): Promise<{ readonly isUp: Promise<void> }>;
}

const log = z.object({
	requests: z.array(
		z.object({ path: z.string(), body: z.unknown(), status: z.number().nullable() }),
	),
});
const initiated = z.object({ task_id: z.number() });

/** Responses are delayed by this time, in milliseconds, as from a service in the same region. */
export const latencyMs = 50;
/** Fewer than any rate limit that is measured. */
const tasksAtOnce = 50;

const counterparty = { variable_id: 'counterparty', type: 'text', value: 'Aldgate Ltd' };

/**
 * Starts a sandbox whose responses take `latencyMs`.
 * @param options of `npm run sandbox`
 */
export const startService = async (
	folder: string,
	options: readonly string[],
	signal: AbortSignal,
): Promise<Service> => {
	const sandbox = await startSandbox({
		port: 0,
		db: ':memory:',
		log: path.join(folder, 'service.log'),
		args: ['--control-port', '0', '--latency-ms', String(latencyMs), ...options],
		signal,
	});
	const change = async (method: string, path: string, body = {}): Promise<void> =>
		void (await control({ sandbox }, path, z.unknown(), body, method));
	const initiate = async () => {
		const body = { variables: [counterparty] };
		const answer = await askService(sandbox, '/workflows/wf_mutual_nda/2/initiate', body);
		return initiated.parse(answer).task_id;
	};
	const requests = async () => (await control({ sandbox }, '/requests', log)).requests;
	return {
		...sandbox,
		requests,
		clearRequests: async () => await change('DELETE', '/requests'),
		async tasksToApprove(count) {
			const ids: number[] = [];
			await change('PUT', '/latency', { ms: 0 });
			while (ids.length < count) {
				const some = Array.from({ length: Math.min(tasksAtOnce, count - ids.length) }, initiate);
				ids.push(...(await Promise.all(some)));
				await change('DELETE', '/rate-windows');
			}
			await change('PUT', '/latency', { ms: latencyMs });
			return ids;
		},
		async goDown(afterLists, ms) {
			const fault = { endpoint: 'listTasks', delayMs: 1 };
			await change('POST', '/faults', { ...fault, kind: 'delay', count: afterLists });
			await change('POST', '/faults', { ...fault, kind: 'reset', count: 1_000_000 });
			await change('DELETE', '/requests');
			const isDown = async () => (await requests()).length > afterLists || undefined;
			const down = eventually('Too few lists were read', isDown, { signal });
			const over = down.then(async () => await pause(ms, undefined, { signal }));
			return { isUp: over.then(async () => await change('DELETE', '/faults')) };
		},
	};
};
