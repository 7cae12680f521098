import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeResult, NodeRun } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';

/** Items with the numbers from `from` on as their `id`. */
export const numbered = (count: number, from = 1): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { id: from + index } }));

/** An item with a file, for operations that send one. */
export const withFile: INodeExecutionData = {
	json: {},
	binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } },
};

const taskId = byId('={{ $json.id }}');

/** Operations on the task that each item names. */
export const read = parametersOf('task.get', { taskId });
export const comment = parametersOf('task.comment', { taskId, comment: '=Comment {{ $json.id }}' });
export const approve = parametersOf('task.approve', { taskId, decideIf: 'always' });

/** The right answer to a comment. */
export const posted = { success: true, activity_log_id: 1, message: 'Posted' };

/** The number of the task in the line of a request. */
export const taskIn = (line = ''): number => Number(line.split('/')[2]);

/** A run of the node at this address, with the key `key_1`; for the task 1 if nothing else is given. */
export const runOf = (
	url: string,
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
): NodeRun => ({
	parameters,
	credentials: keyCredential(url, 'key_1'),
	items: numbered(1),
	...more,
});

/** Runs the node at this address. */
export const runAt = async (...given: Parameters<typeof runOf>): Promise<NodeResult> =>
	await runNode(runOf(...given));

/** Lets failed items stand among the others. */
export const goesOn = { onError: 'continueRegularOutput' } as const;

/** What a failed item of "continue on fail" tells. */
export interface ItemError {
	readonly message: string;
	readonly description: string;
	readonly outcome: string;
}

/** The error of an output item; undefined for one that succeeded. */
export const errorOf = (
	item: INodeExecutionData | undefined,
): (ItemError & IDataObject) | undefined =>
	item?.json.error as (ItemError & IDataObject) | undefined;
