import { Agent } from 'node:http';
import { expect, it } from '@jest/globals';
import { createSandbox } from '../../tools/sandbox/server';
import { watchAnswers } from './sequences.answers';
import type { CallTarget } from './sequences.raw';
import { callCommands, startCalls } from './sequences.raw';
import { runSequences } from './sequences.run';

it('any sequence of calls is answered as the document says, and does what the answers say', async () => {
	const sandbox = await createSandbox({
		rateLimit: 1e9,
		tasks: 40,
		documents: 40,
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
});
