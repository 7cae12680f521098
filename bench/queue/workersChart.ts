import { drawing, width } from '../report/chart';

/** An execution as the picture shows it; times in seconds from the first request. */
export interface DrawnExecution {
	readonly worker: number;
	readonly from: number;
	readonly to: number;
}

/** What the picture shows of a measurement. */
export interface Drawn {
	readonly workers: number;
	readonly executions: readonly DrawnExecution[];
	/** The times at which tasks were approved. */
	readonly approved: readonly number[];
	/** The ends of the rate windows. */
	readonly windowEnds: readonly number[];
}

const left = 90;
const right = 20;
const curveTop = 56;
const curveHeight = 110;
const rowHeight = 9;
const lanesTop = curveTop + curveHeight + 34;

/** The executions of a worker, in the fewest rows without overlaps. */
const rowsOf = (executions: readonly DrawnExecution[]): DrawnExecution[][] => {
	const rows: DrawnExecution[][] = [];
	for (const execution of [...executions].sort((one, other) => one.from - other.from)) {
		const free = rows.find((row) => (row.at(-1)?.to ?? 0) <= execution.from);
		if (free) free.push(execution);
		else rows.push([execution]);
	}
	return rows;
};

/** How many tasks were approved at each of some times, as the points of a line. */
const curveOf = ({ approved }: Drawn, x: (at: number) => number, lastAt: number): string => {
	const sorted = [...approved].sort((one, other) => one - other);
	const steps = 200;
	const points = Array.from({ length: steps + 1 }, (_, step) => {
		const at = (lastAt * step) / steps;
		const count = sorted.filter((time) => time <= at).length;
		const y = curveTop + curveHeight * (1 - count / sorted.length);
		return `${x(at).toFixed(1)},${y.toFixed(1)}`;
	});
	return `<polyline class="curve" points="${points.join(' ')}"/>`;
};

const lane = (
	rows: readonly DrawnExecution[][],
	worker: number,
	top: number,
	x: (at: number) => number,
): string[] => [
	`<text x="0" y="${top + 14}">worker ${worker + 1}</text>`,
	...rows.flatMap((row, index) =>
		row.map(({ from, to }) => {
			const length = Math.max(1, x(to) - x(from) - 1);
			const y = top + index * rowHeight;
			return `<rect class="ours" x="${x(from).toFixed(1)}" y="${y}" width="${length.toFixed(1)}" height="${rowHeight - 2}" rx="2"/>`;
		}),
	),
];

/** How workers approved tasks, as an SVG for light and dark pages. */
export const drawWorkers = (drawn: Drawn): string => {
	const lastAt = Math.max(...drawn.approved);
	const x = (at: number) => left + (at / lastAt) * (width - left - right);
	const lanes: string[] = [];
	let top = lanesTop;
	for (let worker = 0; worker < drawn.workers; worker += 1) {
		const rows = rowsOf(drawn.executions.filter((one) => one.worker === worker));
		lanes.push(...lane(rows, worker, top, x));
		top += Math.max(2, rows.length) * rowHeight + 12;
	}
	const count = drawn.approved.length.toLocaleString('en');
	const title = `${count} approvals through ${drawn.workers} workers under one rate limit`;
	const ends = drawn.windowEnds.filter((at) => at > 0 && at < lastAt);
	const windows = ends.map(
		(at) =>
			`<line class="line dashed" x1="${x(at).toFixed(1)}" x2="${x(at).toFixed(1)}" y1="${curveTop}" y2="${top}"/>`,
	);
	return drawing(title, top + 24, [
		`<text class="small" x="0" y="36">Each bar is an execution, from its first request to its last answer; a dashed line is the end of a rate window</text>`,
		`<text x="0" y="${curveTop + 12}">${count}</text>`,
		`<text class="small" x="0" y="${curveTop + 28}">approved</text>`,
		`<line class="line" x1="${left}" x2="${width - right}" y1="${curveTop + curveHeight}" y2="${curveTop + curveHeight}"/>`,
		...windows,
		curveOf(drawn, x, lastAt),
		...lanes,
		`<text class="small" x="${left}" y="${top + 16}">0 s</text>`,
		`<text class="small" x="${width - right}" y="${top + 16}" text-anchor="end">${lastAt.toFixed(0)} s</text>`,
	]);
};
