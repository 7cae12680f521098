import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { projectFolder } from '../../tools/scripts/n8n/places';
import type { QueueStack } from '../../tools/scripts/queue/bringUp';
import { bringUpQueue } from '../../tools/scripts/queue/bringUp';
import { runScript } from '../../tools/scripts/script';
import { addressesVariable } from '../n8n/stack';
import { packageFolderVariable } from '../support/packedPackage';
import type { QueueAddresses } from './queue';

/*
 * Brings up n8n's queue mode, runs the tests in it, and ends it. A process around the tests: so a
 * Ctrl-C ends all that was started. Its arguments are Jest's.
 */

const addressesOf = (stack: QueueStack): QueueAddresses => ({
	n8nUrl: stack.server.url,
	n8nBin: stack.n8nBin,
	cookie: stack.n8n.cookie,
	baseUrl: stack.sandbox.baseUrl,
	apiKey: stack.sandbox.apiKeys.main,
	webhookUrl: stack.webhook.url,
	workerPids: stack.folders.workerPids,
	database: stack.database,
});

/** Runs Jest in this terminal; gives its exit code. */
const runTests = async (stack: QueueStack, folder: string, signal: AbortSignal) => {
	const jest = createRequire(__filename).resolve('jest/bin/jest');
	const project = ['--selectProjects', 'queue', '--maxWorkers=1'];
	const child = spawn(process.execPath, [jest, ...project, ...process.argv.slice(2)], {
		cwd: projectFolder,
		env: {
			...process.env,
			[addressesVariable]: JSON.stringify(addressesOf(stack)),
			[packageFolderVariable]: folder,
		},
		stdio: 'inherit',
		signal,
		killSignal: 'SIGTERM',
	});
	const [code] = z
		.tuple([z.number().nullable()])
		.rest(z.unknown())
		.parse(await once(child, 'exit'));
	return code ?? 1;
};

const test = async (signal: AbortSignal): Promise<void> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-queue-'));
	let isKept = false;
	try {
		const stack = await bringUpQueue({ folder, recipes: [], signal });
		try {
			process.exitCode = await runTests(stack, folder, signal);
			isKept = process.exitCode !== 0;
		} finally {
			await stack.stop();
		}
	} finally {
		if (!isKept || signal.aborted) await rm(folder, { recursive: true, force: true });
		else console.error(`\nThe logs are in ${folder}`);
	}
};

void runScript(test);
