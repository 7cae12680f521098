import path from 'node:path';
import type { Stack } from '../n8n/bringUp';
import { furnish, install } from '../n8n/bringUp';
import type { RunningChild } from '../n8n/installation/child';
import { startSandbox } from '../n8n/sandbox';
import type { N8nServer } from '../n8n/server';
import type { WorkflowFile } from '../n8n/workflows';
import { step } from '../step';
import type { PostgresAccess } from './postgres';
import { startPostgres } from './postgres';
import type { QueueFolders, QueueProcesses, QueueSize } from './processes';
import { makeFolders, startProcesses } from './processes';
import { findPrograms } from './programs';
import { startRedis } from './redis';

/** What to bring up, and where. */
export interface QueueSettings extends QueueSize {
	/** Contains the folders of n8n's processes and the logs. */
	readonly folder: string;
	/** Modules that the sandbox's process loads first. */
	readonly sandboxImports?: readonly string[];
	readonly recipes: WorkflowFile[];
	readonly signal: AbortSignal;
}

/** An n8n in queue mode with this package and its recipes, connected to a sandbox. */
export interface QueueStack extends Stack {
	/** The processes that receive webhooks, beside the main one. */
	readonly webhooks: readonly N8nServer[];
	readonly workers: QueueProcesses['workers'];
	/** n8n's own start script. Its packages are in the folder around it. */
	readonly n8nBin: string;
	readonly folders: QueueFolders;
	readonly database: PostgresAccess;
}

/** What was started, to be stopped in reverse order. */
type Started = Array<Pick<RunningChild, 'stop'>>;

const endAll = async (started: Started): Promise<void> => {
	const [...children] = started.splice(0);
	// n8n's processes stop faster together, and before the servers that they need.
	const [databases, others] = [children.slice(0, 2), children.slice(2)];
	const ends = await Promise.allSettled(others.map(async (child) => await child.stop()));
	for (const child of databases.reverse()) await child.stop();
	const failed = ends.find(({ status }) => status === 'rejected');
	if (failed?.status === 'rejected') throw failed.reason;
};

const startAll = async (settings: QueueSettings, started: Started): Promise<QueueStack> => {
	const { folder, sandboxImports, signal } = settings;
	const programs = await findPrograms();
	const folders = await makeFolders(folder, settings);
	const n8n = await install([folders.main, ...folders.webhooks, ...folders.workers], signal);
	const [redis, postgres] = await step('Redis and PostgreSQL', async () => {
		const cache = await startRedis(programs, folder, signal);
		started.push(cache);
		const database = await startPostgres(programs, path.join(folder, 'postgres.log'), signal);
		started.push(database);
		return [cache, database] as const;
	});
	const sandbox = await step('Sandbox of the service', async () => {
		const [db, log] = [path.join(folder, 'sandbox.sqlite'), path.join(folder, 'sandbox.log')];
		return await startSandbox({ port: 0, db, log, imports: sandboxImports, signal });
	});
	started.push(sandbox);
	const database = postgres.access;
	const base = { n8n, redisPort: redis.port, database, signal };
	const { main, ...others } = await step(
		`n8n: main, workers: ${settings.workers}, webhook processes: ${settings.webhooks}`,
		async () => await startProcesses(base, folders, (child) => started.push(child)),
	);
	const furnished = await step(
		'Owner, credentials and recipes',
		async () => await furnish(main.url, sandbox, settings),
	);
	signal.throwIfAborted();
	const stop = async () => await endAll(started);
	return {
		sandbox,
		server: main,
		...others,
		n8nBin: n8n.bin,
		folders,
		database,
		...furnished,
		stop,
	};
};

/**
 * Starts n8n's queue mode with this package: Redis, PostgreSQL, a sandbox, n8n's main process, its
 * workers and webhook processes, with the recipes. Shows each step. If a later step fails, it stops
 * what it started.
 * @throws SetupError when the user must provide something; the signal's reason when aborted
 */
export const bringUpQueue = async (settings: QueueSettings): Promise<QueueStack> => {
	const started: Started = [];
	try {
		return await startAll(settings, started);
	} catch (error) {
		await endAll(started);
		throw error;
	}
};
