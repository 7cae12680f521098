import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { MirrorDatabase } from '../../scripts/mirror/database';
import { startMirrorDatabase } from '../../scripts/mirror/database';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../scripts/n8n/executions';
import type { N8n } from '../../scripts/n8n/rest';
import { importWorkflow } from '../../scripts/n8n/workflows';
import type { Recipe } from '../../scripts/recipes';
import { readRecipe } from '../../scripts/recipes';
import { changeDocuments, differences, documentsOf, fingerprint } from './mirroredDocuments';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';

/*
 * The recipe Mirror Documents with a PostgreSQL of its own, while documents come, go and change, the
 * service fails, and n8n is killed.
 */

const documents = 2_000;
const rounds = 12;
/** The rounds in which n8n is killed amid a run. */
const kills = [5, 9];
/** The rounds in which documents change while they are read. */
const moving = [2, 7, 11];
const trigger = 'Every Night';

let host: OwnN8n;
let n8n: N8n;
let sandbox: Sandbox;
let database: MirrorDatabase;
let recipe: Recipe;
beforeAll(async () => {
	host = await ownN8n();
	sandbox = await createSandbox({ rateLimit: 1_000_000, tasks: 0, documents });
	database = await startMirrorDatabase(host.folder);
	recipe = await readRecipe('mirror-documents');
	n8n = await host.start();
	const { baseUrl, apiKeys } = sandbox;
	const data = { baseUrl, apiKey: apiKeys.main };
	await importWorkflow(n8n, recipe, [
		await upsertCredential(n8n, { name: 'Mirrored', type: 'contractWorkflowApi', data }),
		await upsertCredential(n8n, database.credential),
	]);
});
afterAll(async () => {
	await host?.remove();
	await database?.stop();
	await sandbox?.stop();
});

/** Runs the recipe; gives what it says of the merge, or why it failed. */
const run = async () => {
	const execution = await runWorkflow(n8n, recipe.id, trigger);
	return execution.status === 'success'
		? jsonOf(execution, 'Merge Rows')[0]
		: { outcome: 'failed', why: execution.error?.message };
};

const isExact = async () => {
	const { wrong, tooMany } = await differences(database, await documentsOf(sandbox));
	expect({ wrong, tooMany }).toEqual({ wrong: [], tooMany: [] });
};

/** Faults of which some are repeated, and some end the run. */
const addFault = (): void => {
	const kinds = ['error', 'reset', 'rateLimit', 'truncate', 'html'] as const;
	const kind = kinds[randomInt(kinds.length)] ?? 'error';
	sandbox.addFault({ kind, endpoint: 'searchDocuments', count: randomInt(1, 4) });
};

/** Starts a run and kills n8n somewhere in it. */
const runAndKill = async (): Promise<void> => {
	sandbox.clearRequests();
	const running = runWorkflow(n8n, recipe.id, trigger).catch(() => undefined);
	while (sandbox.requests().length === 0) await pause(5);
	await pause(randomInt(0, 2_500));
	await host.kill();
	await running;
	n8n = await host.start();
};

/** Runs it while documents change. */
const runAmidChanges = async (): Promise<void> => {
	let isOver = false;
	// So many that no more go than a run may mark, however long it takes.
	const changing = async () => {
		for (let change = 0; change < 100 && !isOver; change += 1) {
			changeDocuments(sandbox, 2);
			await pause(20);
		}
	};
	const changes = changing();
	await run().finally(() => {
		isOver = true;
	});
	await changes;
};

it('an exact copy after each round without a change meanwhile', async () => {
	expect(await run()).toMatchObject({ outcome: 'merged', new: String(documents) });
	await isExact();
	let [merged, broken] = [0, 0];
	for (let round = 1; round <= rounds; round += 1) {
		changeDocuments(sandbox, 40);
		const before = await fingerprint(database);
		if (kills.includes(round)) await runAndKill();
		else if (moving.includes(round)) await runAmidChanges();
		else {
			if (round % 3 === 0) addFault();
			const outcome = await run();
			sandbox.clearFaults();
			if (outcome?.outcome === 'merged') {
				await isExact();
				merged += 1;
				continue;
			}
			// A run that failed has written nothing.
			expect(await fingerprint(database)).toEqual(before);
		}
		broken += 1;
		expect(await run()).toMatchObject({ outcome: 'merged' });
		await isExact();
	}
	const before = await fingerprint(database);
	expect(await run()).toMatchObject({ new: '0', changed: '0', come_back: '0', gone: '0' });
	expect(await fingerprint(database)).toEqual(before);
	expect(await database.query('SELECT count(*) FROM contract_mirror_staging')).toEqual(['0']);
	const [gone] = await database.query(
		'SELECT count(*) FROM contract_documents WHERE gone_at IS NOT NULL',
	);
	expect(Number(gone)).toBeGreaterThan(0);
	process.stdout.write(
		`${documents} documents, ${rounds} rounds: ${merged} merged at once, ${broken} after a failure, a kill or changes amid the reading; exact after each. ${gone} gone\n`,
	);
}, 1_800_000);
