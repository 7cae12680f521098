import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { SandboxOptions } from '../sandbox/options';
import type { LoggedRequest } from '../sandbox/store/requestLog';
import type { Host, Keys } from './host/host';
import type { Step } from './host/nodes';
import type { Service } from './host/service';

/** The figures of one run. Times are in milliseconds, memory in MB. */
export const figures = z.object({
	/** From the call of the workflow to its response. */
	wallMs: z.number(),
	/** From the first request to the last answer, by the service's log. */
	spanMs: z.number(),
	/** Processor time of n8n. */
	cpuMs: z.number(),
	/** Peak memory of n8n during the run, minus the memory before. */
	growthMb: z.number(),
	requests: z.number(),
	/** Requests that got a 429. */
	refused: z.number(),
});

export type Figures = z.infer<typeof figures>;

/** The median; NaN for an empty list. */
export const median = (numbers: readonly number[]): number => {
	const sorted = [...numbers].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
};

/** The median of each figure over some runs. */
export const medians = (runs: readonly Figures[]): Figures =>
	figures.parse(
		Object.fromEntries(
			figures.keyof().options.map((name) => [name, median(runs.map((run) => run[name]))]),
		),
	);

/** An n8n, a service, and the service's keys in that n8n. */
export interface Bench {
	readonly host: Host;
	readonly service: Service;
	readonly keys: Keys;
	/** Aborts everything when the script is interrupted. */
	readonly signal: AbortSignal;
}

/** The data for a check of a run. */
export interface Outcome {
	/** From the service's own log. */
	readonly requests: readonly LoggedRequest[];
	/** Returns the items of the last node. */
	output(): Promise<INodeExecutionData[]>;
}

/** A call of a workflow, and the check of its result. */
export interface Call {
	readonly body: object;
	/** Returns what is wrong: a fast but wrong result does not count. */
	faults(outcome: Outcome): string[] | Promise<string[]>;
}

/** One way of doing a job: a workflow in n8n. */
export interface Way {
	readonly name: string;
	/** This package or HTTP Request. */
	readonly side: 'ours' | 'rival';
	/** The nodes after the one that starts it. */
	steps(bench: Bench): Step[];
}

/** A job that is done in several ways, side by side: first this package's. */
export interface Job {
	readonly name: string;
	readonly title: string;
	readonly sandbox: Partial<SandboxOptions>;
	/** Whether n8n restarts before each run, so that the growth of its memory can be compared. */
	readonly fresh?: boolean;
	readonly ways: readonly [Way, ...Way[]];
	/** Prepares a run, or a smaller one that only loads the code. */
	prepare(bench: Bench, isWarmUp: boolean): Call | Promise<Call>;
}

/** A run, and what is wrong with its result. */
export interface Run {
	readonly figures: Figures;
	readonly faults: readonly string[];
}

/** A way that is set up in n8n. */
export interface Prepared {
	/** Runs it once unmeasured, so that all its code is loaded. */
	warmUp(): Promise<void>;
	run(): Promise<Run>;
}
