import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { eventually } from './eventually';
import type { Execution } from './executions';
import { readExecution } from './executions';
import type { N8n } from './rest';
import { RestError } from './rest';

const stored = z.object({ versionId: z.string() });
const pathOf = (id: string) => `/workflows/${encodeURIComponent(id)}`;

const listed = z.object({ results: z.array(z.object({ id: z.string() })) });

const publication = z.object({
	status: z.enum(['in_progress', 'not_published', 'published', 'partial', 'failed']),
	triggers: z.array(z.object({ errorMessage: z.string().nullable() })),
});

type Status = z.infer<typeof publication>['status'];

/**
 * Waits until the workflow is in one of the states, or takes the first one for an n8n that publishes
 * before it responds and shows none, as n8n 1 does.
 */
const settled = async (n8n: N8n, id: string, ends: readonly [Status, ...Status[]]) =>
	await eventually(`Workflow ${id} is not ${ends.join(' or ')}`, async () => {
		const path = `${pathOf(id)}/publication-status`;
		const state = await n8n.request('GET', path, publication).catch((error: unknown) => {
			if (error instanceof RestError && error.status === 404) {
				return { status: ends[0], triggers: [] };
			}
			throw error;
		});
		return ends.includes(state.status) ? state : undefined;
	});

/**
 * Publishes the workflow's current version, and waits until its triggers listen.
 * @throws Error with n8n's message about triggers that cannot
 */
export const publish = async (n8n: N8n, id: string): Promise<void> => {
	const { versionId } = await n8n.request('GET', pathOf(id), stored);
	await n8n.request('POST', `${pathOf(id)}/activate`, z.unknown(), { versionId });
	const { status, triggers } = await settled(n8n, id, ['published', 'partial', 'failed']);
	if (status === 'published') return;
	const faults = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
	throw new Error(`n8n could not publish the workflow ${id} (${status}): ${faults.join('; ')}`);
};

/** Unpublishes a workflow, and waits until its triggers have stopped. */
export const unpublish = async (n8n: N8n, id: string): Promise<void> => {
	await n8n.request('POST', `${pathOf(id)}/deactivate`, z.unknown(), {});
	await settled(n8n, id, ['not_published']);
};

/** The IDs of the latest 100 runs of a workflow, oldest first. */
const listRuns = async (n8n: N8n, workflowId: string): Promise<string[]> => {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const path = `/executions?filter=${filter}&limit=100`;
	const { results } = await n8n.request('GET', path, listed);
	return results.map(({ id }) => id).sort((one, other) => Number(one) - Number(other));
};

const longestPauseMs = 30_000;

/**
 * The latest 100 finished runs of a workflow, oldest first. n8n lists a run shortly after it responds to the
 * request that starts it, so this waits for the expected number, as long as more come.
 * @param quietMs how long no further run may come
 */
export const executionsOf = async (
	n8n: N8n,
	workflowId: string,
	expected: number,
	quietMs = 0,
): Promise<Execution[]> => {
	let ids = await listRuns(n8n, workflowId);
	for (let changed = Date.now(); ; ) {
		const stillMs = Date.now() - changed;
		if (stillMs >= (ids.length < expected ? longestPauseMs : quietMs)) break;
		await pause(50);
		const now = await listRuns(n8n, workflowId);
		if (now.length !== ids.length) changed = Date.now();
		ids = now;
	}
	const executions: Execution[] = [];
	for (const id of ids) executions.push(await readExecution(n8n, id));
	return executions;
};
