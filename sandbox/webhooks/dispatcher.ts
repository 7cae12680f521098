import type { Clock } from '../clock';
import { isoTime } from '../clock';
import type { SandboxOptions } from '../options';
import type { Store } from '../store/database';
import { readJson } from '../store/json';
import type { EventFields, WebhookRequest } from './template';
import { render, template } from './template';

/** Sends queued deliveries, and tries again what could not be delivered. */
export interface Dispatcher {
	/** Looks for deliveries that are due, once the present transaction is over. */
	wake(): void;
	/** Ends; deliveries that are still queued are taken up at the next start. */
	stop(): Promise<void>;
}

interface Delivery {
	readonly deliveryId: number;
	readonly url: string;
	readonly request: WebhookRequest;
}

/** What became of one attempt: the answer's status, or why there was none. */
export interface Attempt {
	readonly at: string;
	readonly status: number | null;
	readonly error: string | null;
}

const timeoutMs = 10_000;
const longestWaitMs = 60_000;

const send = async (
	{ url, request }: Delivery,
	signal: AbortSignal,
): Promise<Omit<Attempt, 'at'>> => {
	// Loaded with the first delivery: most runs have none, and the sandbox is to be ready quickly.
	const { default: axios, isAxiosError } = await import('axios');
	try {
		const { status } = await axios.post(url, request.body, {
			headers: { ...request.headers },
			timeout: timeoutMs,
			maxRedirects: 0,
			proxy: false,
			signal,
			responseType: 'text',
			validateStatus: () => true,
		});
		const isDelivered = status >= 200 && status < 300;
		return { status, error: isDelivered ? null : `answered with ${status}` };
	} catch (error) {
		if (!isAxiosError(error)) throw error;
		return { status: null, error: error.message };
	}
};

const dueDeliveries = ({ sql }: Store, now: number): Delivery[] =>
	sql.all`
		SELECT delivery_id, d.event, d.fields, d.created_at, url, secret, template
		FROM deliveries d JOIN subscriptions s ON s.subscription_id = d.subscription_id
		WHERE status = 'pending' AND next_attempt_at <= ${now} ORDER BY delivery_id LIMIT 20
	`.map((row) => {
		const deliveryId = Number(row.delivery_id);
		const fields = {
			...readJson<EventFields>(row.fields),
			event: String(row.event),
			created_at: String(row.created_at),
			delivery_id: deliveryId,
		};
		const used = template.parse(readJson(row.template));
		return { deliveryId, url: String(row.url), request: render(used, fields, String(row.secret)) };
	});

/** Starts delivering from the store's queue. */
export const createDispatcher = (
	store: Store,
	clock: Clock,
	{ webhookAttempts, webhookRetryMs }: SandboxOptions,
): Dispatcher => {
	const { sql } = store;
	const abort = new AbortController();
	const inFlight = new Map<number, Promise<void>>();
	let timer: NodeJS.Timeout | undefined;

	const record = ({ deliveryId, request }: Delivery, attempt: Attempt): void => {
		const row = sql.get`SELECT attempts FROM deliveries WHERE delivery_id = ${deliveryId}`;
		const attempts: Attempt[] = [...readJson<Attempt[]>(row?.attempts), attempt];
		const isOver = attempt.error === null || attempts.length >= webhookAttempts;
		const wait = webhookRetryMs * 2 ** (attempts.length - 1);
		const next = isOver ? null : clock.unshifted() + wait;
		const status = attempt.error === null ? 'delivered' : isOver ? 'failed' : 'pending';
		sql.run`
			UPDATE deliveries SET status = ${status}, next_attempt_at = ${next},
				attempts = ${JSON.stringify(attempts)}, request = ${JSON.stringify(request)}
			WHERE delivery_id = ${deliveryId} AND status = 'pending'`;
	};

	const deliver = async (delivery: Delivery): Promise<void> => {
		const at = isoTime(clock.now());
		const outcome = await send(delivery, abort.signal);
		inFlight.delete(delivery.deliveryId);
		if (abort.signal.aborted) return;
		store.transaction(() => record(delivery, { at, ...outcome }));
		look();
	};

	const look = (): void => {
		clearTimeout(timer);
		if (abort.signal.aborted) return;
		for (const delivery of dueDeliveries(store, clock.unshifted())) {
			if (inFlight.has(delivery.deliveryId)) continue;
			inFlight.set(delivery.deliveryId, deliver(delivery));
		}
		const next = sql.get`
			SELECT min(next_attempt_at) AS at FROM deliveries
			WHERE status = 'pending' AND next_attempt_at > ${clock.unshifted()}`;
		if (next?.at === null || next === undefined) return;
		const wait = Math.min(longestWaitMs, Number(next.at) - clock.unshifted());
		timer = setTimeout(look, wait);
	};

	look();
	return {
		wake: () => void setImmediate(look),
		async stop() {
			abort.abort();
			clearTimeout(timer);
			await Promise.all(inFlight.values());
		},
	};
};

/** One event on its way to one subscriber. */
export interface LoggedDelivery {
	readonly delivery_id: number;
	readonly subscription_id: number;
	readonly event: string;
	readonly status: 'pending' | 'delivered' | 'failed';
	readonly created_at: string;
	readonly attempts: readonly Attempt[];
	/** What was sent; null before the first attempt. */
	readonly request: WebhookRequest | null;
}

/** The newest deliveries, newest first. */
export const deliveries = ({ sql }: Store): LoggedDelivery[] =>
	sql.all`SELECT * FROM deliveries ORDER BY delivery_id DESC LIMIT 200`.map((row) => ({
		delivery_id: Number(row.delivery_id),
		subscription_id: Number(row.subscription_id),
		event: String(row.event),
		status: row.status as LoggedDelivery['status'],
		created_at: String(row.created_at),
		attempts: readJson(row.attempts),
		request: readJson(row.request),
	}));
