import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { chooseN8n, n8nHelp, readCommandLine } from './commandLine';
import type { Check, Outcome, Stage, Trial } from './demo/trial';
import { findTrials } from './demo/trial';
import { bringUp } from './n8n/bringUp';
import type { WorkflowFile } from './n8n/workflows';
import { readRecipe, runsHere } from './recipes';
import { runScript } from './script';
import { step } from './step';

/** Counts of the recipes' promises. */
interface Counts {
	readonly passed: number;
	readonly failed: number;
}

interface Row extends Outcome {
	readonly name: string;
	readonly seconds: number;
}

const isBroken = ({ brokenBy }: Check) => brokenBy.length > 0;

const tryOut = async (stage: Stage, trial: Trial, recipe: WorkflowFile): Promise<Row> => {
	const { name } = recipe;
	const start = performance.now();
	const outcome = await step(name, async () => await trial.run(stage, recipe)).catch(
		(error: unknown): Outcome => {
			stage.signal.throwIfAborted();
			const reason = error instanceof Error ? error.message : String(error);
			const checks = [{ promise: 'It finishes', brokenBy: [reason] }];
			return { did: 'did not finish', items: 0, checks };
		},
	);
	return { name, seconds: (performance.now() - start) / 1000, ...outcome };
};

const show = (rows: readonly Row[]): void => {
	const head = ['Recipe', 'What was done', 'Items', 'Seconds', 'Promises'];
	const table = new Table({ head, style: { head: [], border: [] } });
	for (const { name, did, items, seconds, checks } of rows) {
		const failed = checks.filter(isBroken).length;
		const kept = failed === 0 ? `✔ ${checks.length} kept` : `✖ ${failed} failed`;
		table.push([name, did, items, seconds.toFixed(1), kept]);
	}
	console.log(`\n${table.toString()}`);
	for (const { name, checks } of rows) {
		for (const { promise, brokenBy } of checks.filter(isBroken)) {
			console.log(`✖ ${name}: ${promise}. Broken by: ${brokenBy.join(', ')}`);
		}
	}
};

const tryAll = async (
	stage: Stage,
	trials: readonly Trial[],
	recipes: readonly WorkflowFile[],
): Promise<Counts> => {
	const rows: Row[] = [];
	for (const [index, trial] of trials.entries()) {
		const recipe = recipes[index];
		if (recipe) rows.push(await tryOut(stage, trial, recipe));
	}
	show(rows);
	const checks = rows.flatMap((row) => row.checks);
	const failed = checks.filter(isBroken).length;
	return { passed: checks.length - failed, failed };
};

const read = async (trials: readonly Trial[]) =>
	await Promise.all(trials.map(async ({ recipe }) => await readRecipe(recipe)));

/** The trials of the named recipes, or of all, that the chosen n8n can run. Prints the others. */
const runnable = async (names: readonly string[]): Promise<Trial[]> => {
	const trials = findTrials().filter(({ recipe }) => names.length === 0 || names.includes(recipe));
	const recipes = await read(trials);
	const leftOut = recipes.filter((recipe) => !runsHere(recipe)).map(({ name }) => name);
	if (leftOut.length > 0)
		console.log(`Skipped, because they need a newer n8n: ${leftOut.join(', ')}`);
	return trials.filter((_, index) => !leftOut.includes(recipes[index]?.name ?? ''));
};

const sandboxArgs = [
	...['--control-port', '0'],
	// Long enough that the rate limit's window does not reset during the trials.
	...['--window-seconds', '3600'],
	...['--documents', '60'],
];

const demo = async (signal: AbortSignal, names: readonly string[]): Promise<Counts> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-demo-'));
	let counts: Counts | undefined;
	try {
		const trials = await runnable(names);
		const recipes = await read(trials);
		const credentials = trials.flatMap((trial) => trial.credentials ?? []);
		const given = { sandboxPort: 0, sandboxArgs, recipes, credentials };
		const stack = await bringUp({ folder, ...given, signal });
		try {
			const stage = { ...stack, n8nFolder: path.join(folder, 'n8n'), signal };
			counts = await tryAll(stage, trials, recipes);
			return counts;
		} finally {
			await stack.stop();
		}
	} finally {
		if (counts?.failed === 0 || signal.aborted) await rm(folder, { recursive: true });
		else console.error(`\nThe data and the logs are in ${folder}`);
	}
};

const help = `Usage: npm run demo -- [options] [recipe ...]

Runs the named recipes, or all, in a real n8n against a sandbox, and shows which of their promises they kept.

Options:
${n8nHelp}
  -h, --help               show this help`;

const names = readCommandLine(help, () => {
	const { values, positionals } = parseArgs({
		options: { n8n: { type: 'string' } },
		allowPositionals: true,
	});
	chooseN8n(values.n8n);
	return positionals;
});
void runScript(async (signal) => await demo(signal, names)).then(
	(counts = { passed: 0, failed: 1 }) => {
		if (counts.failed > 0) process.exitCode ||= 1;
		console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
	},
);
