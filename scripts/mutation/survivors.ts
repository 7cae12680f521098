import { z } from 'zod';
import survivors from '../../test/mutation/survivors.json';

const place = z.object({ line: z.number(), column: z.number() });

/** The used part of Stryker's report, in the format of mutation-testing-report-schema. */
export const report = z.object({
	files: z.record(
		z.object({
			source: z.string(),
			mutants: z.array(
				z.object({
					replacement: z.string().optional(),
					status: z.string(),
					location: z.object({ start: place, end: place }),
				}),
			),
		}),
	),
});

export type Report = z.infer<typeof report>;

const noticed = ['Killed', 'Timeout'];
const unnoticed = ['Survived', 'NoCoverage'];

/**
 * A mutation in survivors.json: by the text of its line, so that changes above do not affect it.
 */
const nameOf = (file: string, line: string, becomes: string): string =>
	`${file}: ${line.trim()} → ${becomes}`;

/**
 * How many mutations the tests detected, and the differences between survivors.json and the report.
 */
export const survivorsIn = ({ files }: Report) => {
	const listed = survivors
		.filter(({ file }) => Object.hasOwn(files, file))
		.map(({ file, line, becomes }) => nameOf(file, line, becomes));
	const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
		mutants.map(({ status, replacement = '', location }) => ({
			status,
			name: nameOf(file, source.split('\n')[location.start.line - 1] ?? '', replacement),
		})),
	);
	const alive = new Set(
		mutants.filter(({ status }) => unnoticed.includes(status)).map(({ name }) => name),
	);
	const killed = mutants.filter(({ status }) => noticed.includes(status)).length;
	return {
		noticed: killed,
		all: killed + mutants.filter(({ status }) => unnoticed.includes(status)).length,
		unlisted: [...alive].filter((name) => !listed.includes(name)),
		outdated: listed.filter((name) => !alive.has(name)),
	};
};
