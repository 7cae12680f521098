import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Credential } from '../n8n/credentials';
import { storedCredential, upsertCredential } from '../n8n/credentials';
import { run } from '../n8n/installation/command';
import type { WorkflowFile } from '../n8n/workflows';
import { importWorkflow } from '../n8n/workflows';
import type { PostgresAccess } from '../queue/servers';
import { startPostgres, withPostgres } from '../queue/servers';
import type { Promises, Stage } from './trial';

/**
 * Runs SQL, and returns each row with tabs between its columns.
 * @throws Error with PostgreSQL's message
 */
type Query = (sql: string) => Promise<string[]>;

const queryAt =
	({ host, port, user, password, database }: PostgresAccess): Query =>
	async (sql) => {
		const at = ['-h', host, '-p', String(port), '-U', user, '-d', database];
		const how = ['-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-c', sql];
		const env = { ...withPostgres(), PGPASSWORD: password };
		const printed = await run('psql', [...at, ...how], { cwd: tmpdir(), env });
		return printed.split('\n').filter((line) => line !== '');
	};

/**
 * Tries a recipe with a separate PostgreSQL.
 * @param others the credentials that the recipe needs beside those of the database and the sandbox
 * @throws SetupError when PostgreSQL is not installed
 */
export const withDatabase = async (
	{ n8n, signal }: Stage,
	recipe: WorkflowFile,
	others: readonly Credential[],
	tryOut: (query: Query) => Promise<Promises>,
): Promise<Promises> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-database-'));
	try {
		const postgres = await startPostgres(path.join(folder, 'postgres.log'), signal);
		try {
			const credentials = (
				await n8n.request('GET', '/credentials', z.array(storedCredential))
			).filter(({ name }) => name === 'Sandbox');
			const data = { ...postgres.access, ssl: 'disable' };
			for (const one of [{ name: 'Contract database', type: 'postgres', data }, ...others]) {
				credentials.push(await upsertCredential(n8n, one));
			}
			await importWorkflow(n8n, recipe, credentials);
			return await tryOut(queryAt(postgres.access));
		} finally {
			await postgres.stop();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};
