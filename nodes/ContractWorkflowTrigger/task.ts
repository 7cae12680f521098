import type { IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { getTask, valueAt } from '../../src';
import { connect } from '../shared/client/connection';
import { parameterReader } from '../shared/fields/parameters';
import { shapedTask } from '../shared/rows/output';
import { toNodeError } from '../shared/words/nodeError';
import type { Delivery } from './delivery';
import { loadTask, output, taskFields, taskIdPath } from './description';

/** How long loading may take, in milliseconds, because the sender waits for the response. */
const longestLoadMs = 8_000;

/** A step of a path: `name`, `[0]`, `["any name"]` or `['any name']`. */
const step = /\["([^"]*)"\]|\['([^']*)'\]|([^.[\]{}\s]+)/g;

/**
 * The value at a path such as `body.data[0].task_id` or `headers["x-task"]`; undefined if there is
 * none. Also accepts what n8n copies from an output, `{{ $json.body.id }}`.
 */
export const deliveredAt = (delivery: unknown, path: string): unknown => {
	const steps = [...path.replace('$json', '').matchAll(step)];
	const names = steps.map(([, quoted, singleQuoted, plain]) => quoted ?? singleQuoted ?? plain);
	return valueAt(delivery, names.map(String));
};

/** A task ID: a number, its digits, or the URL of a task (section 2). */
export const taskIdOf = (value: unknown): string | undefined => {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string') return undefined;
	return /^\s*(\d{1,15})\s*$/.exec(text)?.[1] ?? /\/workflows\/tasks\/(\d{1,15})/.exec(text)?.[1];
};

/** The task, or why it could not be loaded. The delivery starts the workflow in both cases. */
type LoadedTask =
	| { readonly task: object }
	| { readonly task: null; readonly taskError: { message: string; description: string } };

const notLoaded = (message: string, description: string): LoadedTask => ({
	task: null,
	taskError: { message, description },
});

const loaded = async (context: IWebhookFunctions, taskId: string): Promise<LoadedTask> => {
	const read = parameterReader(context);
	try {
		const { client } = await connect(context, 'contractWorkflowApi', {
			maxWaitMs: longestLoadMs / 2,
		});
		const { task } = await client.call(getTask, { params: { task_id: taskId } });
		const { output: mode } = read(output);
		const { fields } = mode === 'selectedFields' ? read(taskFields) : { fields: [] };
		return { task: shapedTask(task, { output: mode, fields }) };
	} catch (error) {
		const { message, description } = toNodeError(error, { node: context.getNode() });
		return notLoaded(message, description ?? '');
	}
};

/** The task whose ID or URL is at the path of *Load Task*; nothing if that is off. */
export const taskOfDelivery = async (
	context: IWebhookFunctions,
	delivery: Delivery,
): Promise<LoadedTask | undefined> => {
	const read = parameterReader(context);
	if (!read(loadTask).loadTask) return undefined;
	const { taskIdPath: path } = read(taskIdPath);
	const taskId = taskIdOf(deliveredAt(delivery, path));
	if (taskId === undefined) {
		return notLoaded(
			'The delivery has no task ID',
			`Nothing was found at "${path}". Check the path.`,
		);
	}
	const late = notLoaded(
		'The task could not be loaded in time',
		`The service did not answer within ${longestLoadMs / 1000} seconds. Get the task with a Contract Workflow node.`,
	);
	return await Promise.race([loaded(context, taskId), sleep(longestLoadMs).then(() => late)]);
};
