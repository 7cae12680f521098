import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Credential } from '../n8n/credentials';
import type { N8n } from '../n8n/rest';
import type { Sandbox } from '../n8n/sandbox';
import type { WorkflowFile } from '../n8n/workflows';

/** Where the recipes are tried: an n8n with them, and a sandbox with its control interface. */
export interface Stage {
	readonly n8n: N8n;
	readonly sandbox: Pick<Sandbox, 'baseUrl' | 'apiKey' | 'controlUrl'>;
	/** The working directory of n8n, to which the paths of its files are relative. */
	readonly n8nFolder: string;
	readonly signal: AbortSignal;
}

/** One promise of a recipe. */
export interface Check {
	readonly promise: string;
	/** What breaks the promise, such as the ids of tasks. */
	readonly brokenBy: ReadonlyArray<number | string>;
}

/** The result of a trial. */
export interface Outcome {
	/** In a few words, for the table. */
	readonly did: string;
	/** How many reminders, documents, rows or similar the recipe processed. */
	readonly items: number;
	readonly checks: Check[];
}

/** Runs one recipe for real, and compares the result with what the recipe promises. */
export interface Trial {
	/** The file name of the recipe without `.json`. */
	readonly recipe: string;
	/** The credentials that it needs beside the sandbox's. */
	readonly credentials?: readonly Credential[];
	/** Whether it changes most of what the others read, so that it must run last. */
	readonly changesMost?: boolean;
	readonly run: (stage: Stage, recipe: WorkflowFile) => Promise<Outcome>;
}

const folder = path.join(__dirname, 'trials');
const load = createRequire(__filename);

/** All trials, one per file of the folder, in an order in which none affects another. */
export const findTrials = (): Trial[] =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.map((file) => (load(path.join(folder, file)) as { trial: Trial }).trial)
		.sort((one, other) => Number(one.changesMost ?? false) - Number(other.changesMost ?? false));
