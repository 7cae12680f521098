import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Answer } from '../../tools/sandbox/api/answerChannel';
import { faultOf } from './answerFault';

/*
 * Jest runs this before each test file. It holds every answer of a sandbox in this process to
 * docs/openapi.json, save those that faults befall.
 */

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
	const answer = given as Answer;
	waiting.push(answer);
	waitingBytes += answer.body.length;
	if (waitingBytes > mostWaitingBytes) checkWaiting();
};

const report = (): void => {
	checkWaiting();
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
