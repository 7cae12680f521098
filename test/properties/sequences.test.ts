import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent } from 'node:http';
import { expect, it } from '@jest/globals';
import type { Answer } from '../../sandbox/api/answerChannel';
import { answerChannel } from '../../sandbox/api/answerChannel';
import { createSandbox } from '../../sandbox/server';
import { faultOf } from '../support/answerFault';
import type { CallTarget } from './sequences.raw';
import { callCommands, startCalls } from './sequences.raw';
import { runSequences } from './sequences.run';

/** Holds each answer of a sandbox to the document as it leaves, so that a sequence can be shortened. */
const watchAnswers = () => {
	const found: string[] = [];
	const listen = (given: unknown): void => {
		const answer = given as Answer;
		const fault = faultOf(answer);
		if (fault !== undefined) found.push(`${answer.request} answered ${answer.status}: ${fault}`);
	};
	subscribe(answerChannel, listen);
	return { take: () => found.splice(0), stop: () => unsubscribe(answerChannel, listen) };
};

it('any sequence of calls is answered as the document says, and does what the answers say', async () => {
	const sandbox = await createSandbox({
		rateLimit: 1e9,
		tasks: 40,
		documents: 40,
		requestLogSize: 10,
	});
	const answers = watchAnswers();
	const target: CallTarget = {
		sandbox,
		agent: new Agent({ keepAlive: true }),
		undocumented: answers.take,
	};
	try {
		await runSequences({
			name: 'Sequences of calls',
			count: 150,
			commands: callCommands,
			start: async () => ({ model: await startCalls(target), real: target }),
			stop: async () => await Promise.resolve(sandbox.clearFaults()),
		});
	} finally {
		answers.stop();
		target.agent.destroy();
		await sandbox.stop();
	}
	expect(sandbox.faults()).toEqual([]);
}, 300_000);
