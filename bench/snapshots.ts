import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox } from '../sandbox/server';

const tasks = 10_000;
const rounds = 7;
const goalMs = 200;

/** How long a request takes, in milliseconds. */
const timeOf = async (method: string, url: string): Promise<number> => {
	const started = performance.now();
	const answer = await fetch(url, { method });
	await answer.arrayBuffer();
	if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}`);
	return performance.now() - started;
};

/** The longest of some restores, as measured by a client of the control interface. */
const measure = async (name: string, db: string): Promise<number> => {
	const sandbox = await createSandbox({ db, tasks, controlPort: 0 });
	const url = `${String(sandbox.controlUrl)}/snapshots/measured`;
	const saved = await timeOf('PUT', url);
	const restored: number[] = [];
	const before = process.cpuUsage();
	for (let round = 0; round < rounds; round += 1) {
		restored.push(await timeOf('POST', `${url}/restore`));
	}
	const { user, system } = process.cpuUsage(before);
	const processorMs = (user + system) / 1000 / rounds;
	const { bytes = 0 } = sandbox.snapshots()[0] ?? {};
	await sandbox.stop();
	const worst = Math.max(...restored);
	const size = (bytes / 1_000_000).toFixed(0);
	console.log(
		`${name}: ${tasks.toLocaleString('en-US')} tasks (${size} MB) restored in ${worst.toFixed(0)} ms, the slowest of ${rounds}, with ${processorMs.toFixed(0)} ms of processor time each; saved in ${saved.toFixed(0)} ms`,
	);
	return worst;
};

const main = async (): Promise<void> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'snapshots-'));
	const inMemory = await measure('In memory', ':memory:');
	const inFile = await measure('In a file', path.join(folder, 'measured.db'));
	await rm(folder, { recursive: true });
	if (Math.max(inMemory, inFile) > goalMs) process.exitCode = 1;
};

void main();
