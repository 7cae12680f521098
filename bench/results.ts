import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { formatted } from '../scripts/docs/formatted';
import { chosenVersion } from '../scripts/n8n/installation/versions';

const fileOf = (name: string): string => path.join(__dirname, 'results', `${name}.json`);

/**
 * A measurement has no more than four significant digits. Counts stay unchanged. JSON turns NaN
 * into null.
 */
const shortened = (_name: string, value: unknown): unknown =>
	typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** Writes the results of a measurement, with its date and machine. */
export const writeResult = async (name: string, figures: object): Promise<void> => {
	const result = {
		date: new Date().toISOString().slice(0, 10),
		n8n: chosenVersion(),
		node: process.version,
		processors: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
		...figures,
	};
	const file = fileOf(name);
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, await formatted(file, JSON.stringify(result, shortened)));
	console.log(`\nWritten: ${file}`);
};

/** Reads the committed result. */
export const readResult = async <Schema extends z.ZodTypeAny>(
	name: string,
	schema: Schema,
): Promise<z.output<Schema>> =>
	schema.parse(JSON.parse(await readFile(fileOf(name), 'utf8'))) as z.output<Schema>;

/** Writes a picture of a result for the docs. */
export const writeImage = async (name: string, svg: string): Promise<void> =>
	await writeFile(path.join(__dirname, '..', 'docs', 'images', `${name}.svg`), svg);
