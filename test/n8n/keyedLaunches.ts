import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { listTasks } from '../../tools/scripts/demo/service';

/** A launch with the key `deal` of its item, which the task holds as a variable. */
export const initiate: INodeParameters = {
	resource: 'workflow',
	operation: 'initiate',
	workflowId: { __rl: true, mode: 'id', value: 'wf_mutual_nda' },
	version: { __rl: true, mode: 'id', value: '1' },
	specifyVariables: 'json',
	variablesJson: '={{ { counterparty: $json.deal } }}',
	idempotencyKey: '={{ $json.deal }}',
};

const variables = z.array(z.object({ variable_id: z.string(), value: z.unknown() }));

/** The IDs of the tasks of each key. */
export const tasksByKey = async (sandbox: Sandbox): Promise<ReadonlyMap<string, number[]>> => {
	const { tasks } = await listTasks(sandbox, { include_inactive: true });
	const found = new Map<string, number[]>();
	for (const task of tasks) {
		const given = variables.parse(task.variables);
		const key = String(given.find(({ variable_id: id }) => id === 'counterparty')?.value);
		found.set(key, [...(found.get(key) ?? []), task.task_id]);
	}
	return found;
};

/** The launches that the sandbox has logged. */
export const launchesOf = (sandbox: Sandbox): number =>
	sandbox.requests().filter(({ path }) => path.endsWith('/initiate')).length;

/** The keys of items that were not sent again, since they stood so. */
export const keysThatAre = (state: string, items: readonly IDataObject[]): string[] =>
	items
		.map(({ not_sent_again: again }) => again as { key: string; state: string } | undefined)
		.flatMap((again) => (again?.state === state ? [again.key] : []));
