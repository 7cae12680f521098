import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Answer } from '../../tools/sandbox/api/answerChannel';
import { answerChannel } from '../../tools/sandbox/api/answerChannel';
import { faultOf } from '../support/answerFault';

/** Holds each answer of a sandbox to the document as it leaves, so that a sequence can be shortened. */
export const watchAnswers = () => {
	const found: string[] = [];
	const listen = (given: unknown): void => {
		const answer = given as Answer;
		const fault = faultOf(answer);
		if (fault !== undefined) found.push(`${answer.request} answered ${answer.status}: ${fault}`);
	};
	subscribe(answerChannel, listen);
	return { take: () => found.splice(0), stop: () => unsubscribe(answerChannel, listen) };
};
