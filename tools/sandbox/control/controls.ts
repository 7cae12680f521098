import { z } from 'zod';
import type { RateLimit } from '../api/rateLimit';
import { resetSampleData } from '../seed';
import type { Service } from '../service';
import { deactivateUser, reactivateUser } from '../store/members';
import type { RequestLog } from '../store/requestLog';
import { deliveries } from '../webhooks/deliveries';
import type { SubscriptionInput } from '../webhooks/subscriptions';
import { subscribe, subscriptions, unsubscribe } from '../webhooks/subscriptions';
import type { FaultInput, Faults } from './faults';

/** Time added to each response of the API, in milliseconds. */
export const latencyInput = z.object({ ms: z.number().min(0).max(60_000) }).strict();

/** What the controls work on. */
export interface ControlParts {
	readonly service: Service;
	readonly log: RequestLog;
	readonly rateLimit: RateLimit;
	readonly faults: Faults;
	/** Read before each response. */
	readonly latency: { ms: number };
}

/** What can be done to a running sandbox from outside of its API. */
export const createControls = (parts: ControlParts) => {
	const { service, log, rateLimit, faults, latency } = parts;
	const { store, clock } = service;
	const change = <Result>(work: () => Result): Result => store.transaction(work);
	return {
		/** The requests that the API received, oldest first. */
		requests: () => log.list(),
		clearRequests: () => log.clear(),
		/** Makes the next requests fail. */
		addFault: (fault: FaultInput) => faults.add(fault),
		faults: () => faults.list(),
		/** Drops the pending faults, and releases requests that wait. */
		clearFaults: () => faults.clear(),
		latency: () => ({ ...latency }),
		setLatency(wanted: z.input<typeof latencyInput>) {
			latency.ms = latencyInput.parse(wanted).ms;
		},
		/** How many milliseconds the sandbox's time is ahead of the real one. */
		clockShift: () => clock.shift,
		setClockShift(milliseconds: number) {
			clock.shift = milliseconds;
		},
		/** The rate windows that are open; `end` is in milliseconds since 1970. */
		rateWindows: () => rateLimit.windows(),
		clearRateWindows: () => rateLimit.clear(),
		/** Deactivates a user, and every key that they created (section 5). */
		deactivateUser: (userId: number) => change(() => deactivateUser(store, userId)),
		/** Makes a user active again; their keys stay invalid. */
		reactivateUser: (userId: number) => change(() => reactivateUser(store, userId)),
		subscribe: (subscription: SubscriptionInput) => change(() => subscribe(store, subscription)),
		/** Ends a subscription; false if there is none with that id. */
		unsubscribe: (subscriptionId: number) => change(() => unsubscribe(store, subscriptionId)),
		subscriptions: () => subscriptions(store),
		/** The delivery log of the webhooks, newest first. */
		deliveries: () => deliveries(store),
		/** Restores the sample data of the store. Keys, tokens and webhook URLs stay. */
		resetSampleData: () => change(() => resetSampleData(store, clock.now())),
	};
};

export type Controls = ReturnType<typeof createControls>;
