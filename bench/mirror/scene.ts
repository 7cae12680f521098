import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { MirrorDatabase } from '../../scripts/mirror/database';
import { startMirrorDatabase } from '../../scripts/mirror/database';
import type { Stack } from '../../scripts/n8n/bringUp';
import { bringUp } from '../../scripts/n8n/bringUp';
import { startRun } from '../../scripts/n8n/executions';
import { RestError } from '../../scripts/n8n/rest';
import { step } from '../../scripts/step';
import {
	changeDocuments,
	countDocuments,
	differences,
	documentsOf,
	fingerprint,
} from '../../test/n8n/mirroredDocuments';
import { cpuMsOf, forgetPeak, memoryOf } from '../host/processes';
import type { RunFigures, WayFigures } from './mirrorReport';

/* Where a mirror is measured, and how. */

const longestRunMs = 3_600_000;

/** The environment of a proof. */
export interface Scene {
	readonly stack: Stack;
	/** How many documents the sandbox has. */
	readonly documents: number;
	readonly sandbox: Sandbox;
	readonly database: MirrorDatabase;
	readonly signal: AbortSignal;
}

/** Absent once the run has ended and n8n has deleted it. */
const status = z.object({ status: z.string() }).optional();

/** Waits for the end of a run. n8n saves nothing about it, unless it failed. */
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

/** Runs a workflow and measures n8n's process, with figures of Linux. */
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
export interface Way {
	readonly title: string;
	readonly workflowId: string;
	readonly trigger: string;
	readonly table: string;
}

const measureWay = async (scene: Scene, way: Way): Promise<WayFigures> => {
	const { sandbox, database } = scene;
	// The way before has added and removed some.
	const count = countDocuments(sandbox);
	const { title, workflowId, trigger, table } = way;
	const run = async (name: string) =>
		await step(`${title}: ${name}`, async () => await measureRun(scene, workflowId, trigger));
	const first = await run('first run');
	const before = await fingerprint(database, table);
	// A run without saved data does not report that it failed.
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

/** The environment that several n8n use in turn. */
export type Place = Omit<Scene, 'stack'> & { readonly folder: string };

/**
 * Each way has an n8n that was just started, so that neither is affected by the other's memory.
 * @param nodeOptions options for n8n's Node, as `NODE_OPTIONS` takes them
 */
export const inFreshN8n = async (
	{ folder, ...place }: Place,
	make: (scene: Scene) => Promise<Way>,
	nodeOptions?: string,
): Promise<WayFigures> => {
	const { signal } = place;
	const own = await mkdtemp(path.join(folder, 'n8n-'));
	const sandboxArgs = ['--tasks', '0', '--documents', '0'];
	const given = { sandboxPort: 0, sandboxArgs, nodeOptions, recipes: [], signal };
	const stack = await bringUp({ folder: own, ...given });
	try {
		const scene = { ...place, stack };
		return await measureWay(scene, await make(scene));
	} finally {
		await stack.stop();
	}
};

/** An environment with so many documents, and how to stop it. */
export const startPlace = async (
	documents: number,
	signal: AbortSignal,
): Promise<Place & { readonly stop: () => Promise<void> }> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-mirror-'));
	const toStop: Array<{ readonly stop: () => Promise<void> }> = [];
	const stop = async (): Promise<void> => {
		for (const one of toStop.splice(0).reverse()) await one.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		const database = await step(
			'PostgreSQL',
			async () => await startMirrorDatabase(folder, signal),
		);
		toStop.push(database);
		const options = { tasks: 0, documents, rateLimit: 1_000_000, requestLogSize: 10 };
		const sandbox = await step(
			`${documents.toLocaleString('en')} documents`,
			async () => await createSandbox(options),
		);
		toStop.push(sandbox);
		return { documents, folder, sandbox, database, signal, stop };
	} catch (error) {
		await stop();
		throw error;
	}
};
