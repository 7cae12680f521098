import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { compileAnswerChecks } from './answerChecks';

/** Holds the answers of a sandbox in a process of its own to docs/openapi.json. */
export interface HeldSandbox {
	/** Modules that its process loads first. */
	readonly imports: readonly string[];
	/**
	 * Removes what was prepared.
	 * @throws Error with the answers that the document does not say
	 */
	release(): Promise<void>;
}

const cache = path.join(__dirname, '..', '..', '.cache');

/** Prepares the checks for the processes that this one starts, jest's own among them. */
export const holdSandbox = async (): Promise<HeldSandbox> => {
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(path.join(cache, 'held-sandbox-'));
	const faults = path.join(folder, 'faults.txt');
	await compileAnswerChecks(folder);
	process.env.CONTRACT_WORKFLOW_ANSWER_FAULTS = faults;
	return {
		imports: [path.join(__dirname, 'answersToFile.ts')],
		async release() {
			const found = existsSync(faults) ? readFileSync(faults, 'utf8') : '';
			await rm(folder, { recursive: true, force: true });
			if (found === '') return;
			throw new Error(`The sandbox answered what docs/openapi.json does not say:\n${found}`);
		},
	};
};
