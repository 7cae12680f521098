import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { ListedTask, Task } from '../../../src';
import { getTask, getWorkflowSchema } from '../../../src';
import { panelValue, parameterReader } from '../../shared/fields/parameters';
import { connectPicker } from '../../shared/panel/lookThrough';
import type { Entry, PanelList } from '../../shared/panel/pickers';
import { ifThere, searches } from '../../shared/panel/pickers';
import { waitsForApproval } from '../../shared/panel/taskFilters';
import { searchPeople, searchWorkflows } from '../../shared/panel/taskLists';
import { taskId, taskLink, workflowId } from '../properties/locators';
import { approve } from '../resources/task/approve.operation';
import { uploadSignedDocument } from '../resources/task/uploadSignedDocument.operation';

/** Whether an operation can work on a task as it is (section 4, Tasks: otherwise 409). */
const isRightFor: ReadonlyMap<unknown, (task: Task) => boolean> = new Map([
	[approve.value, waitsForApproval],
	[uploadSignedDocument.value, ({ current_step_type: type }: Task) => type === 'signature'],
]);

const inWords = (status: unknown): string => String(status).replaceAll('_', ' ');

const taskEntry = (task: Task): Entry => ({
	value: String(task.task_id),
	title: task.task_title ?? task.workflow_name ?? task.workflow_id,
	end: ` · ${inWords(task.status)} · ${task.task_id}`,
	url: task.task_url,
});

/** The task ID, if typed text is an ID or the link of a task. */
const idIn = (typed: string): string | undefined =>
	/^\d+$/.exec(typed)?.[0] ?? new RegExp(taskLink).exec(typed)?.[1];

/**
 * Tasks by title, status, ID or link. For an operation that needs a task in a certain state, the
 * list has only active tasks, the suitable ones first.
 */
const searchTasks: PanelList = (context) => {
	const isRight = isRightFor.get(panelValue(context, 'operation'));
	return {
		isOfAll: isRight === undefined,
		others: 'For others, enter the ID',
		entriesOf(tasks) {
			const rank = (task: Task) => (isRight?.(task) === false ? 1 : 0);
			return [...tasks].sort((one, other) => rank(one) - rank(other)).map(taskEntry);
		},
		async withId(typed, client) {
			const id = idIn(typed);
			if (id === undefined) return undefined;
			const found = await ifThere(client.call(getTask, { params: { task_id: id } }));
			return found && taskEntry(found.task);
		},
	};
};

/** The current steps of active tasks, with their workflows. */
const searchCurrentSteps: PanelList = () => ({
	isOfAll: false,
	others: 'For other steps, enter the ID',
	entriesOf(tasks) {
		const steps = new Map<string, ListedTask>();
		for (const task of tasks) {
			const { current_step_id: id } = task;
			if (typeof id === 'string' && !steps.has(id)) steps.set(id, task);
		}
		return [...steps].map(([value, { current_step_name: name, workflow_name: of }]) => ({
			value,
			title: [name ?? value, of].filter(Boolean).join(' · '),
		}));
	},
});

/** A list that is made of the task chosen in the panel. */
const ofTask =
	(entriesOf: (task: Task) => readonly Entry[]): PanelList =>
	async (context: ILoadOptionsFunctions) => {
		const { taskId: task_id } = parameterReader(context)({ ...taskId, required: false });
		if (task_id === undefined) {
			return { entries: [], remark: 'Choose a task first, or enter the ID' };
		}
		const { client } = await connectPicker(context);
		const { task } = await client.call(getTask, { params: { task_id } });
		return { entries: entriesOf(task) };
	};

/** The step runs of the task. */
const searchStepRuns = ofTask(({ step_runs }) =>
	step_runs.map(({ step_name, step_type, status, step_run_id }) => ({
		value: step_run_id,
		title: step_name,
		end: ` (${step_type}, ${inWords(status)})`,
	})),
);

/** The steps that the task has run. The current one is marked. */
const searchSteps = ofTask(({ step_runs, current_step_id: current }) => {
	const steps = new Map(step_runs.map((run) => [run.step_id, run]));
	return [...steps].map(([value, { step_name, step_type }]) => ({
		value,
		title: step_name,
		end: ` (${step_type}${value === current ? ', current step' : ''})`,
	}));
});

const latest: Entry = { value: 'latest', title: 'Latest' };

const versionEntry = (version: number): Entry => ({
	value: String(version),
	title: `Version ${version}`,
});

/** The latest version of the chosen workflow, and the versions of its tasks, newest first. */
const searchVersions: PanelList = (context) => {
	const { workflowId: workflow_id } = parameterReader(context)({ ...workflowId, required: false });
	if (workflow_id === undefined) {
		return { entries: [latest], remark: 'Choose a workflow to see its versions' };
	}
	return {
		isOfAll: true,
		others: 'For others, enter the number',
		first: [latest],
		entriesOf(tasks) {
			const own = tasks.filter((task) => task.workflow_id === workflow_id);
			const versions = new Set(own.map(({ workflow_version }) => workflow_version));
			return [...versions].sort((one, other) => other - one).map(versionEntry);
		},
		async withId(typed, client) {
			if (!/^\d+$/.test(typed)) return undefined;
			const params = { workflow_id, version: typed };
			const found = await ifThere(client.call(getWorkflowSchema, { params }));
			return found && versionEntry(found.workflow_schema.version);
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
