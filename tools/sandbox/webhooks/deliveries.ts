import type { Store } from '../store/database';
import { readJson } from '../store/sql';
import type { FormName, WebhookEvent, WebhookRequest } from './forms';
import { webhookRequest } from './forms';

/** An event to send to a subscriber now. */
export interface Delivery {
	readonly deliveryId: number;
	readonly url: string;
	readonly request: WebhookRequest;
}

/** The result of one attempt: the response's status, or why there was none. */
export interface Attempt {
	readonly at: string;
	readonly status: number | null;
	readonly error: string | null;
	/** The body of the response, shortened; null if there was no response. */
	readonly answer: string | null;
}

/** Some of the deliveries that are due, oldest first. */
export const dueDeliveries = ({ sql }: Store, now: number): Delivery[] =>
	sql.all`
		SELECT delivery_id, d.event, d.fields, d.created_at, url, signing_key, form
		FROM deliveries d JOIN subscriptions s ON s.subscription_id = d.subscription_id
		WHERE status = 'pending' AND next_attempt_at <= ${now} ORDER BY delivery_id LIMIT 20
	`.map((row) => {
		const deliveryId = Number(row.delivery_id);
		const event: WebhookEvent = {
			...readJson<WebhookEvent>(row.fields),
			event: String(row.event),
			created_at: String(row.created_at),
			delivery_id: deliveryId,
		};
		const request = webhookRequest(row.form as FormName, event, String(row.signing_key));
		return { deliveryId, url: String(row.url), request };
	});

/** When the next delivery is due after `now`, in milliseconds since 1970; undefined for none. */
export const nextDueAfter = ({ sql }: Store, now: number): number | undefined => {
	const row = sql.get`
		SELECT min(next_attempt_at) AS at FROM deliveries
		WHERE status = 'pending' AND next_attempt_at > ${now}`;
	return typeof row?.at === 'number' ? row.at : undefined;
};

/** Maximum attempts of a delivery. */
export const mostAttempts = 6;
/** Time until the second attempt, in milliseconds; it doubles with each further one. */
const retryMs = 1000;

/** Records an attempt, and when the next one is due, if any. */
export const recordAttempt = (
	{ sql }: Store,
	{ deliveryId, request }: Delivery,
	attempt: Attempt,
	now: number,
): void => {
	const row = sql.get`SELECT attempts FROM deliveries WHERE delivery_id = ${deliveryId}`;
	// A reset of the sample data deletes deliveries.
	if (row === undefined) return;
	const attempts: Attempt[] = [...readJson<Attempt[]>(row.attempts), attempt];
	const isOver = attempt.error === null || attempts.length >= mostAttempts;
	const next = isOver ? null : now + retryMs * 2 ** (attempts.length - 1);
	const status = attempt.error === null ? 'delivered' : isOver ? 'failed' : 'pending';
	sql.run`
		UPDATE deliveries SET status = ${status}, next_attempt_at = ${next},
			attempts = ${JSON.stringify(attempts)}, request = ${JSON.stringify(request)}
		WHERE delivery_id = ${deliveryId} AND status = 'pending'`;
};

/** One event for one subscriber. */
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
