import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { Answer } from '../../tools/sandbox/api/answerChannel';
import { faultOf } from './answerFault';

/*
 * A sandbox in a process of its own loads this first. It holds every answer to docs/openapi.json, save
 * those that faults befall, and writes what they have against it into a file.
 */

const file = String(process.env.CONTRACT_WORKFLOW_ANSWER_FAULTS);

const hold = (given: unknown): void => {
	const answer = given as Answer;
	const fault = faultOf(answer);
	if (fault !== undefined)
		appendFileSync(file, `${answer.request} answered ${answer.status}: ${fault}\n`);
};

// By its name, since its own module would load the sandbox before it is asked to.
subscribe('contract-workflow-sandbox:answer', hold);
