import path from 'node:path';
import type { Settings, Stack } from '../n8n/bringUp';
import { furnish, install, startSandbox } from '../n8n/bringUp';
import type { RunningChild } from '../n8n/installation/child';
import { step } from '../script';
import type { QueueFolders, QueueProcesses } from './processes';
import { makeFolders, startProcesses } from './processes';
import type { PostgresAccess } from './servers';
import { startPostgres, startRedis } from './servers';

/** An n8n in queue mode with this package and its recipes, connected to a sandbox. */
export interface QueueStack extends Stack, Omit<QueueProcesses, 'main'> {
	/** n8n's own start script. Its packages are in the folder around it. */
	readonly n8nBin: string;
	readonly folders: QueueFolders;
	readonly database: PostgresAccess;
}

/**
 * Starts n8n's queue mode with this package: Redis, PostgreSQL, a sandbox, n8n's main process, two
 * workers and a webhook process, with the recipes. Shows each step. If a later step fails, it stops
 * what it started.
 * @throws SetupError when the user must provide something; the signal's reason when aborted
 */
export const bringUpQueue = async (settings: Settings): Promise<QueueStack> => {
	const { folder, signal } = settings;
	const servers: Array<Pick<RunningChild, 'stop'>> = [];
	const processes: Array<Pick<RunningChild, 'stop'>> = [];
	const stop = async () => {
		// n8n's processes stop faster together, and before the servers that they need.
		const ends = await Promise.allSettled(processes.map(async (child) => await child.stop()));
		for (const server of servers.toReversed()) await server.stop();
		for (const end of ends) if (end.status === 'rejected') throw end.reason;
	};
	try {
		const folders = await makeFolders(folder);
		const n8n = await install([folders.main, folders.webhook, ...folders.workers], signal);
		const [redis, { access }] = await step('Redis and PostgreSQL', async () => {
			const cache = await startRedis(folder, signal);
			servers.push(cache);
			const database = await startPostgres(path.join(folder, 'postgres.log'), signal);
			servers.push(database);
			return [cache, database] as const;
		});
		const sandbox = await startSandbox(settings);
		servers.push(sandbox);
		const base = { n8n, redisPort: redis.port, database: access, signal };
		const title = "n8n's main process, two workers and a webhook process";
		const { main, ...others } = await step(title, async () =>
			startProcesses(base, folders, processes),
		);
		const session = await furnish(main.url, sandbox, settings);
		signal.throwIfAborted();
		const own = { n8nBin: n8n.bin, folders, database: access };
		return { sandbox, server: main, n8n: session, ...others, ...own, stop };
	} catch (error) {
		await stop();
		throw error;
	}
};
