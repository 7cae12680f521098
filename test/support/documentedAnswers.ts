import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { ErrorObject } from 'ajv';
import type { Answer } from '../../sandbox/api/answerChannel';
import type { KnownAnswers } from './answerChecks';

/*
 * Jest runs this before each test file. It holds every answer of a sandbox in this process to
 * docs/openapi.json, save those that faults befall.
 */

type Check = ((body: unknown) => boolean) & { errors?: ErrorObject[] | null };

interface Known {
	readonly answers: KnownAnswers;
	readonly checks: Readonly<Record<string, Check>>;
}

const load = (): Known => {
	// Names of their own modules would load the sandbox and the validator into every test file.
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

const faultOf = ({ endpoint, status, headers, body }: Answer): string | undefined => {
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
	const text = typeof body === 'string' ? body : Buffer.from(body).toString();
	if (check(JSON.parse(text))) return undefined;
	const errors = check.errors ?? [];
	return errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
};

let waiting: Answer[] = [];
let waitingBytes = 0;
const faults: string[] = [];

const checkWaiting = (): void => {
	for (const answer of waiting) {
		const fault = faultOf(answer);
		if (fault !== undefined) faults.push(`${answer.request} answered ${answer.status}: ${fault}`);
	}
	waiting = [];
	waitingBytes = 0;
};

const mostWaitingBytes = 50_000_000;

/** Checks after the test, so that no test measures the check; its memory is bounded. */
const listen = (given: unknown): void => {
	const { body, ...answer } = given as Answer;
	waiting.push({ ...answer, body: typeof body === 'string' ? body : Uint8Array.from(body) });
	waitingBytes += body.length;
	if (waitingBytes > mostWaitingBytes) checkWaiting();
};

const report = (): void => {
	checkWaiting();
	const found = faults.splice(0);
	if (found.length === 0) return;
	throw new Error(`The sandbox answered what docs/openapi.json does not say:\n${found.join('\n')}`);
};

const channel = 'contract-workflow-sandbox:answer';

beforeAll(() => subscribe(channel, listen));
afterEach(report);
afterAll(() => {
	unsubscribe(channel, listen);
	report();
});
