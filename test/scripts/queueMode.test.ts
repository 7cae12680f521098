import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningChild } from '../../tools/scripts/n8n/installation/child';
import { startChild } from '../../tools/scripts/n8n/installation/child';
import { keepRunning } from '../../tools/scripts/queue/restarted';
import { startRedis } from '../../tools/scripts/queue/servers';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-programs-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

/** Starts a server that lasts until it is told to end, unless `script` says otherwise. */
const start = async (
	script = 'setInterval(() => {}, 1000)',
	{ command = process.execPath, answers = true } = {},
): Promise<RunningChild> =>
	await startChild({
		name: 'It',
		command,
		args: ['-e', script],
		cwd: folder,
		env: process.env,
		log: path.join(folder, 'it.log'),
		isReady: async () => await Promise.resolve(answers),
		startBoundMs: 60_000,
		stopBoundMs: 5_000,
	});

describe('Redis or PostgreSQL', () => {
	const { PATH } = process.env;
	afterEach(() => {
		process.env.PATH = PATH;
	});

	it('that is missing is named, and how to get it', async () => {
		process.env.PATH = folder;
		await expect(startRedis(folder, new AbortController().signal)).rejects.toThrow(
			/^redis-server is missing\. Install .*`apt-get install redis-server postgresql`/,
		);
	});
});

describe('a server that is kept running', () => {
	it('is started again when it was killed, and not when it was stopped', async () => {
		let starts = 0;
		const told: number[] = [];
		const once = async () => {
			starts += 1;
			return await start();
		};
		const kept = await keepRunning(once, () => void told.push(starts));
		const first = kept.current().pid;
		process.kill(first, 'SIGKILL');
		while (told.length === 0) await pause(20);
		expect(kept.current().pid).not.toBe(first);
		await kept.stop();
		expect([starts, told]).toEqual([2, [2]]);
		expect(() => process.kill(kept.current().pid, 0)).toThrow('ESRCH');
	});

	it('says at its end why it could not be started again', async () => {
		let starts = 0;
		const once = async () => {
			starts += 1;
			if (starts > 1) throw new Error('No memory is left');
			return await start('');
		};
		const kept = await keepRunning(once, () => undefined);
		await kept.current().ended;
		await expect(kept.stop()).rejects.toThrow('No memory is left');
	});
});

it('a server whose program is missing says so', async () => {
	const missing = { command: path.join(folder, 'missing'), answers: false };
	await expect(start('', missing)).rejects.toThrow(/^It could not be started: .*ENOENT/);
});

it('a server that ends before it is ready shows the end of its log', async () => {
	const script = 'console.error("The disk is full"); process.exitCode = 3';
	await expect(start(script, { answers: false })).rejects.toThrow(
		/^It ended with 3 before it answered\.[^]*The disk is full/,
	);
});
