import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { MirrorDatabase } from '../mirror/database';
import { startMirrorDatabase } from '../mirror/database';
import type { Credential, StoredCredential } from '../n8n/credentials';
import { upsertCredential } from '../n8n/credentials';
import { SetupError } from '../n8n/installation/setupError';
import type { WorkflowFile } from '../n8n/workflows';
import { importWorkflow } from '../n8n/workflows';
import type { Outcome, Stage } from './trial';

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
	tryOut: (database: MirrorDatabase) => Promise<Outcome>,
	others: readonly Credential[] = [],
): Promise<Outcome> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-database-'));
	let database: MirrorDatabase | undefined;
	try {
		database = await startMirrorDatabase(folder, stage.signal);
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
