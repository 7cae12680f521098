import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { Client, ListedTask, Task } from '../../../src';
import { getTask } from '../../../src';
import { panelValue, parameterReader } from '../../shared/fields/parameters';
import { searchPeople } from '../../shared/panel/peoplePicker';
import {
	connectPicker,
	fullList,
	ifThere,
	inWordsOfTheNode,
	listOfLook,
	lookThrough,
	matching,
	mostPages,
	remarks,
	shortened,
} from '../../shared/panel/pickers';
import { searchCurrentSteps } from '../../shared/panel/stepPicker';
import { waitsForApproval } from '../../shared/panel/taskFilters';
import { searchWorkflows } from '../../shared/panel/workflowPicker';
import { taskId, taskLink } from '../properties/locators';
import { approve } from '../resources/task/approve.operation';
import { uploadSignedDocument } from '../resources/task/uploadSignedDocument.operation';
import { searchVersions } from './searchVersions';

/** Maximum steps or step runs in a list: n8n's editor is slow with more. */
const mostEntries = 1_000;

/**
 * Maximum characters of a line in the list of tasks, so that n8n's panel at its usual width also
 * shows the ID.
 */
const longestLine = 58;
const shortestTitle = 20;

/**
 * Whether an operation can work on a task in its current state (section 4, Tasks: otherwise 409).
 */
const isRightFor: ReadonlyMap<unknown, (task: Task) => boolean> = new Map([
	[approve.value, waitsForApproval],
	[uploadSignedDocument.value, ({ current_step_type: type }: Task) => type === 'signature'],
]);

const titleOf = (task: Task): string => task.task_title ?? task.workflow_name ?? task.workflow_id;

const inWords = (status: unknown): string => String(status).replaceAll('_', ' ');

const taskEntry = (task: Task): INodeListSearchItems => {
	const end = ` · ${inWords(task.status)} · ${task.task_id}`;
	return {
		name: shortened(titleOf(task), Math.max(longestLine - end.length, shortestTitle)) + end,
		value: String(task.task_id),
		...(task.task_url && { url: task.task_url }),
	};
};

/**
 * The text of a task that a filter is compared with. It has the status as in the list and as in the
 * API.
 */
const searchedText = (task: Task): string =>
	[titleOf(task), inWords(task.status), task.status, task.task_id].join(' ');

/** The task ID, if a filter is an ID or the link of a task. */
const idIn = (filter: string): string | undefined =>
	/^\s*(\d+)\s*$/.exec(filter)?.[1] ?? new RegExp(taskLink).exec(filter)?.[1];

const askedFor = async (client: Client, id: string | undefined) => {
	if (id === undefined) return undefined;
	return (await ifThere(client.call(getTask, { params: { task_id: id } })))?.task;
};

/**
 * Tasks by title, ID, status or link. An ID is requested directly. The service cannot search
 * titles, so the node reads the tasks and filters them. For an operation that needs a task in a
 * certain state, the list has only active tasks, the suitable ones first.
 */
const searchTasks = inWordsOfTheNode(async function (filter = '', token = undefined) {
	const connection = await connectPicker(this);
	const isRightHere = isRightFor.get(panelValue(this, 'operation'));
	const id = token === undefined ? idIn(filter) : undefined;
	const asked = await askedFor(connection.client, id);

	const isMatch = matching(filter);
	const isRight = isRightHere ?? (() => true);
	const matches = (tasks: readonly ListedTask[]) =>
		tasks.filter((task) => isMatch(searchedText(task)) && task.task_id !== asked?.task_id);
	const looked = await lookThrough(
		connection,
		{
			body: { include_inactive: isRightHere === undefined },
			token,
			// A title may contain the number of another task, but that is not worth many requests.
			mostPages: filter === '' ? mostPages.opened : asked ? 1 : mostPages.searched,
		},
		(tasks) => matches(tasks).filter(isRight).length >= fullList,
	);
	const tasks = matches(looked.tasks);
	const [first, then] = [tasks.filter(isRight), tasks.filter((task) => !isRight(task))];
	const results = [...(asked ? [asked] : []), ...first, ...then].map(taskEntry);
	return listOfLook(results, looked, 'For others, enter the ID');
});

const stepRunsOf = async (context: ILoadOptionsFunctions) => {
	const { taskId: task_id } = parameterReader(context)({ ...taskId, required: false });
	if (task_id === undefined) return undefined;
	const { client } = await connectPicker(context);
	const { task } = await client.call(getTask, { params: { task_id } });
	return { runs: task.step_runs, current: task.current_step_id };
};

const noTask = { results: remarks('Choose a task first, or enter the ID') };

const matchingEntries = (
	entries: INodeListSearchItems[],
	filter: string | undefined,
): INodeListSearchResult => {
	const isMatch = matching(filter);
	const results = entries.filter(({ name, value }) => isMatch(`${name} ${String(value)}`));
	if (results.length <= mostEntries) return { results };
	const more = `${results.length - mostEntries} more. Search to find them`;
	return { results: [...results.slice(0, mostEntries), ...remarks(more)] };
};

/** The step runs of the task chosen in the panel. */
const searchStepRuns = inWordsOfTheNode(async function (filter) {
	const task = await stepRunsOf(this);
	if (!task) return noTask;
	const entries = task.runs.map(({ step_name, step_type, status, step_run_id }) => ({
		name: `${step_name} (${step_type}, ${inWords(status)})`,
		value: step_run_id,
	}));
	return matchingEntries(entries, filter);
});

/** The steps that the task chosen in the panel has run. The current one is marked. */
const searchSteps = inWordsOfTheNode(async function (filter) {
	const task = await stepRunsOf(this);
	if (!task) return noTask;
	const steps = new Map(task.runs.map((run) => [run.step_id, run]));
	const entries = [...steps].map(([value, { step_name, step_type }]) => ({
		name: `${step_name} (${step_type}${value === task.current ? ', current step' : ''})`,
		value,
	}));
	return matchingEntries(entries, filter);
});

export const listSearch = {
	searchCurrentSteps,
	searchPeople,
	searchStepRuns,
	searchSteps,
	searchTasks,
	searchVersions,
	searchWorkflows,
};
