import path from 'node:path';
import { z } from 'zod';
import { askService } from '../../scripts/demo/service';
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
	/** Sends a POST request directly to the service, for preparation and checks. */
	post(path: string, body: object): Promise<unknown>;
	/** Does something without the delay of the responses. */
	withoutDelay<Result>(work: () => Promise<Result>): Promise<Result>;
	requests(): Promise<readonly ServedRequest[]>;
	clearRequests(): Promise<void>;
	/**
	 * Creates tasks that wait at an approval step (POST /workflows/{workflow_id}/{version}/initiate),
	 * bypassing every rate limit.
	 * @returns their ids
	 */
	tasksToApprove(count: number): Promise<number[]>;
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
	const post = async (place: string, body: object) => await askService(sandbox, place, body);
	const control = async (method: string, place: string, body?: object): Promise<unknown> => {
		const response = await fetch(`${sandbox.controlUrl}${place}`, {
			method,
			// A connection that was kept may have ended meanwhile.
			headers: { connection: 'close', ...(body && { 'Content-Type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${method} ${place} was answered with ${response.status}`);
		return await response.json();
	};
	const initiate = async () =>
		initiated.parse(
			await post('/workflows/wf_mutual_nda/2/initiate', { variables: [counterparty] }),
		).task_id;
	const withoutDelay: Service['withoutDelay'] = async (work) => {
		await control('PUT', '/latency', { ms: 0 });
		const result = await work();
		await control('PUT', '/latency', { ms: latencyMs });
		return result;
	};
	return {
		...sandbox,
		post,
		withoutDelay,
		requests: async () => log.parse(await control('GET', '/requests')).requests,
		clearRequests: async () => void (await control('DELETE', '/requests')),
		tasksToApprove: async (count) =>
			await withoutDelay(async () => {
				const ids: number[] = [];
				while (ids.length < count) {
					const some = Array.from({ length: Math.min(tasksAtOnce, count - ids.length) }, initiate);
					ids.push(...(await Promise.all(some)));
					await control('DELETE', '/rate-windows');
				}
				return ids;
			}),
	};
};
