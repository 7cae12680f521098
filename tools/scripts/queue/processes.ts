import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { RunningChild } from '../n8n/installation/child';
import type { InstalledN8n } from '../n8n/installation/install';
import { freePort } from '../n8n/installation/port';
import type { N8nRole, N8nServer } from '../n8n/server';
import { startN8n } from '../n8n/server';
import type { Restarted } from './restarted';
import { keepRunning } from './restarted';
import type { PostgresAccess } from './servers';

/** The processes of one n8n in queue mode. */
export interface QueueProcesses {
	readonly main: N8nServer;
	/** It receives webhooks, beside the main process. */
	readonly webhook: N8nServer;
	/** Each is restarted when it ends by itself. */
	readonly workers: ReadonlyArray<Restarted<N8nServer>>;
}

/** The separate folders of each process, and the shared ones. */
export interface QueueFolders {
	readonly main: string;
	readonly webhook: string;
	readonly workers: readonly string[];
	/** The working directory of all processes, for files with relative paths. */
	readonly shared: string;
	/** The only folder in which they read and write files. */
	readonly files: string;
	/** The file with the process id of each worker, as JSON, updated when a worker starts. */
	readonly workerPids: string;
}

/** What the processes need to work together. */
interface QueueBase {
	readonly n8n: InstalledN8n;
	readonly redisPort: number;
	readonly database: PostgresAccess;
	readonly signal: AbortSignal;
}

/** The folders of a setup. The one for files is created. */
export const makeFolders = async (folder: string): Promise<QueueFolders> => {
	const shared = path.join(folder, 'shared');
	const files = path.join(shared, '.n8n-files');
	await mkdir(files, { recursive: true });
	return {
		main: path.join(folder, 'main'),
		webhook: path.join(folder, 'webhook'),
		workers: ['worker-1', 'worker-2'].map((name) => path.join(folder, name)),
		shared,
		files,
		workerPids: path.join(folder, 'workers.json'),
	};
};

const sharedEnvironment = (
	{ redisPort, database }: QueueBase,
	files: string,
	mainPort: number,
): NodeJS.ProcessEnv => ({
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redisPort),
	// How soon n8n notices that a worker has ended. With its defaults of 60, 10 and 30 seconds, that
	// takes up to a minute and a half.
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: database.host,
	DB_POSTGRESDB_PORT: String(database.port),
	DB_POSTGRESDB_DATABASE: database.database,
	DB_POSTGRESDB_USER: database.user,
	DB_POSTGRESDB_PASSWORD: database.password,
	// On a busy machine, n8n's default of five seconds ends during its start, and it drops its
	// connections.
	DB_PING_TIMEOUT_MS: '60000',
	N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
	// Workers create links, too. Without it, each would use its own port in them.
	WEBHOOK_URL: `http://127.0.0.1:${mainPort}/`,
	N8N_RESTRICT_FILE_ACCESS_TO: files,
});

/**
 * Starts n8n's main process, then its workers and its webhook process.
 * @param started keeps each process that was started, even if another one fails
 * @throws Error when one of them does not start
 */
export const startProcesses = async (
	base: QueueBase,
	folders: QueueFolders,
	started: Array<Pick<RunningChild, 'stop'>>,
): Promise<QueueProcesses> => {
	const { n8n, signal } = base;
	const mainPort = await freePort();
	const env = sharedEnvironment(base, folders.files, mainPort);
	const start = async (role: N8nRole, userFolder: string, port?: number) =>
		await startN8n({ n8n, role, userFolder, runFolder: folders.shared, port, env, signal });
	const add = <Child extends Pick<RunningChild, 'stop'>>(child: Child): Child => {
		started.push(child);
		return child;
	};
	const main = add(await start('start', folders.main, mainPort));
	const workers: Array<Restarted<N8nServer>> = [];
	const note = () => {
		// A test may read the file at any time, so it is never half written.
		const part = `${folders.workerPids}.part`;
		writeFileSync(part, JSON.stringify(workers.map((worker) => worker.current().pid)));
		renameSync(part, folders.workerPids);
	};
	const working = folders.workers.map(async (folder) =>
		add(await keepRunning(async () => await start('worker', folder), note)),
	);
	const receiving = start('webhook', folders.webhook).then(add);
	// All of them, so that each started process is known even if another one failed.
	await Promise.allSettled([...working, receiving]);
	workers.push(...(await Promise.all(working)));
	note();
	return { main, webhook: await receiving, workers };
};
