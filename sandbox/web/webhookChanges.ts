import type { Service } from '../service';
import type { Template } from '../webhooks/template';

/** Gives a subscription another template; false when there is no such subscription. */
export const changeTemplate = (
	{ store }: Service,
	subscriptionId: number,
	template: Template,
): boolean =>
	store.transaction(() => {
		const { changes } = store.sql.run`
			UPDATE subscriptions SET template = ${JSON.stringify(template)}
			WHERE subscription_id = ${subscriptionId}`;
		return Number(changes) > 0;
	});

/**
 * Sends a delivery once more, in the present form of its subscription's template; false when there
 * is no such delivery, it waits already, or its subscription is gone.
 */
export const redeliver = ({ store, clock, dispatcher }: Service, deliveryId: number): boolean =>
	store.transaction(() => {
		const { changes } = store.sql.run`
			UPDATE deliveries SET status = 'pending', next_attempt_at = ${clock.unshifted()}
			WHERE delivery_id = ${deliveryId} AND status <> 'pending'
				AND subscription_id IN (SELECT subscription_id FROM subscriptions)`;
		dispatcher.wake();
		return Number(changes) > 0;
	});
