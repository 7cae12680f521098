import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { initiate, startService, vendorVariables } from '../../tools/sandbox/test/support/service';
import type { FastTime } from '../faults/fastTime';
import { startFastTime } from '../faults/fastTime';
import { watchAnswers } from './sequences.answers';
import { startLine } from './sequences.line';
import { runSequences } from './sequences.run';
import { startSteps, stepCommands } from './sequences.steps';

// The node waits before it repeats a request.
let time: FastTime;
beforeAll(() => {
	time = startFastTime();
});
afterAll(async () => {
	await time.stop();
});

it('any sequence of executions does what the node says, also when requests go wrong', async () => {
	const service = await startService({ rateLimit: 1e9, tasks: 0, documents: 0 });
	const { sandbox } = service;
	const answers = watchAnswers();
	const tally = new Map<string, number>();
	try {
		await runSequences({
			name: 'Sequences of executions',
			count: 120,
			commands: stepCommands,
			async start() {
				const agreement = await initiate(service);
				const nda = await initiate(service, 'wf_mutual_nda', vendorVariables.slice(0, 1));
				const line = await startLine(sandbox.baseUrl);
				return {
					model: startSteps([agreement, nda], 'legal_approval'),
					real: { sandbox, line, undocumented: answers.take, tally },
				};
			},
			stop: async ({ line }) => await line.stop(),
		});
	} finally {
		answers.stop();
		await sandbox.stop();
	}
	process.stdout.write(`What the node said of items: ${JSON.stringify([...tally])}\n`);
	expect([...tally.keys()].sort()).toEqual(['done', 'failed', 'not named', 'skipped', 'unknown']);
});
