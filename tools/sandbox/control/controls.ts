import type { RateLimit } from '../api/rateLimit';
import { isoTime } from '../clock';
import { organizations } from '../seed/accounts';
import type { Service } from '../service';
import type { ClickwrapText } from '../store/clickwraps';
import { publishClickwrap } from '../store/clickwraps';
import { deactivateUser, reactivateUser } from '../store/members';
import type { LoggedRequest, RequestLog } from '../store/requestLog';
import { deliveries } from '../webhooks/deliveries';
import type { Subscription, SubscriptionInput } from '../webhooks/subscriptions';
import { subscribe, subscriptions, unsubscribe } from '../webhooks/subscriptions';
import type { Fault, FaultInput, Faults } from './faults';
import type { Delays, Latency, LatencyInput } from './latency';
import { resetSampleData } from './resetSampleData';
import type { Snapshot, Snapshots } from './snapshots';

/** What can be done to a sandbox from outside of its API. */
export interface Controls {
	/** The requests that the API received, oldest first. */
	requests(): readonly LoggedRequest[];
	clearRequests(): void;
	/** Makes the next requests fail. */
	addFault(fault: FaultInput): void;
	faults(): readonly Fault[];
	/** Drops the pending faults, and releases requests that hang. */
	clearFaults(): void;
	latency(): Latency;
	setLatency(latency: LatencyInput): void;
	/** How many milliseconds the sandbox's time is ahead of the real one. */
	clockShift(): number;
	setClockShift(milliseconds: number): void;
	/** The rate windows that are open; `end` is in milliseconds since 1970. */
	rateWindows(): ReturnType<RateLimit['windows']>;
	clearRateWindows(): void;
	/** Deactivates a user, and every key that they created (section 5). */
	deactivateUser(userId: number): void;
	/** Makes a user active again; their keys stay invalid. */
	reactivateUser(userId: number): void;
	/**
	 * Publishes a new version of a clickwrap and returns its number; undefined for an unknown slug.
	 */
	publishClickwrap(slug: string, text: ClickwrapText): number | undefined;
	subscribe(subscription: SubscriptionInput): Subscription;
	/** Ends a subscription; false if there is none with that id. */
	unsubscribe(subscriptionId: number): boolean;
	subscriptions(): ReturnType<typeof subscriptions>;
	/** The delivery log of the webhooks, newest first. */
	deliveries(): ReturnType<typeof deliveries>;
	/**
	 * Saves the complete state of the sandbox under a name, and replaces an earlier one with the same
	 * name.
	 */
	saveSnapshot(name: string): Snapshot;
	/** Restores a saved state; undefined if there is none with that name. */
	restoreSnapshot(name: string): Snapshot | undefined;
	snapshots(): readonly Snapshot[];
	/** Deletes a saved state; false if there is none with that name. */
	removeSnapshot(name: string): boolean;
	/** Restores the sample data of the store. Keys, tokens and webhook URLs stay. */
	resetSampleData(): void;
}

/** What the controls work on. */
export interface ControlParts {
	readonly service: Service;
	readonly log: RequestLog;
	readonly rateLimit: RateLimit;
	readonly faults: Faults;
	readonly delays: Delays;
	readonly snapshots: Snapshots;
}

/** The controls of a running sandbox. */
export const createControls = ({
	service,
	log,
	rateLimit,
	faults,
	delays,
	snapshots,
}: ControlParts): Controls => {
	const { store, clock } = service;
	const change = <Result>(work: () => Result): Result => store.transaction(work);
	return {
		requests: () => log.list(),
		clearRequests: () => log.clear(),
		addFault: (fault) => faults.add(fault),
		faults: () => faults.list(),
		clearFaults: () => faults.clear(),
		latency: () => delays.get(),
		setLatency: (latency) => delays.set(latency),
		clockShift: () => clock.shift,
		setClockShift(milliseconds) {
			clock.shift = milliseconds;
		},
		rateWindows: () => rateLimit.windows(),
		clearRateWindows: () => rateLimit.clear(),
		deactivateUser: (userId) => change(() => deactivateUser(store, userId)),
		reactivateUser: (userId) => change(() => reactivateUser(store, userId)),
		publishClickwrap: (slug, text) =>
			change(() => publishClickwrap(store, organizations.main, slug, text, isoTime(clock.now()))),
		subscribe: (subscription) => change(() => subscribe(store, subscription)),
		unsubscribe: (subscriptionId) => change(() => unsubscribe(store, subscriptionId)),
		subscriptions: () => subscriptions(store),
		deliveries: () => deliveries(store),
		saveSnapshot: (name) => snapshots.save(name),
		restoreSnapshot: (name) => snapshots.restore(name),
		snapshots: () => snapshots.list(),
		removeSnapshot: (name) => snapshots.remove(name),
		resetSampleData: () => resetSampleData(service),
	};
};
