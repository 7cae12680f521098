import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunningChild } from '../n8n/installation/child';
import { startChild } from '../n8n/installation/child';
import type { SystemUser } from '../n8n/installation/command';
import { CommandFailed, run } from '../n8n/installation/command';
import { freePort } from '../n8n/installation/port';
import { SetupError } from '../n8n/installation/setupError';
import type { Programs } from './programs';

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

const startBoundMs = 60_000;
const stopBoundMs = 10_000;

/** The user that runs PostgreSQL's programs: they refuse to run as root. */
const runningAs = async (folder: string): Promise<SystemUser | undefined> => {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (option: '-u' | '-g') =>
		Number(await run('id', [option, 'postgres'], { cwd: folder }));
	try {
		return { uid: await idOf('-u'), gid: await idOf('-g') };
	} catch (error) {
		if (!(error instanceof CommandFailed)) throw error;
		throw new SetupError(
			'PostgreSQL does not run as root, and this system has no user `postgres`: install the ' +
				'package of your system, which makes that user, or run this as another user.',
		);
	}
};

/** Creates a database cluster in the folder, with one user that has a password. */
const initialize = async (
	{ initdb }: Programs,
	folder: string,
	password: string,
	user: SystemUser | undefined,
	signal: AbortSignal,
): Promise<string> => {
	const passwordFile = path.join(folder, 'password');
	await writeFile(passwordFile, password, { mode: 0o600 });
	if (user) {
		await chown(folder, user.uid, user.gid);
		await chown(passwordFile, user.uid, user.gid);
	}
	const data = path.join(folder, 'data');
	const args = ['-D', data, '-U', 'n8n', '-E', 'UTF8', '--no-locale', '--no-sync'];
	const byPassword = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
	await run(initdb, [...args, ...byPassword], { cwd: folder, user, signal });
	return data;
};

/**
 * Creates a PostgreSQL in its own temporary folder, starts it on a free port of 127.0.0.1 and waits
 * until it accepts connections. For root, it runs as the user `postgres`.
 * @param log the file for its output
 * @throws SetupError for root without such a user; Error when it does not start
 */
export const startPostgres = async (
	programs: Programs,
	log: string,
	signal: AbortSignal,
): Promise<Postgres> => {
	// Outside of the other data, because its user must have access.
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-postgres-'));
	const host = '127.0.0.1';
	try {
		const user = await runningAs(folder);
		const password = randomBytes(16).toString('hex');
		const data = await initialize(programs, folder, password, user, signal);
		const port = await freePort();
		const isReady = async () =>
			await run(programs.pgIsReady, ['-h', host, '-p', String(port)], { cwd: folder }).then(
				() => true,
				() => false,
			);
		const child = await startChild({
			name: 'PostgreSQL',
			command: programs.postgres,
			args: ['-D', data, '-h', host, '-p', String(port), '-c', 'unix_socket_directories='],
			cwd: folder,
			env: process.env,
			log,
			user,
			isReady,
			startBoundMs,
			// "Fast": without waiting for open connections.
			stopSignal: 'SIGINT',
			stopBoundMs,
			signal,
		});
		return {
			...child,
			access: { host, port, database: 'postgres', user: 'n8n', password },
			async stop() {
				await child.stop();
				await rm(folder, { recursive: true, force: true });
			},
		};
	} catch (error) {
		await rm(folder, { recursive: true, force: true });
		throw error;
	}
};
