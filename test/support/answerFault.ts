import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorObject } from 'ajv';
import type { Answer } from '../../tools/sandbox/api/answerChannel';
import type { KnownAnswers } from './answerChecks';

type Check = ((body: unknown) => boolean) & { errors?: ErrorObject[] | null };

interface Known {
	readonly answers: KnownAnswers;
	readonly checks: Readonly<Record<string, Check>>;
}

const load = (): Known => {
	// By its name, since the module that has it would load the validator into every test file.
	const folder = String(process.env.CONTRACT_WORKFLOW_ANSWER_CHECKS);
	return {
		answers: JSON.parse(readFileSync(path.join(folder, 'answers.json'), 'utf8')) as KnownAnswers,
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- its place is known only now
		checks: require(path.join(folder, 'checks.cjs')) as Known['checks'],
	};
};

let loaded: Known | undefined;

/** A body that is too large, and another media type: of both the API text shows nothing. */
const ownStatuses = [413, 415];

/**
 * What an answer has against docs/openapi.json, or undefined when it has nothing.
 * @throws Error when the checks of this run were not compiled
 */
export const faultOf = ({ endpoint, status, headers, body }: Answer): string | undefined => {
	if (ownStatuses.includes(status)) return undefined;
	loaded ??= load();
	const known = loaded.answers[`${endpoint} ${status}`];
	if (known === undefined) return 'the status is not documented';
	const missing = known.headers.filter(
		(name) => !/^\d+$/.test(String(headers[name.toLowerCase()])),
	);
	if (missing.length > 0) return `no number in ${missing.join(', ')}`;
	const check = loaded.checks[known.check];
	if (check === undefined) throw new Error(`There is no check ${known.check}`);
	if (check(JSON.parse(body))) return undefined;
	const errors = check.errors ?? [];
	return errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
};
