import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { MirrorDatabase } from '../mirror/database';
import { startMirrorDatabase } from '../mirror/database';
import type { StoredCredential } from '../n8n/credentials';
import { upsertCredential } from '../n8n/credentials';
import { jsonOf } from '../n8n/executions';
import { SetupError } from '../n8n/installation/setupError';
import type { WorkflowFile } from '../n8n/workflows';
import { importWorkflow } from '../n8n/workflows';
import { check, runRecipe } from './stage';
import type { Outcome, Stage, Trial } from './trial';

const stored = z.array(z.object({ id: z.string(), name: z.string(), type: z.string() }));

/** The credential for the sandbox that the stage has. */
const sandboxCredential = async ({ n8n }: Stage): Promise<StoredCredential[]> =>
	(await n8n.request('GET', '/credentials', stored)).filter(
		({ name, type }) => name === 'Sandbox' && type === 'contractWorkflowApi',
	);

/**
 * Tries a recipe with a PostgreSQL of its own, which a mirror needs. Where none is installed, nothing
 * is tried, and the outcome says so.
 */
const withMirrorDatabase = async (
	stage: Stage,
	recipe: WorkflowFile,
	tryOut: (database: MirrorDatabase) => Promise<Outcome>,
): Promise<Outcome> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-mirror-'));
	let database: MirrorDatabase | undefined;
	try {
		database = await startMirrorDatabase(folder, stage.signal);
		const { credential } = database;
		await importWorkflow(stage.n8n, recipe, [
			...(await sandboxCredential(stage)),
			await upsertCredential(stage.n8n, credential),
		]);
		return await tryOut(database);
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		return { did: 'skipped, because PostgreSQL is not installed', items: 0, checks: [] };
	} finally {
		await database?.stop();
		await rm(folder, { recursive: true, force: true });
	}
};

const notAgain = 'Unchanged rows are not written again';

/** Fills a table of a PostgreSQL by a recipe, and runs it again. */
export const twiceIntoDatabase =
	(table: string): Trial['run'] =>
	async (stage, recipe) =>
		await withMirrorDatabase(stage, recipe, async ({ query }) => {
			const [first] = jsonOf(await runRecipe(stage, recipe), 'Merge Rows');
			const [again] = jsonOf(await runRecipe(stage, recipe), 'Merge Rows');
			const [count = '0'] = await query(`SELECT count(*) FROM ${table}`);
			return {
				did: 'filled a PostgreSQL database, and checked it again',
				items: Number(count),
				checks: [
					check('All are copied', Number(count) > 0 && first?.new === count),
					check(notAgain, again?.new === '0' && again.changed === '0' && again.gone === '0'),
				],
			};
		});

/** Fills a Data Table by a recipe, and runs it again. */
export const twiceIntoDataTable: Trial['run'] = async (stage, recipe) => {
	const first = jsonOf(await runRecipe(stage, recipe), 'Compare Rows');
	const again = jsonOf(await runRecipe(stage, recipe), 'Compare Rows');
	return {
		did: 'filled a Data Table, and checked it again',
		items: first.length,
		checks: [check('All are copied', first.length > 0), check(notAgain, again.length === 0)],
	};
};
