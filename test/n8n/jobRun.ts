import { cp } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../tools/scripts/n8n/installation/command';
import type { Step } from '../support/githubWorkflow';

/** Where a job runs on this machine. */
export interface JobPlace {
	/** Its folder: a clone, or an empty one where the job checks nothing out. */
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** The folder that stands for GitHub's store of artifacts. */
	readonly artifacts: string;
	/** Commands that are not run here, each with the reason; they must be among the steps. */
	readonly passedOver?: ReadonlyMap<string, string>;
	/** What a command is run as, where that differs from what the workflow says. */
	readonly commandOf?: (command: string) => string;
}

/** What stands for the actions of GitHub's, by their names. */
const actions: Readonly<Record<string, (step: Step, place: JobPlace) => Promise<void>>> = {
	// The folder and the PATH of the place are these two.
	'actions/checkout': async () => {},
	'actions/setup-node': async () => {},
	'actions/upload-artifact': async ({ with: given = {} }, { cwd, artifacts }) =>
		await cp(path.join(cwd, String(given.path)), path.join(artifacts, String(given.name)), {
			recursive: true,
		}),
	'actions/download-artifact': async ({ with: given = {} }, { cwd, artifacts }) =>
		await cp(path.join(artifacts, String(given.name)), cwd, { recursive: true }),
};

const runStep = async (step: Step, place: JobPlace): Promise<void> => {
	const { uses, run: command = '', env = {} } = step;
	if (uses !== undefined) {
		const action = actions[uses.split('@')[0] ?? ''];
		if (!action) throw new Error(`Nothing stands for the action ${uses}`);
		await action(step, place);
		return;
	}
	if (place.passedOver?.has(command)) return;
	const { cwd, commandOf = (same) => same } = place;
	// As GitHub runs a command, without its start-up files.
	const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', commandOf(command)];
	await run('bash', args, { cwd, env: { ...place.env, ...env } });
};

/**
 * Runs the steps of a job, as its workflow says them.
 * @throws Error when one fails, when an action is unknown, or when a step to pass over is not there
 */
export const runJob = async (steps: readonly Step[], place: JobPlace): Promise<void> => {
	for (const command of place.passedOver?.keys() ?? []) {
		if (steps.every((step) => step.run !== command)) throw new Error(`No step is ${command}`);
	}
	for (const step of steps) await runStep(step, place);
};
