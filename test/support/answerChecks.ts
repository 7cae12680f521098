import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import standaloneCode from 'ajv/dist/standalone';
import { createAjv, documentedAnswers, idOf } from './openApi';

/** The environment variable with the folder of the compiled checks. */
export const answerChecksVariable = 'CONTRACT_WORKFLOW_ANSWER_CHECKS';

/** What is known of an answer, by `<endpoint> <status>`, in `answers.json`. */
export type KnownAnswers = Readonly<
	Record<string, { readonly check: string; readonly headers: readonly string[] }>
>;

/**
 * Compiles the checks of all answers that docs/openapi.json knows, once for a run of tests, since
 * each test file would else do it again.
 * @param folder takes `answers.json` and `checks.cjs`; below the project, so that the checks find
 * the validator's own modules
 */
export const compileAnswerChecks = async (folder: string): Promise<void> => {
	const checkOf = (schema: string): string => schema.replace(/\W+/g, '_');
	const checks = documentedAnswers.map(({ schema }) => [checkOf(schema), idOf(schema)]);
	const ajv = createAjv({ code: { source: true } });
	const answers = documentedAnswers.map(({ endpoint, status, schema, headers }) => [
		`${endpoint} ${status}`,
		{ check: checkOf(schema), headers },
	]);
	await mkdir(folder, { recursive: true });
	await writeFile(
		path.join(folder, 'checks.cjs'),
		standaloneCode(ajv, Object.fromEntries(checks) as Record<string, string>),
	);
	await writeFile(path.join(folder, 'answers.json'), JSON.stringify(Object.fromEntries(answers)));
	process.env[answerChecksVariable] = folder;
};
