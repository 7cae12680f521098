import { z } from 'zod';
import { readResult } from '../results';

/** One run of a mirror. */
const runFigures = z.object({
	seconds: z.number(),
	/** Processor time of n8n's process, on all cores. */
	cpuSeconds: z.number(),
	/**
	 * The peak memory of n8n's process during the run, in megabytes. `idleMb` is the memory before.
	 */
	peakMb: z.number(),
	idleMb: z.number(),
});

const wayFigures = z.object({
	/** Into an empty table. */
	first: runFigures,
	/** Without changes. */
	unchanged: runFigures,
	/** With some documents changed. */
	changed: runFigures,
	/** Rows of the mirror that the unchanged run wrote. */
	writtenUnchanged: z.number(),
	/** Documents that are wrong or surplus in the mirror at the end. */
	wrong: z.number(),
});

const measured = z.object({
	date: z.string(),
	n8n: z.string(),
	documents: z.number(),
	cores: z.number(),
	/** Other load of the machine, before the runs. */
	load: z.number(),
	recipe: wayFigures,
	/** Absent if it did not finish. */
	http: wayFigures.optional(),
});

export type RunFigures = z.infer<typeof runFigures>;
export type WayFigures = z.infer<typeof wayFigures>;
export type Mirror = z.infer<typeof measured>;

/** Reads the committed figures. */
export const readMirror = async (): Promise<Mirror> => await readResult('mirror', measured);

const cell = ({ seconds, cpuSeconds, peakMb }: RunFigures): string =>
	`${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s), ${peakMb.toFixed(0)} MB`;

const count = (number: number): string => number.toLocaleString('en');

/** The table of docs/mirror.md. */
export const mirrorTable = ({
	date,
	documents,
	n8n,
	cores,
	load,
	recipe,
	http,
}: Mirror): string => {
	const row = (way: string, { first, unchanged, changed, writtenUnchanged, wrong }: WayFigures) =>
		`| ${way} | ${[first, unchanged, changed].map(cell).join(' | ')} | ${count(writtenUnchanged)} | ${count(wrong)} |`;
	return [
		`Measured on ${date} with ${count(documents)} documents and n8n ${n8n}, on ${cores} cores. Load of the machine before: ${load.toFixed(1)}.`,
		'',
		'| Way | First run | Nothing changed | Some changed | Rows written with nothing changed | Wrong in the end |',
		'|---|---|---|---|---|---|',
		row('the recipe', recipe),
		...(http ? [row('HTTP Request', http)] : []),
	].join('\n');
};
