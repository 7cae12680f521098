import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isoTime } from '../clock';
import { organizations } from '../seed/accounts';
import type { Service } from '../service';
import type { Store } from '../store/database';
import type { FormName, WebhookEvent } from './forms';
import { formNames } from './forms';

/** A subscriber to events. */
export const subscriptionInput = z
	.object({
		url: z.string().url('must be an address'),
		/** The form of its deliveries. */
		form: z.enum(formNames).default('flat'),
		/** Signs deliveries, or is sent with them, depending on the form. Generated if absent. */
		signing_key: z.string().min(1).optional(),
	})
	.strict();

export type SubscriptionInput = z.input<typeof subscriptionInput>;

export interface Subscription {
	readonly subscription_id: number;
	readonly event: string;
	readonly url: string;
	readonly form: FormName;
	readonly signing_key: string;
}

/** Subscribes a URL to the event of comments in the main organization. */
export const subscribe = ({ sql }: Store, input: SubscriptionInput): Subscription => {
	const { url, form, signing_key: given } = subscriptionInput.parse(input);
	const signing_key = given ?? randomBytes(24).toString('base64url');
	const event = 'flows.tasks.commented';
	const { lastInsertRowid } = sql.run`
		INSERT INTO subscriptions (org_id, event, url, signing_key, form)
		VALUES (${organizations.main}, ${event}, ${url}, ${signing_key}, ${form})`;
	return { subscription_id: Number(lastInsertRowid), event, url, form, signing_key };
};

/** Ends a subscription. Its deliveries stay in the log, and none is retried. */
export const unsubscribe = ({ sql }: Store, subscriptionId: number): boolean => {
	sql.run`
		UPDATE deliveries SET status = 'failed', next_attempt_at = NULL
		WHERE subscription_id = ${subscriptionId} AND status = 'pending'`;
	const { changes } = sql.run`
		DELETE FROM subscriptions WHERE subscription_id = ${subscriptionId}`;
	return Number(changes) > 0;
};

/** All subscriptions. */
export const subscriptions = ({ sql }: Store): Subscription[] =>
	sql.all`SELECT * FROM subscriptions ORDER BY subscription_id`.map((row) => ({
		subscription_id: Number(row.subscription_id),
		event: String(row.event),
		url: String(row.url),
		form: row.form as FormName,
		signing_key: String(row.signing_key),
	}));

/**
 * Queues an event for every subscriber of the organization, in the transaction of the request that
 * emits it. What was acknowledged is delivered, even after a crash.
 */
export const emit = (
	{ store, clock, dispatcher }: Service,
	organizationId: number,
	event: string,
	fields: Omit<WebhookEvent, 'event' | 'created_at' | 'delivery_id'>,
): void => {
	const now = isoTime(clock.now());
	store.sql.run`
		INSERT INTO deliveries (subscription_id, event, fields, status, created_at, next_attempt_at)
		SELECT subscription_id, event, ${JSON.stringify(fields)}, 'pending', ${now},
			${clock.unshifted()}
		FROM subscriptions WHERE org_id = ${organizationId} AND event = ${event}`;
	dispatcher.wake();
};
