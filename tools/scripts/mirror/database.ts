import path from 'node:path';
import type { Credential } from '../n8n/credentials';
import { run } from '../n8n/installation/command';
import type { Postgres } from '../queue/postgres';
import { startPostgres } from '../queue/postgres';
import { findPrograms } from '../queue/programs';

/** A separate PostgreSQL for a mirror. */
export interface MirrorDatabase extends Pick<Postgres, 'stop'> {
	/** The credential for n8n. */
	readonly credential: Credential;
	/**
	 * Runs SQL, and returns each row with tabs between its columns.
	 * @throws Error with PostgreSQL's message
	 */
	readonly query: (sql: string) => Promise<string[]>;
}

/**
 * Starts a PostgreSQL for a mirror.
 * @param folder for its log
 * @throws SetupError when PostgreSQL is not installed
 */
export const startMirrorDatabase = async (
	folder: string,
	signal: AbortSignal = new AbortController().signal,
): Promise<MirrorDatabase> => {
	const programs = await findPrograms('A mirror needs PostgreSQL');
	const postgres = await startPostgres(programs, path.join(folder, 'postgres.log'), signal);
	const { host, port, user, password, database } = postgres.access;
	return {
		stop: async () => await postgres.stop(),
		credential: {
			name: 'Mirror database',
			type: 'postgres',
			data: { host, port, user, password, database, ssl: 'disable' },
		},
		async query(sql) {
			const at = ['-h', host, '-p', String(port), '-U', user, '-d', database];
			const how = ['-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-c', sql];
			const env = { ...process.env, PGPASSWORD: password };
			const printed = await run(programs.psql, [...at, ...how], { cwd: folder, env, signal });
			return printed.split('\n').filter((line) => line !== '');
		},
	};
};
