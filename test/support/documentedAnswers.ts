import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll } from '@jest/globals';
import type { Answer } from '../../tools/sandbox/api/answerChannel';

/*
 * Jest runs this before each test file, and at its end holds every answer of a sandbox in this
 * process to the contract, as the sandbox's own check does, save those that faults befall.
 */

/** By endpoint, status and body: a sandbox gives the same answer many times. */
const answers = new Map<string, Answer>();

const listen = (given: unknown): void => {
	const answer = given as Answer;
	answers.set(`${answer.endpoint} ${answer.status} ${answer.body}`, answer);
};

// By its name, since its own module would load the sandbox into every test file.
const channel = 'contract-workflow-sandbox:answer';
subscribe(channel, listen);

/** A body that is too large, and another media type: of both the API text shows nothing. */
const ownStatuses = [413, 415];

afterAll(async () => {
	unsubscribe(channel, listen);
	const given = [...answers.values()].filter(({ status }) => !ownStatuses.includes(status));
	if (given.length === 0) return;
	// Most test files start no sandbox, and need not load these.
	const { contract } = await import('../../src/contract');
	const { createFindings } = await import('../../tools/sandbox/check/findings');
	const issues = given.flatMap(({ endpoint, request, status, body }) => {
		const findings = createFindings();
		findings.add(contract[endpoint], { status, body: JSON.parse(body) as unknown });
		const found = [...(findings.of(contract[endpoint])?.issues.keys() ?? [])];
		return found.map((issue) => `${request}: ${issue}`);
	});
	if (issues.length > 0) throw new Error(`Answers of the sandbox:\n${issues.join('\n')}`);
});
