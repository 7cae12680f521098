import type { Figures, Medians } from './figures';

/** A goal, and the result of the run. */
export interface Goal {
	/** Its number, such as `P1`. */
	readonly id: string;
	readonly what: string;
	readonly measured: number;
	readonly bar: number;
	/** Whether the bar is a maximum, or the exact value. */
	readonly kind: 'most' | 'exact';
	readonly unit: string;
}

/** A figure that must not exceed a bar. */
export const atMost = (
	id: string,
	what: string,
	measured: number,
	bar: number,
	unit = '',
): Goal => ({ id, what, measured, bar, kind: 'most', unit });

/** A figure that must have an exact value. */
export const exactly = (
	id: string,
	what: string,
	measured: number,
	bar: number,
	unit = '',
): Goal => ({ id, what, measured, bar, kind: 'exact', unit });

export const isReached = ({ kind, measured, bar }: Goal): boolean =>
	kind === 'most' ? measured <= bar : measured === bar;

/** By how much a goal was missed, as a share of its bar; 0 if it was reached. */
export const missedBy = (goal: Goal): number =>
	isReached(goal) ? 0 : Math.abs(goal.measured - goal.bar) / Math.max(Math.abs(goal.bar), 1e-9);

/**
 * The medians of one way.
 * @throws Error when it was not run
 */
export const figuresOf = (medians: Medians, way: string): Figures => {
	const figures = medians.get(way);
	if (!figures) throw new Error(`The way '${way}' gave no figures.`);
	return figures;
};

/** One figure of a way, as a ratio to that of another. */
export const ratio = (
	medians: Medians,
	figure: 'wallMs' | 'spanMs' | 'cpuMs' | 'peakMb' | 'growthMb',
	way: string,
	other: string,
): number => figuresOf(medians, way)[figure] / figuresOf(medians, other)[figure];

/** A figure that only some jobs have; NaN if no run returned it. */
export const extra = (medians: Medians, way: string, name: string): number =>
	figuresOf(medians, way).more[name] ?? NaN;
