import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Answer } from '../../tools/sandbox/api/answerChannel';
import { faultOf } from './answerFault';

/*
 * Jest runs this before each test file. It holds every answer of a sandbox in this process to
 * docs/openapi.json, save those that faults befall.
 */

const faults: string[] = [];

const listen = (given: unknown): void => {
	const answer = given as Answer;
	const fault = faultOf(answer);
	if (fault !== undefined) faults.push(`${answer.request} answered ${answer.status}: ${fault}`);
};

const report = (): void => {
	const found = faults.splice(0);
	if (found.length === 0) return;
	throw new Error(`The sandbox answered what docs/openapi.json does not say:\n${found.join('\n')}`);
};

// By its name, since its own module would load the sandbox into every test file.
const channel = 'contract-workflow-sandbox:answer';

beforeAll(() => subscribe(channel, listen));
afterEach(report);
afterAll(() => {
	unsubscribe(channel, listen);
	report();
});
