import Table from 'cli-table3';
import type { ComparedFigure, Contest } from './compare';
import { comparedFigures, ratioOf, verdictOf } from './compare';

const titles: Readonly<Record<ComparedFigure, string>> = {
	cpuMs: 'CPU',
	wallMs: 'wall',
	spanMs: 'span',
};

/** The median of the ratios, with its interval in parentheses. */
const shown = (contest: Contest, figure: ComparedFigure): string => {
	if (contest.rounds.length === 0) return '-';
	const { middle, from, to } = ratioOf(contest, figure);
	const ends = [from, to].map((end) => (Number.isFinite(end) ? end.toFixed(2) : '∞'));
	return `${middle.toFixed(3)} (${ends.join(' to ')})`;
};

/** The ratios of this version to an older one. */
export const comparisonTable = (
	contests: readonly Contest[],
	judged: readonly ComparedFigure[],
): string => {
	const head = comparedFigures.map((figure) =>
		judged.includes(figure) ? titles[figure] : `${titles[figure]}, not judged`,
	);
	const table = new Table({
		head: ['job', 'way', 'rounds', ...head, ''],
		style: { head: [], border: [] },
	});
	for (const contest of contests) {
		const { job, way, rounds, faults } = contest;
		table.push([
			job.name,
			way.name,
			rounds.length,
			...comparedFigures.map((figure) => shown(contest, figure)),
			faults.size > 0 ? [...faults].join('; ') : verdictOf(contest, { judged }),
		]);
	}
	return table.toString();
};
