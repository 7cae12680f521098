import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Sandbox } from '../../scripts/n8n/sandbox';
import { startSandbox } from '../../scripts/n8n/sandbox';
import { startDistant } from './distance';
import type { Sender } from './requests';
import { createSender, inParallel } from './requests';

/** A request in the service's own log; times in milliseconds since 1970. */
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
	/** Sends requests directly to the service, for preparation and checks. */
	readonly sender: Sender;
	setLatency(ms: number): Promise<void>;
	requests(): Promise<ServedRequest[]>;
	clearRequests(): Promise<void>;
	/** Starts every rate window again. */
	clearWindows(): Promise<void>;
	/** Waits until no rate window is open, so that no client remembers one. */
	windowsOver(): Promise<void>;
	/**
	 * Creates tasks that wait at an approval step (POST /workflows/{workflow_id}/{version}/initiate).
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

/** Responses are delayed by this time, in milliseconds, as from a service in the same region. */
export const latencyMs = 50;
const connections = 8;
/** Fewer than any rate limit that is measured. */
const tasksInWindow = 250;
const pollMs = 100;

/** The part of a sandbox's control interface that the measurements use. */
const controlAt = (url: string) => {
	const sender = createSender(1);
	const at = (place: string) => url + place;
	return {
		setLatency: async (ms: number) => void (await sender.send('PUT', at('/latency'), { ms })),
		clearWindows: async () => void (await sender.send('DELETE', at('/rate-windows'))),
		hasOpenWindows: async () =>
			state.parse((await sender.send('GET', at('/'))).body).rateWindows.length > 0,
		requests: async () => log.parse((await sender.send('GET', at('/requests'))).body).requests,
		clearRequests: async () => void (await sender.send('DELETE', at('/requests'))),
		close: () => sender.close(),
	};
};

/**
 * Initiates tasks whose first step is an approval, bypassing every rate limit, and returns their
 * ids.
 */
const initiateTasks = async (
	{ baseUrl }: Sandbox,
	sender: Sender,
	{ clearWindows }: ReturnType<typeof controlAt>,
	count: number,
): Promise<number[]> => {
	const url = `${baseUrl}/workflows/wf_mutual_nda/2/initiate`;
	const counterparty = { variable_id: 'counterparty', type: 'text', value: 'Aldgate Ltd' };
	const initiate = async () => {
		const { body } = await sender.send('POST', url, { variables: [counterparty] });
		return initiated.parse(body).task_id;
	};
	const ids: number[] = [];
	while (ids.length < count) {
		await clearWindows();
		const some = Array.from({ length: Math.min(tasksInWindow, count - ids.length) });
		ids.push(...(await inParallel(some, connections, initiate)));
	}
	await clearWindows();
	return ids;
};

/** The service that a job needs. */
export interface Wanted {
	readonly name: string;
	/** Options of `npm run sandbox`. */
	readonly sandbox: readonly string[];
	/** Whether the service is behind TLS and at a distance, instead of delaying its responses. */
	readonly isDistant?: boolean;
}

/** The same for jobs that can share a service. */
export const kindOf = ({ sandbox, isDistant = false }: Wanted): string =>
	[...sandbox, isDistant].join(' ');

/** Starts a sandbox whose responses take `latencyMs`, or one behind TLS at the same distance. */
export const startService = async (
	folder: string,
	{ name, sandbox: options, isDistant }: Wanted,
	signal: AbortSignal,
): Promise<Service> => {
	const usualMs = isDistant ? 0 : latencyMs;
	const sandbox = await startSandbox({
		port: 0,
		db: ':memory:',
		log: path.join(folder, `service-${name}.log`),
		args: ['--control-port', '0', '--latency-ms', String(usualMs), ...options],
		signal,
	});
	const address = new URL(sandbox.baseUrl);
	const distant = isDistant ? await startDistant(Number(address.port), latencyMs) : undefined;
	const baseUrl = distant
		? `https://${address.hostname}:${distant.port}${address.pathname.replace(/\/$/, '')}`
		: sandbox.baseUrl;
	const sender = createSender(connections, sandbox.apiKey);
	const { controlUrl } = sandbox;
	if (controlUrl === null) throw new Error('The sandbox has no control interface.');
	const control = controlAt(controlUrl);
	return {
		...sandbox,
		...control,
		baseUrl,
		sender,
		async windowsOver() {
			while (await control.hasOpenWindows()) await pause(pollMs, undefined, { signal });
		},
		async tasksToApprove(count) {
			await control.setLatency(0);
			const ids = await initiateTasks(sandbox, sender, control, count);
			await control.setLatency(usualMs);
			return ids;
		},
		async stop() {
			sender.close();
			control.close();
			distant?.close();
			await sandbox.stop();
		},
	};
};
