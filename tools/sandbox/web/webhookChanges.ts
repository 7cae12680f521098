import type { Service } from '../service';
import type { Template } from '../webhooks/template';

/** Changes the template of a subscription; false if there is no such subscription. */
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
 * Sends a delivery once more, with the current template of its subscription. False if there is no
 * such delivery, it is already waiting, or its subscription was deleted.
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
