import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Credential, StoredCredential } from '../n8n/credentials';
import { upsertCredential } from '../n8n/credentials';
import { run } from '../n8n/installation/command';
import { SetupError } from '../n8n/installation/setupError';
import type { WorkflowFile } from '../n8n/workflows';
import { importWorkflow } from '../n8n/workflows';
import type { Postgres } from '../queue/postgres';
import { startPostgres } from '../queue/postgres';
import { findPrograms } from '../queue/programs';
import type { Outcome, Stage } from './trial';

/** A separate PostgreSQL for a recipe. */
interface RecipeDatabase extends Pick<Postgres, 'stop'> {
	/** The credential for n8n. */
	readonly credential: Credential;
	/**
	 * Runs SQL, and returns each row with tabs between its columns.
	 * @throws Error with PostgreSQL's message
	 */
	readonly query: (sql: string) => Promise<string[]>;
}

/**
 * Starts a PostgreSQL for a recipe.
 * @param folder for its log
 * @throws SetupError when PostgreSQL is not installed
 */
const startRecipeDatabase = async (
	folder: string,
	signal: AbortSignal,
): Promise<RecipeDatabase> => {
	const programs = await findPrograms('This recipe needs PostgreSQL');
	const postgres = await startPostgres(programs, path.join(folder, 'postgres.log'), signal);
	const { host, port, user, password, database } = postgres.access;
	return {
		stop: async () => await postgres.stop(),
		credential: {
			name: 'Contract database',
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

const stored = z.array(z.object({ id: z.string(), name: z.string(), type: z.string() }));

/** The credential for the stage's sandbox. */
const sandboxCredential = async ({ n8n }: Stage): Promise<StoredCredential[]> =>
	(await n8n.request('GET', '/credentials', stored)).filter(
		({ name, type }) => name === 'Sandbox' && type === 'contractWorkflowApi',
	);

/**
 * Tries a recipe with a separate PostgreSQL. If none is installed, nothing is tried, and the
 * outcome says so.
 * @param others the credentials that the recipe needs beside those of the database and the sandbox
 */
export const withDatabase = async (
	stage: Stage,
	recipe: WorkflowFile,
	tryOut: (database: RecipeDatabase) => Promise<Outcome>,
	others: readonly Credential[] = [],
): Promise<Outcome> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-database-'));
	let database: RecipeDatabase | undefined;
	try {
		database = await startRecipeDatabase(folder, stage.signal);
		const credentials = await sandboxCredential(stage);
		for (const one of [database.credential, ...others]) {
			credentials.push(await upsertCredential(stage.n8n, one));
		}
		await importWorkflow(stage.n8n, recipe, credentials);
		return await tryOut(database);
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		return { did: 'skipped, because PostgreSQL is not installed', items: 0, checks: [] };
	} finally {
		await database?.stop();
		await rm(folder, { recursive: true, force: true });
	}
};
