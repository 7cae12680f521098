import type { Host, Keys } from './host/host';
import type { Service, Wanted } from './host/service';
import type { Figures, Medians, Run } from './report/figures';
import type { Goal } from './report/goals';

/** The environment of a way to do a job. */
export interface Bench {
	readonly host: Host;
	readonly service: Service;
	readonly keys: Keys;
	/** Aborts everything when the script is interrupted. */
	readonly signal: AbortSignal;
}

/** One way of doing a job. */
export interface Way {
	readonly name: string;
	/** This package, HTTP Request, or plain `node:http`. */
	readonly side: 'ours' | 'rival' | 'floor';
	/** Maximum rounds for this way; all if absent. */
	readonly rounds?: number;
	/** Whether faults are expected, so that they are reported but fail nothing. */
	readonly mayFail?: boolean;
	/** Creates it in n8n. */
	prepare(bench: Bench): Promise<Prepared>;
}

/** A way that is set up. */
export interface Prepared {
	/** Runs it once unmeasured, so that all its code is loaded. */
	warmUp?(): Promise<void>;
	/** Runs it once. `latest` contains the other ways' runs of this round so far. */
	run(latest: ReadonlyMap<string, Figures>): Promise<Run>;
	/** Stops what was started for it. */
	stop?(): Promise<void>;
}

/** A job that is done in several ways, side by side. */
export interface Job extends Wanted {
	readonly title: string;
	/** Maximum rounds, for a slow job; the requested number if absent. */
	readonly mostRounds?: number;
	/** Whether n8n restarts before each run, so that the growth of its memory can be compared. */
	readonly fresh?: boolean;
	/** Options for the Node that n8n runs on. */
	readonly nodeOptions?: string;
	/** Whether noise cannot affect what is measured, so that no round is repeated. */
	readonly ignoresNoise?: boolean;
	readonly ways: readonly Way[];
	/** The goals, and the results of the run. */
	goals(medians: Medians): Goal[];
}
