import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../scripts/n8n/port';
import type { Sandbox } from '../scripts/n8n/sandbox';
import { startSandbox } from '../scripts/n8n/sandbox';
import type { Sender } from './requests';
import { createSender, inParallel } from './requests';

/** A request as the service's own log tells it; times in milliseconds since 1970. */
export interface ServedRequest {
	readonly endpoint: string;
	readonly path: string;
	readonly body?: unknown;
	readonly status: number;
	readonly receivedAt: number;
	readonly answeredAt: number;
}

/** A sandbox of the service as the measurements use it. */
export interface Service extends Sandbox {
	/** Straight to the service, for preparation and checks. */
	readonly sender: Sender;
	setLatency(ms: number): Promise<void>;
	requests(): Promise<ServedRequest[]>;
	clearRequests(): Promise<void>;
	/** Lets every rate window begin anew. */
	clearWindows(): Promise<void>;
	/** Waits until no rate window is open, so that no client remembers one. */
	windowsOver(): Promise<void>;
	/**
	 * Makes tasks that wait at an approval step (POST /workflows/{workflow_id}/{version}/initiate).
	 * @returns their ids
	 */
	tasksToApprove(count: number): Promise<number[]>;
}

const time = z
	.string()
	.nullable()
	.transform((text) => (text === null ? Infinity : Date.parse(text)));
const log = z.object({
	requests: z.array(
		z.object({
			endpoint: z.string().nullable().transform(String),
			path: z.string(),
			body: z.unknown(),
			status: z.number().nullable().transform(Number),
			receivedAt: z.string().transform((text) => Date.parse(text)),
			answeredAt: time,
		}),
	),
});
const state = z.object({ rateWindows: z.array(z.unknown()) });
const initiated = z.object({ task_id: z.number() });

/** Answers are late by this much, in milliseconds: the distance of a service in the same region. */
export const latencyMs = 50;
const preparing = 8;
/** Fewer than any rate limit that is measured. */
const preparedAtOnce = 250;
const pollMs = 100;

/**
 * Starts a sandbox whose answers take `latencyMs`.
 * @param options more options of `npm run sandbox`
 */
export const startService = async (
	folder: string,
	name: string,
	options: readonly string[],
	signal: AbortSignal,
): Promise<Service> => {
	const controlPort = await freePort();
	const sandbox = await startSandbox({
		port: 0,
		db: ':memory:',
		log: path.join(folder, `${name}.log`),
		args: ['--control-port', String(controlPort), '--latency-ms', String(latencyMs), ...options],
		signal,
	});
	const sender = createSender(preparing, sandbox.apiKey);
	const control = createSender(1);
	const at = (place: string) => `http://127.0.0.1:${controlPort}${place}`;
	const setLatency = async (ms: number) => void (await control.send('PUT', at('/latency'), { ms }));
	const clearWindows = async () => void (await control.send('DELETE', at('/rate-windows')));
	return {
		...sandbox,
		sender,
		setLatency,
		clearWindows,
		async requests() {
			return log.parse((await control.send('GET', at('/requests'))).body).requests;
		},
		async clearRequests() {
			await control.send('DELETE', at('/requests'));
		},
		async windowsOver() {
			const isOpen = async () =>
				state.parse((await control.send('GET', at('/'))).body).rateWindows.length > 0;
			while (await isOpen()) await pause(pollMs, undefined, { signal });
		},
		async tasksToApprove(count) {
			await setLatency(0);
			const url = `${sandbox.baseUrl}/workflows/wf_mutual_nda/2/initiate`;
			const counterparty = { variable_id: 'counterparty', type: 'text', value: 'Aldgate Ltd' };
			const ids: number[] = [];
			while (ids.length < count) {
				await clearWindows();
				const some = Array.from({ length: Math.min(preparedAtOnce, count - ids.length) });
				const answers = await inParallel(some, preparing, async () =>
					initiated.parse((await sender.send('POST', url, { variables: [counterparty] })).body),
				);
				ids.push(...answers.map(({ task_id }) => task_id));
			}
			await clearWindows();
			await setLatency(latencyMs);
			return ids;
		},
		async stop() {
			sender.close();
			control.close();
			await sandbox.stop();
		},
	};
};
