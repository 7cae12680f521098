import type { ServedRequest } from '../host/service';

/** The figures of one run of one way. Times are in milliseconds, memory in MB. */
export interface Figures {
	/** From the call of the workflow to its response. For the floor, all of its work. */
	readonly wallMs: number;
	/** From the first request to the last response, from the service's own log. */
	readonly spanMs: number;
	/** Processor time of n8n. For the floor, of the process that sends. */
	readonly cpuMs: number;
	/** Peak memory of n8n during the run. */
	readonly peakMb: number;
	/** Peak memory during the run, minus the memory before. */
	readonly growthMb: number;
	readonly requests: number;
	/** Requests that got a 429. */
	readonly refused: number;
	/** Maximum requests in flight. */
	readonly inFlight: number;
	/** Processor time of the service. */
	readonly serviceCpuMs: number;
	/** Processor time of everything else on the machine, as a share of the wall time. */
	readonly otherLoad: number;
	/** Figures that only some jobs have. */
	readonly more: Readonly<Record<string, number>>;
}

/** The medians of a job's ways, by name. */
export type Medians = ReadonlyMap<string, Figures>;

/** A run, and what is wrong with its result: a fast but wrong result does not count. */
export interface Run {
	readonly figures: Figures;
	readonly faults: readonly string[];
}

/** The figures of a run in which nothing was measured. */
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

/** The median; NaN for an empty list. */
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

/** How many requests were in flight, from each time the number changed. */
export const underWay = (
	requests: readonly ServedRequest[],
): Array<{ at: number; count: number }> => {
	const changes = requests.flatMap(({ receivedAt, answeredAt }) => [
		{ at: receivedAt, by: 1 },
		{ at: answeredAt, by: -1 },
	]);
	// Within the same millisecond, ends come first: the log has no finer times.
	changes.sort((one, other) => one.at - other.at || one.by - other.by);
	let count = 0;
	return changes.map(({ at, by }) => ({ at, count: (count += by) }));
};

/** The figures of a run in the service's log. */
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
