import type { Clock } from '../clock';
import { isoTime } from '../clock';
import type { Store } from '../store/database';
import type { Attempt, Delivery } from './deliveries';
import { dueDeliveries, nextDueAfter, recordAttempt } from './deliveries';

/** Sends queued deliveries, and retries failed ones. */
export interface Dispatcher {
	/** Checks for due deliveries, once the current transaction has ended. */
	wake(): void;
	/** Stops. Deliveries that are still queued continue at the next start. */
	stop(): Promise<void>;
}

const timeoutMs = 10_000;

/** Characters of a response that the log keeps. */
const keptOfAnswer = 500;

const shortened = (text: string): string =>
	text.length > keptOfAnswer ? `${text.slice(0, keptOfAnswer)}…` : text;

const postDelivery = async (
	{ url, request }: Delivery,
	signal: AbortSignal,
): Promise<Omit<Attempt, 'at'>> => {
	// Loaded with the first delivery: most runs have none, and the sandbox must start fast.
	const { default: axios, isAxiosError } = await import('axios');
	try {
		const { status, data } = await axios.post<string>(url, request.body, {
			headers: { ...request.headers },
			timeout: timeoutMs,
			maxRedirects: 0,
			proxy: false,
			signal,
			responseType: 'text',
			validateStatus: () => true,
		});
		const isDelivered = status >= 200 && status < 300;
		const error = isDelivered ? null : `answered with ${status}`;
		return { status, error, answer: shortened(data) };
	} catch (error) {
		if (!isAxiosError(error)) throw error;
		return { status: null, error: error.message, answer: null };
	}
};

/** Starts delivering from the store's queue. */
export const createDispatcher = (store: Store, clock: Clock): Dispatcher => {
	const abort = new AbortController();
	const inFlight = new Map<number, Promise<void>>();
	let timer: NodeJS.Timeout | undefined;

	const deliver = async (delivery: Delivery): Promise<void> => {
		const at = isoTime(clock.now());
		const outcome = await postDelivery(delivery, abort.signal);
		inFlight.delete(delivery.deliveryId);
		if (abort.signal.aborted) return;
		const attempt = { at, ...outcome };
		store.transaction(() => recordAttempt(store, delivery, attempt, clock.unshifted()));
		look();
	};

	const look = (): void => {
		clearTimeout(timer);
		if (abort.signal.aborted) return;
		for (const delivery of dueDeliveries(store, clock.unshifted())) {
			if (inFlight.has(delivery.deliveryId)) continue;
			inFlight.set(delivery.deliveryId, deliver(delivery));
		}
		const next = nextDueAfter(store, clock.unshifted());
		if (next === undefined) return;
		timer = setTimeout(look, next - clock.unshifted());
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
