import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import standaloneCode from 'ajv/dist/standalone';
import { createAjv, documentedAnswers, idOf } from './openApi';

/** The environment variable with the folder of the compiled checks. */
export const answerChecksVariable = 'CONTRACT_WORKFLOW_ANSWER_CHECKS';

/**
 * Compiles the checks of all answers that docs/openapi.json knows, once for a run of tests, since
 * each test file would else do it again.
 * @param folder takes `checks.cjs`; below the project, so that the checks find the validator's own
 * modules
 */
export const compileAnswerChecks = async (folder: string): Promise<void> => {
	const checks = Object.fromEntries(
		documentedAnswers.map(({ endpoint, status, schema }) => [
			`${endpoint}_${status}`,
			idOf(schema),
		]),
	);
	const code = standaloneCode(createAjv({ code: { source: true } }), checks);
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, 'checks.cjs'), code);
	process.env[answerChecksVariable] = folder;
};
