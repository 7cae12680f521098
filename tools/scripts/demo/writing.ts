import type { IDataObject } from 'n8n-workflow';
import { upsertCredential } from '../n8n/credentials';
import type { Execution } from '../n8n/executions';
import { readRecipe } from '../recipes';
import { writeWithReceipts } from './receiptFlow';
import { ended } from './stage';
import type { Stage } from './trial';

/**
 * Comments on tasks as a builder's workflow does that stores its receipts, and passes its failed
 * items on.
 * @throws Error when the run fails
 */
export const commentWithReceipts = async (
	{ n8n, sandbox: { baseUrl, apiKey } }: Stage,
	items: IDataObject[],
): Promise<Execution> => {
	const credential = await upsertCredential(n8n, {
		name: 'Sandbox',
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey },
	});
	const parameters = {
		resource: 'task',
		operation: 'comment',
		taskId: { __rl: true, mode: 'id', value: '={{ $json.task_id }}' },
		comment: '={{ $json.text }}',
	};
	const { id: keeper } = await readRecipe('check-receipts');
	const { id: settler } = await readRecipe('outcome-unknown');
	return ended(await writeWithReceipts(n8n, credential, { parameters, items, keeper, settler }));
};
