import path from 'node:path';

/**
 * The command of the sandbox's package: the sandbox itself, or the check if the first argument is
 * `check`.
 */
const call = 'npx contract-workflow-sandbox';
const calls = { check: `${call} check`, sandbox: call };

const run = async (): Promise<void> => {
	if (process.argv[2] === 'check') {
		process.argv.splice(2, 1);
		const { runCheck } = await import('../../check/commandLine');
		await runCheck(calls);
	} else {
		const { runSandbox } = await import('../../sandbox/commandLine');
		await runSandbox(calls, { templates: path.join(__dirname, '..', '..', 'templates') });
	}
};

void run();
