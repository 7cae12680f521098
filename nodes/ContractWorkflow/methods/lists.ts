import type { INodeListSearchItems } from 'n8n-workflow';
import type { ListedTask, Task } from '../../../src';
import { getTask } from '../../../src';
import { parameterReader } from '../../shared/fields/parameters';
import {
	attributeOptions,
	fieldOptions,
	headerOptions,
	labelOfEarlier,
	readFieldChoice,
} from '../../shared/panel/documentFields';
import { liveOptions } from '../../shared/panel/liveOptions';
import type { PanelList } from '../../shared/panel/pickers';
import {
	connectPicker,
	remarkLine,
	searchPeople,
	searchWorkflows,
	searches,
} from '../../shared/panel/pickers';
import { waitsForApproval } from '../../shared/task/place';
import { taskId, workflowId } from '../properties/locators';
import { newAttribute } from '../resources/document/attributes';
import { operatorOptions } from '../resources/document/conditions';
import { approve } from '../resources/task/approve.operation';
import { sendAndWait } from '../resources/task/sendAndWait.operation';
import { uploadSignedDocument } from '../resources/task/uploadSignedDocument.operation';

/** Whether an operation, or the decision after it, can work on a task (section 4: else 409). */
const isRightFor: ReadonlyMap<unknown, (task: Task) => boolean> = new Map([
	[approve.value, waitsForApproval],
	[sendAndWait.value, waitsForApproval],
	[uploadSignedDocument.value, ({ current_step_type: type }: Task) => type === 'signature'],
]);

const spaced = (status: unknown): string => String(status).replaceAll('_', ' ');

const taskEntry = ({ task_id, task_url, ...task }: Task): INodeListSearchItems => {
	const title = task.task_title ?? task.workflow_name ?? task.workflow_id;
	return {
		name: `${title} · ${spaced(task.status)} · ${task_id}`,
		value: String(task_id),
		...(task_url && { url: task_url }),
	};
};

/**
 * Tasks by title, status or ID. For an operation that needs a task in a certain state, the list has
 * only active tasks, the suitable ones first.
 */
const searchTasks: PanelList = (context) => {
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
	async (context) => {
		const { taskId: task_id } = parameterReader(context)({ ...taskId, required: false });
		if (task_id === undefined) return [remarkLine('Choose a task first, or enter the ID')];
		const { client } = await connectPicker(context);
		const { task } = await client.call(getTask, { params: { task_id } });
		return entriesOf(task);
	};

/** The step runs of the task. */
const searchStepRuns = ofTask(({ step_runs }) =>
	step_runs.map(({ step_name, step_type, status, step_run_id }) => ({
		value: step_run_id,
		name: `${step_name} (${step_type}, ${spaced(status)})`,
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

const newOption = {
	name: 'New Attribute',
	value: newAttribute,
	description: 'Enter its name and type',
};

/** The options that fields of the panel load. */
export const loadOptions = {
	searchFields: liveOptions(
		'&field',
		async (context) => [...(await fieldOptions(context)), ...headerOptions],
		labelOfEarlier,
	),
	operators: liveOptions('&operator', (context) =>
		operatorOptions(readFieldChoice(context.getCurrentNodeParameter('&field'))),
	),
	attributes: liveOptions(
		'&attribute',
		async (context) => [newOption, ...(await attributeOptions(context))],
		labelOfEarlier,
	),
};
