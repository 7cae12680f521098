import Table from 'cli-table3';
import type { Job, Way } from '../job';
import type { RoundRun } from '../rounds';
import type { Medians } from './figures';
import { medians } from './figures';
import type { Goal } from './goals';
import { isReached, missedBy } from './goals';

/** A job's runs and their results. */
export interface JobResult {
	readonly job: Job;
	readonly runs: readonly RoundRun[];
}

const style = { head: [], border: [] };
/** The names of the sides. */
export const sides = { ours: 'this package', rival: 'HTTP Request', floor: 'node:http' } as const;

/** A number with so many decimal places; a dash if it was not measured. */
const inDigits = (value: number, digits = 0): string =>
	Number.isFinite(value)
		? value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
		: '-';

/** The medians of each way of a job. */
export const mediansOf = ({ job, runs }: JobResult): Medians =>
	new Map(
		job.ways.flatMap(({ name }) => {
			const own = runs.filter(({ way }) => way === name).map(({ figures }) => figures);
			return own.length === 0 ? [] : [[name, medians(own)]];
		}),
	);

/** The goals of a job. */
export const goalsOf = (result: JobResult): Goal[] => result.job.goals(mediansOf(result));

/** What was wrong with a way's results, without repetitions. */
export const faultsOf = ({ runs }: JobResult, way: string): string[] => [
	...new Set(runs.filter((run) => run.way === way).flatMap(({ faults }) => faults)),
];

/** Whether this package returned anything wrong: a fast but wrong result is a failure. */
export const hasWrongResults = (results: readonly JobResult[]): boolean =>
	results.some((result) =>
		result.job.ways.some(({ name, side }) => side === 'ours' && faultsOf(result, name).length > 0),
	);

/** The rival for the comparison: the first one whose results are correct. */
const rivalOf = (job: Job): Way | undefined =>
	job.ways.find(({ side, mayFail }) => side === 'rival' && !mayFail);

const rowOf = (result: JobResult, way: Way, all: Medians): string[] => {
	const figures = all.get(way.name);
	if (!figures) return [];
	const rival = all.get(rivalOf(result.job)?.name ?? '');
	const toRival = (name: 'wallMs' | 'cpuMs'): string =>
		rival && way.side === 'ours'
			? `${inDigits(figures[name])} (${inDigits(figures[name] / rival[name], 2)})`
			: inDigits(figures[name]);
	const isNoisy = result.runs.some((run) => run.way === way.name && run.noisy);
	const notes = [...faultsOf(result, way.name), ...(isNoisy ? ['noisy'] : [])];
	return [
		`${sides[way.side]}: ${way.name}`,
		inDigits(figures.spanMs),
		toRival('wallMs'),
		toRival('cpuMs'),
		inDigits(figures.growthMb),
		inDigits(figures.requests),
		inDigits(figures.refused),
		inDigits(figures.inFlight),
		inDigits(figures.serviceCpuMs),
		notes.join('; '),
	];
};

/** Medians of all ways. The ratio to HTTP Request is in parentheses. */
export const figuresTable = (results: readonly JobResult[]): string => {
	const table = new Table({
		head: [
			'way',
			'span ms',
			'wall ms',
			'CPU ms',
			'growth MB',
			'requests',
			'429',
			'in flight',
			'service CPU ms',
			'',
		],
		style,
	});
	for (const result of results) {
		table.push([{ content: result.job.title, colSpan: 10 }]);
		const all = mediansOf(result);
		for (const way of result.job.ways) {
			const row = rowOf(result, way, all);
			if (row.length > 0) table.push(row);
		}
	}
	return table.toString();
};

const digitsOf = (value: number): number => (Number.isInteger(value) ? 0 : value < 10 ? 3 : 1);

/** Each goal, whether it was reached, and by how much it was missed. */
export const goalsTable = (results: readonly JobResult[]): string => {
	const table = new Table({ head: ['goal', 'job', 'what', 'measured', 'bar', ''], style });
	const goals = results.flatMap((result) =>
		goalsOf(result).map((goal) => ({ goal, job: result.job.name })),
	);
	goals.sort((one, other) => Number(one.goal.id.slice(1)) - Number(other.goal.id.slice(1)));
	for (const { goal, job } of goals) {
		const { id, what, measured, bar, kind, unit } = goal;
		const missed = missedBy(goal);
		const by = Number.isFinite(missed) && bar !== 0 ? ` by ${inDigits(missed * 100)} %` : '';
		table.push([
			id,
			job,
			what,
			`${inDigits(measured, digitsOf(measured))} ${unit}`,
			`${kind === 'most' ? '<=' : '='} ${inDigits(bar, digitsOf(bar))} ${unit}`,
			isReached(goal) ? 'reached' : `missed${by}`,
		]);
	}
	return table.toString();
};
