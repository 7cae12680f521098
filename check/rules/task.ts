import type { Body } from '../reading/body';
import { isBody, listIn } from '../reading/body';
import type { Departure } from '../reading/departure';
import { difference } from '../reading/departure';
import type { Rule } from './rule';

/** Statuses of a task that is not at its end (section 3). */
const running: readonly unknown[] = ['created', 'in_progress', 'pending', 'on_hold'];

/** Section 2: both are null when completed. The API text says it of no other field of the step. */
const currentStep = ({ status, ...task }: Body, place: string): Departure[] =>
	['current_step_id', 'current_step_name']
		.filter((field) => status === 'completed' && typeof task[field] === 'string')
		.map((field) =>
			difference(
				`${place}.${field}`,
				'null when the status is completed',
				'a step of a completed task',
				'A workflow that selects tasks by their current step also selects finished tasks.',
			),
		);

/** Section 2: null until completed. */
const completion = ({ status, completed_at }: Body, place: string): Departure[] => {
	const isAt = typeof completed_at === 'string';
	if (status === 'completed' && completed_at === null) {
		const effect = 'A workflow that looks for completed tasks by this time misses the task.';
		const expected = 'a time when the status is completed';
		return [difference(`${place}.completed_at`, expected, 'null', effect)];
	}
	if (!isAt || !running.includes(status)) return [];
	return [
		difference(
			`${place}.completed_at`,
			'null until the task is completed',
			`a time while the status is "${String(status)}"`,
			'A workflow that looks at this time treats a running task as finished.',
		),
	];
};

const address = ({ task_id, task_url }: Body, place: string): Departure[] => {
	if (typeof task_url !== 'string' || !Number.isSafeInteger(task_id)) return [];
	if (task_url.endsWith(`/workflows/tasks/${String(task_id)}`)) return [];
	return [
		difference(
			`${place}.task_url`,
			'{app_url}/workflows/tasks/<task_id>',
			'another address',
			'A link in a message that a workflow sends may not open the task.',
		),
	];
};

const stepFields = { step_id: 'current_step_id', step_type: 'current_step_type' } as const;

/** The current step run is one of the step runs of the task: both describe the same step. */
const currentRun = (task: Body, place: string): Departure[] => {
	const { current_step_run_id } = task;
	const run = listIn(task, 'step_runs').find(
		({ step_run_id }) => typeof step_run_id === 'string' && step_run_id === current_step_run_id,
	);
	if (run === undefined) return [];
	return Object.entries(stepFields)
		.filter(([field, current]) => {
			const [one, other] = [run[field], task[current]];
			return typeof one === 'string' && typeof other === 'string' && one !== other;
		})
		.map(([field, current]) =>
			difference(
				`${place}.${current}`,
				`the ${field} of the step run that current_step_run_id names`,
				'another one',
				'A workflow cannot tell which step the task waits at.',
			),
		);
};

const keyOf = ({ step_id, variable_id }: Body): string => JSON.stringify([step_id, variable_id]);

/** Section 2: all variables across all step runs. */
const variables = (task: Body, place: string): Departure[] => {
	if (!Array.isArray(task.variables)) return [];
	const own = new Set(listIn(task, 'variables').map(keyOf));
	const ofRuns = listIn(task, 'step_runs').flatMap((run) => listIn(run, 'variables').map(keyOf));
	if (ofRuns.every((key) => own.has(key))) return [];
	return [
		difference(
			`${place}.variables`,
			'all variables across all step runs',
			'a list without some variables of the step runs',
			'An expression that looks for a variable in this list does not find it.',
		),
	];
};

const rules = [currentStep, completion, address, currentRun, variables];

const judged = (task: Body, place: string): Departure[] =>
	rules.flatMap((rule) => rule(task, place));

/** Tasks of a list. */
export const listedTasks: Rule = ({ body }) =>
	listIn(body, 'tasks').flatMap((task, index) => judged(task, `tasks[${index}]`));

/** A single task. */
export const singleTask: Rule = ({ body }) => (isBody(body.task) ? judged(body.task, 'task') : []);
