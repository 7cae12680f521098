import type { IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Row } from '../../src';
import { getTask } from '../../src';
import { connect } from '../shared/client/connection';
import { parameterReader } from '../shared/fields/parameters';
import { shapedTask } from '../shared/rows/output';
import { toNodeError } from '../shared/words/nodeError';
import type { Delivery } from './delivery';
import { loadTask, output, taskFields, taskIdPath } from './description';
import { valueAt } from './path';
import { textsIn } from './values';

/**
 * How long loading the task may take, in milliseconds, because the sender waits for the response.
 */
const longestLoadMs = 8_000;

/**
 * The task of a delivery, or why it could not be loaded. The delivery starts the workflow in both
 * cases.
 */
type LoadedTask =
	| { readonly task: object }
	| { readonly task: null; readonly taskError: { message: string; description: string } };

const none = (message: string, description: string): LoadedTask => ({
	task: null,
	taskError: { message, description },
});

/** A task id: a number, its digits, or the link of a task (section 2). */
export const taskIdOf = (value: unknown): string | undefined => {
	const [text = '', ...more] = textsIn(value);
	if (more.length > 0) return undefined;
	return /^\s*(\d{1,15})\s*$/.exec(text)?.[1] ?? /\/workflows\/tasks\/(\d{1,15})/.exec(text)?.[1];
};

/** The task in the chosen shape. */
const shaped = (context: IWebhookFunctions, task: Row): object => {
	const read = parameterReader(context);
	const mode = read(output).output;
	const fields = mode === 'selectedFields' ? read(taskFields).fields : [];
	return shapedTask(task, { output: mode, fields });
};

const loaded = async (context: IWebhookFunctions, taskId: string): Promise<LoadedTask> => {
	try {
		const { client } = await connect(context, 'contractWorkflowApi', {
			maxWaitMs: longestLoadMs / 2,
		});
		const { task } = await client.call(getTask, { params: { task_id: taskId } });
		return { task: shaped(context, task) };
	} catch (error) {
		const { message, description } = toNodeError(error, { node: context.getNode() });
		return none(message, description ?? '');
	}
};

/**
 * The task whose id or link is at the path of *Load Task*; nothing if that is off. A delivery is
 * never lost because its task cannot be loaded.
 */
export const taskOfDelivery = async (
	context: IWebhookFunctions,
	delivery: Delivery,
): Promise<LoadedTask | undefined> => {
	const read = parameterReader(context);
	if (!read(loadTask).loadTask) return undefined;
	const { taskIdPath: path } = read(taskIdPath);
	const taskId = taskIdOf(valueAt(delivery, path));
	if (taskId === undefined) {
		return none('The delivery has no task ID', `Nothing was found at "${path}". Check the path.`);
	}
	const late = none(
		'The task could not be loaded in time',
		`The service did not answer within ${longestLoadMs / 1000} seconds. Get the task with a Contract Workflow node.`,
	);
	return await Promise.race([loaded(context, taskId), sleep(longestLoadMs).then(() => late)]);
};
