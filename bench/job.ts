import type { Host, Keys } from './host/host';
import type { Service, Wanted } from './host/service';
import type { Figures, Medians, Run } from './report/figures';
import type { Goal } from './report/goals';

/** What a way of doing a job works with. */
export interface Bench {
	readonly host: Host;
	readonly service: Service;
	readonly keys: Keys;
	/** Ends everything when the script is interrupted. */
	readonly signal: AbortSignal;
}

/** One way of doing a job. */
export interface Way {
	readonly name: string;
	/** This package, HTTP Request, or plain `node:http`. */
	readonly side: 'ours' | 'rival' | 'floor';
	/** Runs in so many rounds at most; in all of them if absent. */
	readonly rounds?: number;
	/** Whether faults are what it is known for, so that they are told but fail nothing. */
	readonly mayFail?: boolean;
	/** Sets it up in n8n. */
	prepare(bench: Bench): Promise<Prepared>;
}

/** A way that is set up. */
export interface Prepared {
	/** Runs it once unmeasured, so that all its code is loaded. */
	warmUp?(): Promise<void>;
	/** Runs it once. `latest` holds the other ways' runs of this round so far. */
	run(latest: ReadonlyMap<string, Figures>): Promise<Run>;
	/** Ends what was started for it. */
	stop?(): Promise<void>;
}

/** A job that is done in several ways, side by side. */
export interface Job extends Wanted {
	readonly title: string;
	/** Rounds at most, for a job that takes long; as many as are asked for if absent. */
	readonly mostRounds?: number;
	/** Whether n8n starts anew before each run, so that the growth of its memory can be compared. */
	readonly fresh?: boolean;
	/** Options for the Node that n8n runs on. */
	readonly nodeOptions?: string;
	/** Whether noise cannot change what is measured, so that no round is repeated. */
	readonly ignoresNoise?: boolean;
	readonly ways: readonly Way[];
	/** What the run says of the goals. */
	goals(medians: Medians): Goal[];
}
