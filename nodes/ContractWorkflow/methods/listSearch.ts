import type { INodeListSearchItems } from 'n8n-workflow';
import type { ListedTask, Task } from '../../../src';
import { ApiError, getTask } from '../../../src';
import { parameterReader } from '../../shared/fields/parameters';
import type { PanelList } from '../../shared/panel/pickers';
import {
	connectPicker,
	matching,
	remarkLine,
	searchPeople,
	searchWorkflows,
	searches,
} from '../../shared/panel/pickers';
import { waitsForApproval } from '../../shared/panel/taskFilters';
import { taskId, taskLink, workflowId } from '../properties/locators';
import { approve } from '../resources/task/approve.operation';
import { uploadSignedDocument } from '../resources/task/uploadSignedDocument.operation';

/** Whether an operation can work on a task as it is (section 4, Tasks: otherwise 409). */
const isRightFor: ReadonlyMap<unknown, (task: Task) => boolean> = new Map([
	[approve.value, waitsForApproval],
	[uploadSignedDocument.value, ({ current_step_type: type }: Task) => type === 'signature'],
]);

const inWords = (status: unknown): string => String(status).replaceAll('_', ' ');

const taskEntry = ({ task_id, task_url, status, ...task }: Task): INodeListSearchItems => ({
	name: [task.task_title ?? task.workflow_name ?? task.workflow_id, inWords(status), task_id].join(
		' · ',
	),
	value: String(task_id),
	...(task_url && { url: task_url }),
});

const taskWithId = async (context: Parameters<PanelList>[0], task_id: string) => {
	const { client } = await connectPicker(context);
	return await client.call(getTask, { params: { task_id } }).catch((error: unknown) => {
		if (error instanceof ApiError && error.status === 404) return undefined;
		throw error;
	});
};

/**
 * Tasks by title or status, or one by its ID or link. For an operation that needs a task in a
 * certain state, the list has only active tasks, the suitable ones first.
 */
const searchTasks: PanelList = async (context, typed) => {
	const id = /^\d{1,15}$/.exec(typed)?.[0] ?? new RegExp(taskLink).exec(typed)?.[1];
	const found = id === undefined ? undefined : await taskWithId(context, id);
	if (found) return [taskEntry(found.task)];
	const isRight = isRightFor.get(context.getCurrentNodeParameter('operation'));
	const rank = (task: Task) => (isRight?.(task) === false ? 1 : 0);
	return {
		isOfAll: isRight === undefined,
		entriesOf: (tasks) => [...tasks].sort((one, other) => rank(one) - rank(other)).map(taskEntry),
	};
};

/** The current steps of active tasks, with their workflows. */
const searchCurrentSteps: PanelList = () => ({
	isOfAll: false,
	entriesOf(tasks) {
		const steps = new Map<string, ListedTask>();
		for (const task of tasks) {
			const { current_step_id: id } = task;
			if (id !== null && !steps.has(id)) steps.set(id, task);
		}
		return [...steps].map(([value, { current_step_name: name, workflow_name: of }]) => ({
			value,
			name: [name ?? value, of].filter(Boolean).join(' · '),
		}));
	},
});

/** A list that is made of the task chosen in the panel. */
const ofTask =
	(entriesOf: (task: Task) => readonly INodeListSearchItems[]): PanelList =>
	async (context, typed) => {
		const { taskId: task_id } = parameterReader(context)({ ...taskId, required: false });
		if (task_id === undefined) return [remarkLine('Choose a task first, or enter the ID')];
		const { client } = await connectPicker(context);
		const { task } = await client.call(getTask, { params: { task_id } });
		return entriesOf(task).filter(matching(typed));
	};

/** The step runs of the task. */
const searchStepRuns = ofTask(({ step_runs }) =>
	step_runs.map(({ step_name, step_type, status, step_run_id }) => ({
		value: step_run_id,
		name: `${step_name} (${step_type}, ${inWords(status)})`,
	})),
);

/** The steps that the task has run. The current one is marked. */
const searchSteps = ofTask(({ step_runs, current_step_id: current }) => {
	const steps = new Map(step_runs.map((run) => [run.step_id, run]));
	return [...steps].map(([value, { step_name, step_type }]) => ({
		value,
		name: `${step_name} (${step_type}${value === current ? ', current step' : ''})`,
	}));
});

const latest = { value: 'latest', name: 'Latest' };

/** The latest version of the chosen workflow, and the versions of its tasks, newest first. */
const searchVersions: PanelList = (context) => {
	const { workflowId: id } = parameterReader(context)({ ...workflowId, required: false });
	if (id === undefined) return [latest, remarkLine('Choose a workflow to see its versions')];
	return {
		isOfAll: true,
		entriesOf(tasks) {
			const own = tasks.filter(({ workflow_id }) => workflow_id === id);
			const versions = new Set(own.map(({ workflow_version }) => workflow_version));
			const sorted = [...versions].sort((one, other) => other - one);
			return [
				latest,
				...sorted.map((version) => ({ value: `${version}`, name: `Version ${version}` })),
			];
		},
	};
};

/** The lists that fields of the panel search. */
export const listSearch = searches({
	searchCurrentSteps,
	searchPeople,
	searchStepRuns,
	searchSteps,
	searchTasks,
	searchVersions,
	searchWorkflows,
});
