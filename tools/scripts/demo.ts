import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brokenIn, findTrials } from './demo/trial';
import { bringUp } from './n8n/bringUp';
import { readRecipe, runsHere } from './recipes';
import { runScript, step } from './script';

const sandboxArgs = [
	...['--control-port', '0'],
	// Long enough that the rate limit's window does not reset during the trials.
	...['--window-seconds', '3600'],
	...['--documents', '60'],
];

/**
 * Tries the recipes that the command line names, or all, in a real n8n against a sandbox. Shows
 * which of their promises were not kept, and how many were.
 */
const demo = async (signal: AbortSignal): Promise<void> => {
	const names = process.argv.slice(2);
	const wanted = findTrials().filter(({ recipe }) => names.length === 0 || names.includes(recipe));
	const read = wanted.map(async (trial) => ({ trial, recipe: await readRecipe(trial.recipe) }));
	const trials = (await Promise.all(read)).filter(({ recipe }) => runsHere(recipe));
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-demo-'));
	let [passed, failed] = [0, 0];
	try {
		const recipes = trials.map(({ recipe }) => recipe);
		const credentials = trials.flatMap(({ trial }) => trial.credentials ?? []);
		const given = { folder, sandboxPort: 0, sandboxArgs, recipes, credentials, signal };
		const stack = await bringUp(given);
		try {
			const stage = { ...stack, n8nFolder: path.join(folder, 'n8n'), signal };
			for (const { trial, recipe } of trials) {
				const promises = await step(recipe.name, async () => trial.run(stage, recipe)).catch(
					(error: unknown) => {
						signal.throwIfAborted();
						return { 'It finishes': [String(error)] };
					},
				);
				const broken = brokenIn(promises);
				for (const promise of broken) console.log(`  ✖ ${promise}`);
				passed += Object.keys(promises).length - broken.length;
				failed += broken.length;
			}
		} finally {
			await stack.stop();
		}
	} finally {
		if (failed === 0 || signal.aborted) await rm(folder, { recursive: true, force: true });
		else console.error(`\nThe data and the logs are in ${folder}`);
	}
	console.log(`\n${passed} passed, ${failed} failed`);
	if (failed > 0 || passed === 0) process.exitCode = 1;
};

void runScript(demo);
