import { connect } from 'node:net';
import path from 'node:path';
import type { RunningChild } from '../n8n/installation/child';
import { startChild } from '../n8n/installation/child';
import { freePort } from '../n8n/installation/port';
import type { Programs } from './programs';

/** A separate Redis, which stores nothing on disk. */
export interface Redis extends RunningChild {
	readonly port: number;
}

const host = '127.0.0.1';
const startBoundMs = 30_000;
const stopBoundMs = 5_000;

/** Redis listens once it is ready. */
const listens = async (port: number): Promise<boolean> =>
	await new Promise((resolve) => {
		const socket = connect(port, host, () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});

/**
 * Starts Redis on a free port of 127.0.0.1 and waits until it listens.
 * @param folder for its log and its data, though it writes no data
 * @throws Error with the last lines of its log when it does not
 */
export const startRedis = async (
	{ redisServer }: Programs,
	folder: string,
	signal: AbortSignal,
): Promise<Redis> => {
	const port = await freePort();
	const child = await startChild({
		name: 'Redis',
		command: redisServer,
		args: [
			...['--port', String(port), '--bind', host, '--dir', folder],
			...['--save', '', '--appendonly', 'no', '--daemonize', 'no'],
		],
		cwd: folder,
		env: process.env,
		log: path.join(folder, 'redis.log'),
		isReady: async () => await listens(port),
		startBoundMs,
		stopBoundMs,
		signal,
	});
	return { ...child, port };
};
