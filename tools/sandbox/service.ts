import type { Clock } from './clock';
import type { SandboxOptions } from './options';
import type { Store } from './store/database';
import type { Dispatcher } from './webhooks/dispatcher';

/** What the handlers need. */
export interface Service {
	readonly store: Store;
	readonly clock: Clock;
	readonly options: SandboxOptions;
	readonly dispatcher: Dispatcher;
	/** URL of the web application, without a slash at the end. */
	readonly appUrl: string;
	/** Where whoever calls finds the downloads, without a slash at the end. */
	readonly downloadUrl: string;
}
