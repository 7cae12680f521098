import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { MirrorDatabase } from '../../scripts/mirror/database';
import { startMirrorDatabase } from '../../scripts/mirror/database';
import type { Stack } from '../../scripts/n8n/bringUp';
import { bringUp } from '../../scripts/n8n/bringUp';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { startRun } from '../../scripts/n8n/executions';
import { RestError } from '../../scripts/n8n/rest';
import { createWorkflow, importWorkflow } from '../../scripts/n8n/workflows';
import { readRecipe } from '../../scripts/recipes';
import { runScript } from '../../scripts/script';
import { step } from '../../scripts/step';
import { cpuMsOf, forgetPeak, memoryOf } from '../host/processes';
import { writeResult } from '../results';
import { changeDocuments, differences, documentsOf, fingerprint } from './documents';
import { httpFlow } from './httpFlow';
import type { RunFigures, WayFigures } from './mirrorReport';
import { mirrorTable, readMirror } from './mirrorReport';

/*
 * Mirrors many documents by the recipe and by n8n's HTTP Request node, and measures both. Writes the figures of docs/mirror.md.
 */

const count = Number(process.env.CONTRACT_WORKFLOW_DOCUMENTS ?? 100_000);
const longestRunMs = 3_600_000;

/** What a proof works with. */
interface Scene {
	readonly stack: Stack;
	readonly sandbox: Sandbox;
	readonly database: MirrorDatabase;
	readonly signal: AbortSignal;
}

/** Nothing of an execution is saved, as the recipe sets it for those of its schedule. */
const unsaved = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveManualExecutions: false,
} as const;

/** Nothing, once the run has ended and is forgotten. */
const status = z.object({ status: z.string() }).optional();

/** Waits for the end of a run of which n8n keeps nothing, save where it failed. */
const awaitEnd = async ({ stack: { n8n }, signal }: Scene, id: string): Promise<void> => {
	const deadline = Date.now() + longestRunMs;
	while (Date.now() < deadline) {
		try {
			const now = await n8n.request('GET', `/executions/${id}`, status);
			if (now === undefined || now.status === 'success') return;
			if (!['new', 'running', 'waiting'].includes(now.status)) {
				throw new Error(`The run ended with '${now.status}'.`);
			}
		} catch (error) {
			if (error instanceof RestError && error.status === 404) return;
			const isSlow = error instanceof Error && error.name === 'TimeoutError';
			if (!isSlow) throw error;
		}
		await pause(200, undefined, { signal });
	}
	throw new Error(`The run took longer than ${longestRunMs / 60_000} minutes.`);
};

/** Runs a workflow and measures n8n's process meanwhile, by what Linux knows of it. */
const measureRun = async (
	scene: Scene,
	workflowId: string,
	trigger: string,
): Promise<RunFigures> => {
	const { n8n, server } = scene.stack;
	const { nowMb: idleMb } = await memoryOf(server.pid);
	await forgetPeak(server.pid);
	const [started, cpuBefore] = [performance.now(), await cpuMsOf(server.pid)];
	await awaitEnd(scene, await startRun(n8n, workflowId, trigger));
	const seconds = (performance.now() - started) / 1000;
	const cpuSeconds = ((await cpuMsOf(server.pid)) - cpuBefore) / 1000;
	return { seconds, cpuSeconds, idleMb, peakMb: (await memoryOf(server.pid)).peakMb };
};

/** A way to mirror, and the table that it fills. */
interface Way {
	readonly title: string;
	readonly workflowId: string;
	readonly trigger: string;
	readonly table: string;
}

const measureWay = async (scene: Scene, way: Way): Promise<WayFigures> => {
	const { sandbox, database } = scene;
	const { title, workflowId, trigger, table } = way;
	const run = async (name: string) =>
		await step(`${title}: ${name}`, async () => await measureRun(scene, workflowId, trigger));
	const first = await run('first run');
	const before = await fingerprint(database, table);
	// A run of which nothing is saved does not say that it failed.
	if (before.size < count) {
		throw new Error(`${title} has brought ${before.size} of ${count} documents.`);
	}
	const unchanged = await run('nothing changed');
	const after = await fingerprint(database, table);
	const written = [...after].filter(([id, place]) => before.get(id) !== place).length;
	changeDocuments(sandbox, Math.ceil(count / 100));
	const changed = await run('some changed');
	const { wrong, tooMany } = await differences(database, await documentsOf(sandbox), table);
	return {
		first,
		unchanged,
		changed,
		writtenUnchanged: written,
		wrong: wrong.length + tooMany.length,
	};
};

