import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Sandbox } from '../../sandbox/server';
import type { Credential } from '../n8n/credentials';
import type { N8n } from '../n8n/rest';
import type { WorkflowFile } from '../n8n/workflows';

/** Where the recipes are tried: an n8n with them, and a sandbox. */
export interface Stage {
	readonly n8n: N8n;
	readonly sandbox: Sandbox;
	/** The working directory of n8n, to which the paths of its files are relative. */
	readonly n8nFolder: string;
	readonly signal: AbortSignal;
}

/** The promises of a recipe: whether each was kept, or what breaks it, such as the ids of tasks. */
export type Promises = Readonly<Record<string, boolean | ReadonlyArray<number | string>>>;

/** The promises that were not kept, each with what breaks it. */
export const brokenIn = (promises: Promises): string[] =>
	Object.entries(promises).flatMap(([promise, result]) => {
		if (typeof result === 'boolean') return result ? [] : [promise];
		return result.length === 0 ? [] : [`${promise}. Broken by: ${result.join(', ')}`];
	});

/** Runs one recipe for real, and compares the result with what the recipe promises. */
export interface Trial {
	/** The file name of the recipe without `.json`. */
	readonly recipe: string;
	/** The credentials that it needs beside the sandbox's. */
	readonly credentials?: readonly Credential[];
	/** Whether it changes most of what the others read, so that it must run last. */
	readonly changesMost?: boolean;
	readonly run: (stage: Stage, recipe: WorkflowFile) => Promise<Promises>;
}

const folder = path.join(__dirname, 'trials');
const load = createRequire(__filename);

/** All trials, in an order in which none affects another. */
export const findTrials = (): Trial[] =>
	readdirSync(folder)
		.sort()
		.flatMap((file) => (load(path.join(folder, file)) as { trials: Trial[] }).trials)
		.sort((one, other) => Number(one.changesMost ?? false) - Number(other.changesMost ?? false));
