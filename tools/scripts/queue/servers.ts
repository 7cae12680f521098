import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunningChild } from '../n8n/installation/child';
import { startChild } from '../n8n/installation/child';
import type { SystemUser } from '../n8n/installation/command';
import { run } from '../n8n/installation/command';
import { freePort } from '../n8n/installation/port';
import { SetupError } from '../script';

/** How to connect to a PostgreSQL. */
export interface PostgresAccess {
	readonly host: string;
	readonly port: number;
	readonly database: string;
	readonly user: string;
	readonly password: string;
}

/** A separate PostgreSQL, whose data is deleted with it. */
export interface Postgres extends RunningChild {
	readonly access: PostgresAccess;
}

const host = '127.0.0.1';
const bounds = { startBoundMs: 60_000, stopBoundMs: 10_000 };

/** Debian installs PostgreSQL's programs in a folder per version, and not on the PATH. */
export const withPostgres = (): NodeJS.ProcessEnv => {
	const folders = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
	return { ...process.env, PATH: [process.env.PATH, ...folders].join(path.delimiter) };
};

/** @throws SetupError that says how to get a program that is not installed */
const requireProgram = async (name: string): Promise<void> => {
	await run(name, ['--version'], { cwd: tmpdir(), env: withPostgres() }).catch(() => {
		throw new SetupError(
			`${name} is missing. Install Redis and PostgreSQL (Debian and Ubuntu: ` +
				'`apt-get install redis-server postgresql`; their services need not run).',
		);
	});
};

/** Whether a program that asks a server ends with success. */
const succeeds = async (program: string, args: string[]): Promise<boolean> =>
	await run(program, args, { cwd: tmpdir(), env: withPostgres() }).then(
		() => true,
		() => false,
	);

/**
 * Starts Redis on a free port of 127.0.0.1 and waits until it answers. It stores nothing on disk.
 * @param folder for its log
 * @throws SetupError when it is not installed; Error with the end of its log when it does not start
 */
export const startRedis = async (
	folder: string,
	signal: AbortSignal,
): Promise<RunningChild & { readonly port: number }> => {
	await requireProgram('redis-server');
	const port = await freePort();
	const at = ['--port', String(port), '--bind', host, '--dir', folder];
	const child = await startChild({
		name: 'Redis',
		command: 'redis-server',
		args: [...at, '--save', '', '--appendonly', 'no'],
		cwd: folder,
		log: path.join(folder, 'redis.log'),
		isReady: async () => await succeeds('redis-cli', ['-h', host, '-p', String(port), 'ping']),
		...bounds,
		signal,
	});
	return { ...child, port };
};

/** The user that runs PostgreSQL's programs: they refuse to run as root. */
const runningAs = async (cwd: string): Promise<SystemUser | undefined> => {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (option: string) => Number(await run('id', [option, 'postgres'], { cwd }));
	return { uid: await idOf('-u'), gid: await idOf('-g') };
};

/** Creates a database cluster in the folder, with one user that has a password. */
const initialize = async (folder: string, password: string, user: SystemUser | undefined) => {
	const passwordFile = path.join(folder, 'password');
	await writeFile(passwordFile, password, { mode: 0o600 });
	for (const place of user ? [folder, passwordFile] : []) {
		await chown(place, user?.uid ?? 0, user?.gid ?? 0);
	}
	const args = ['-D', path.join(folder, 'data'), '-U', 'n8n', '-E', 'UTF8', '--no-locale'];
	const byPassword = ['--no-sync', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
	await run('initdb', [...args, ...byPassword], { cwd: folder, env: withPostgres(), user });
};

/**
 * Creates a PostgreSQL in its own temporary folder, starts it on a free port of 127.0.0.1 and waits
 * until it accepts connections. For root, it runs as the user `postgres`.
 * @param log the file for its output
 * @throws SetupError when it is not installed; Error when it does not start
 */
export const startPostgres = async (log: string, signal: AbortSignal): Promise<Postgres> => {
	for (const name of ['initdb', 'postgres', 'psql']) await requireProgram(name);
	// Outside of the other data, because its user must have access.
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-postgres-'));
	const remove = async () => await rm(folder, { recursive: true, force: true });
	try {
		const user = await runningAs(folder);
		const password = randomBytes(16).toString('hex');
		await initialize(folder, password, user);
		const port = await freePort();
		const at = ['-h', host, '-p', String(port)];
		const child = await startChild({
			name: 'PostgreSQL',
			command: 'postgres',
			args: ['-D', path.join(folder, 'data'), ...at, '-c', 'unix_socket_directories='],
			cwd: folder,
			env: withPostgres(),
			log,
			user,
			isReady: async () => await succeeds('pg_isready', at),
			...bounds,
			// "Fast": without waiting for open connections.
			stopSignal: 'SIGINT',
			signal,
		});
		return {
			...child,
			access: { host, port, database: 'postgres', user: 'n8n', password },
			async stop() {
				await child.stop();
				await remove();
			},
		};
	} catch (error) {
		await remove();
		throw error;
	}
};