const recipeWay = async ({ stack: { n8n }, sandbox, database }: Scene): Promise<Way> => {
	const { baseUrl, apiKeys } = sandbox;
	const data = { baseUrl, apiKey: apiKeys.main };
	const credentials = [
		await upsertCredential(n8n, { name: 'Many', type: 'contractWorkflowApi', data }),
		await upsertCredential(n8n, database.credential),
	];
	const recipe = await readRecipe('mirror-documents');
	await importWorkflow(n8n, { ...recipe, settings: unsaved }, credentials);
	const table = 'contract_documents';
	return { title: 'The recipe', workflowId: recipe.id, trigger: 'Every Night', table };
};

const httpWay = async ({ stack: { n8n }, sandbox, database }: Scene): Promise<Way> => {
	const key = { name: 'X-API-Key', value: sandbox.apiKeys.main };
	const credentials = [
		await upsertCredential(n8n, { name: 'Key', type: 'httpHeaderAuth', data: key }),
		await upsertCredential(n8n, database.credential),
	];
	const flow = httpFlow(sandbox.baseUrl, credentials);
	const workflowId = await createWorkflow(n8n, { ...flow, settings: unsaved });
	return { title: 'HTTP Request', workflowId, trigger: 'Start', table: 'http_documents' };
};

type Place = Omit<Scene, 'stack'> & { readonly folder: string };

/** Each way has an n8n that was just started: what one has left in memory, the other does not show. */
const inFreshN8n = async (
	{ folder, ...place }: Place,
	make: (scene: Scene) => Promise<Way>,
): Promise<WayFigures> => {
	const { signal } = place;
	const own = await mkdtemp(path.join(folder, 'n8n-'));
	const sandboxArgs = ['--tasks', '0', '--documents', '0'];
	const stack = await bringUp({ folder: own, sandboxPort: 0, sandboxArgs, recipes: [], signal });
	try {
		const scene = { ...place, stack };
		return await measureWay(scene, await make(scene));
	} finally {
		await stack.stop();
	}
};

/** Undefined where so many documents are too much for that way, which is said. */
const measureHttp = async (place: Place): Promise<WayFigures | undefined> => {
	try {
		return await inFreshN8n(place, httpWay);
	} catch (error) {
		place.signal.throwIfAborted();
		console.log(`HTTP Request came to no end: ${String(error)}`);
		return undefined;
	}
};

const measure = async (place: Place): Promise<void> => {
	const load = loadavg()[0] ?? 0;
	const recipe = await inFreshN8n(place, recipeWay);
	const http = await measureHttp(place);
	const figures = {
		documents: count,
		cores: availableParallelism(),
		load,
		recipe,
		...(http && { http }),
	};
	await writeResult('mirror', figures);
	console.log(mirrorTable(await readMirror()));
	if (recipe.wrong > 0 || recipe.writtenUnchanged > 0) {
		throw new Error('The mirror is no exact copy, or was written without need.');
	}
};

const prove = async (signal: AbortSignal): Promise<void> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-mirror-'));
	const toStop: Array<{ readonly stop: () => Promise<void> }> = [];
	try {
		const database = await step(
			'PostgreSQL',
			async () => await startMirrorDatabase(folder, signal),
		);
		toStop.push(database);
		const sandbox = await step(
			`${count.toLocaleString('en')} documents`,
			async () =>
				await createSandbox({
					tasks: 0,
					documents: count,
					rateLimit: 1_000_000,
					requestLogSize: 10,
				}),
		);
		toStop.push(sandbox);
		await measure({ folder, sandbox, database, signal });
	} finally {
		for (const one of toStop.reverse()) await one.stop();
		await rm(folder, { recursive: true, force: true });
	}
};

void runScript(prove);
