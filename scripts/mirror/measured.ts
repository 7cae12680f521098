import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const file = path.join(__dirname, 'measured.json');

/** One run of a mirror. */
const runFigures = z.object({
	seconds: z.number(),
	/** For which n8n's process was at work, on whatever core. */
	cpuSeconds: z.number(),
	/** The most memory that n8n's process held meanwhile, in megabytes, of which `idleMb` before. */
	peakMb: z.number(),
	idleMb: z.number(),
});

const wayFigures = z.object({
	/** Into an empty table. */
	first: runFigures,
	/** With nothing changed since. */
	unchanged: runFigures,
	/** With some documents changed. */
	changed: runFigures,
	/** Rows of the mirror that the unchanged run wrote. */
	writtenUnchanged: z.number(),
	/** Documents that the mirror shows wrongly, or too many, in the end. */
	wrong: z.number(),
});

const measured = z.array(
	z.object({
		n8n: z.string(),
		documents: z.number(),
		cores: z.number(),
		/** What else the machine did, as its load before the runs. */
		load: z.number(),
		recipe: wayFigures,
		/** Absent where it came to no end. */
		http: wayFigures.optional(),
	}),
);

export type RunFigures = z.infer<typeof runFigures>;
export type WayFigures = z.infer<typeof wayFigures>;
export type MeasuredMirror = z.infer<typeof measured>[number];

/** Reads the figures that are committed, by the number of documents. */
export const readMeasuredMirrors = async (): Promise<MeasuredMirror[]> =>
	measured.parse(JSON.parse(await readFile(file, 'utf8')));

/** Writes the figures for one number of documents; those for others stay. */
export const writeMeasuredMirror = async (figures: MeasuredMirror): Promise<void> => {
	const others = (await readMeasuredMirrors()).filter(
		({ documents }) => documents !== figures.documents,
	);
	const all = [...others, figures].sort((one, other) => one.documents - other.documents);
	await writeFile(file, `${JSON.stringify(all, null, '\t')}\n`);
};

const cell = ({ seconds, cpuSeconds, peakMb }: RunFigures): string =>
	`${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s), ${peakMb.toFixed(0)} MB`;

const row = (documents: number, way: string, figures: WayFigures): string =>
	`| ${documents.toLocaleString('en')} | ${way} | ${cell(figures.first)} | ${cell(figures.unchanged)} | ${cell(figures.changed)} | ${figures.writtenUnchanged.toLocaleString('en')} | ${figures.wrong.toLocaleString('en')} |`;

const told = ({ documents, n8n, cores, load }: MeasuredMirror): string =>
	`${documents.toLocaleString('en')} documents: n8n ${n8n}, ${cores} cores, load of the machine before: ${load.toFixed(1)}.`;

/** The table of docs/mirror.md. */
export const mirrorTable = (all: readonly MeasuredMirror[]): string =>
	[
		'| Documents | Way | First run | Nothing changed | Some changed | Rows written with nothing changed | Wrong in the end |',
		'|---|---|---|---|---|---|---|',
		...all.flatMap(({ documents, recipe, http }) => [
			row(documents, 'the recipe', recipe),
			...(http ? [row(documents, 'HTTP Request', http)] : []),
		]),
		'',
		...all.map(told),
	].join('\n');
