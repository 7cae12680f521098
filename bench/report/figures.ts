import type { ServedRequest } from '../host/service';

/** What one run of one way came to. Times are in milliseconds, memory in MB. */
export interface Figures {
	/** From the call of the workflow to its answer; of the floor, the whole of its work. */
	readonly wallMs: number;
	/** From the first request to the last answer, by the service's own log. */
	readonly spanMs: number;
	/** Processor time of n8n; of the floor, of the process that sends. */
	readonly cpuMs: number;
	/** Most memory of n8n during the run. */
	readonly peakMb: number;
	/** Most memory during the run, over that before it. */
	readonly growthMb: number;
	readonly requests: number;
	/** Requests answered with 429. */
	readonly refused: number;
	/** Most requests under way at the same time. */
	readonly inFlight: number;
	/** Processor time of the service. */
	readonly serviceCpuMs: number;
	/** Processor time of everything else on the machine, as a share of the wall time. */
	readonly otherLoad: number;
	/** Figures that only some jobs have. */
	readonly more: Readonly<Record<string, number>>;
}

/** The medians of a job's ways, by their names. */
export type Medians = ReadonlyMap<string, Figures>;

/** A run, and what is wrong with its result: fast but wrong counts for nothing. */
export interface Run {
	readonly figures: Figures;
	readonly faults: readonly string[];
}

/** Of a run in which nothing was measured. */
export const noFigures: Figures = {
	wallMs: 0,
	spanMs: 0,
	cpuMs: 0,
	peakMb: 0,
	growthMb: 0,
	requests: 0,
	refused: 0,
	inFlight: 0,
	serviceCpuMs: 0,
	otherLoad: 0,
	more: {},
};

/** The middle of some numbers; NaN of none. */
export const median = (numbers: readonly number[]): number => {
	const sorted = [...numbers].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
};

const names = [
	'wallMs',
	'spanMs',
	'cpuMs',
	'peakMb',
	'growthMb',
	'requests',
	'refused',
	'inFlight',
	'serviceCpuMs',
	'otherLoad',
] as const;

const medianOf = <Name extends string>(wanted: readonly Name[], of: (name: Name) => number[]) =>
	Object.fromEntries(wanted.map((name) => [name, median(of(name))])) as Record<Name, number>;

/** The median of each figure over some runs. */
export const medians = (runs: readonly Figures[]): Figures => {
	const extra = [...new Set(runs.flatMap(({ more }) => Object.keys(more)))];
	return {
		...medianOf(names, (name) => runs.map((run) => run[name])),
		more: medianOf(extra, (name) => runs.map(({ more }) => more[name] ?? NaN)),
	};
};

/** How many requests were under way, from each moment at which the number changed. */
export const underWay = (
	requests: readonly ServedRequest[],
): Array<{ at: number; count: number }> => {
	const changes = requests.flatMap(({ receivedAt, answeredAt }) => [
		{ at: receivedAt, by: 1 },
		{ at: answeredAt, by: -1 },
	]);
	// Of the same millisecond, ends first: the log tells no finer.
	changes.sort((one, other) => one.at - other.at || one.by - other.by);
	let count = 0;
	return changes.map(({ at, by }) => ({ at, count: (count += by) }));
};

/** What the service's log says of a run. */
export const servedFigures = (requests: readonly ServedRequest[]) => {
	const first = Math.min(...requests.map(({ receivedAt }) => receivedAt));
	const last = Math.max(...requests.map(({ answeredAt }) => answeredAt));
	return {
		spanMs: requests.length === 0 ? 0 : last - first,
		requests: requests.length,
		refused: requests.filter(({ status }) => status === 429).length,
		inFlight: Math.max(0, ...underWay(requests).map(({ count }) => count)),
	};
};
