import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { Client, OutputOf } from '../../../src';
import { getTask, listTasks } from '../../../src';
import { connect } from '../../shared/connection';
import { toNodeError } from '../../shared/errors';
import { parameterReader } from '../../shared/parameters';
import { taskId } from '../properties/locators';

type Task = OutputOf<typeof listTasks>['tasks'][number];

/** A list in the panel is not worth a longer wait, in milliseconds. */
const maxWaitMs = 10_000;

const clientOf = async (context: ILoadOptionsFunctions): Promise<Client> =>
	(await connect(context, 'contractWorkflowApi', { maxWaitMs })).client;

const matching = (filter: string | undefined) => {
	const wanted = (filter ?? '').trim().toLowerCase();
	return ({ name, value }: INodeListSearchItems) =>
		name.toLowerCase().includes(wanted) || String(value) === wanted;
};

/** One page of all tasks, inactive ones too; `token` is the offset to go on from. */
const taskPage = async (context: ILoadOptionsFunctions, token: string | undefined) => {
	const offset = Number(token ?? 0);
	const client = await clientOf(context);
	const { tasks, total_count } = await client.call(listTasks, {
		body: { limit: listTasks.page.maxLimit, offset, include_inactive: true },
	});
	const next = offset + tasks.length;
	return { tasks, next: tasks.length > 0 && next < total_count ? String(next) : undefined };
};

const taskItem = (task: Task): INodeListSearchItems => ({
	name: `${task.task_title ?? task.workflow_name ?? task.workflow_id} (${task.task_id}, ${task.status})`,
	value: String(task.task_id),
	...(task.task_url !== null && { url: task.task_url }),
});

/**
 * Tasks by title, id or status. The service cannot search in titles, so the filter works on the
 * page that was fetched, and the list goes on with the next one.
 */
const searchTasks = async function (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { tasks, next } = await taskPage(this, paginationToken);
	return { results: tasks.map(taskItem).filter(matching(filter)), paginationToken: next };
};

/** The workflows of recent tasks: the text shows no list of workflows. */
const searchWorkflows = async function (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { tasks, next } = await taskPage(this, paginationToken);
	const names = new Map(
		tasks.map(({ workflow_id, workflow_name }) => [workflow_id, workflow_name ?? workflow_id]),
	);
	const results = [...names].map(([value, name]) => ({ name, value }));
	return { results: results.filter(matching(filter)), paginationToken: next };
};

const stepRunsOf = async (context: ILoadOptionsFunctions) => {
	const { taskId: task_id } = parameterReader(context)({ ...taskId, required: false });
	if (task_id === undefined) return [];
	const client = await clientOf(context);
	const { task } = await client.call(getTask, { params: { task_id } });
	return task.step_runs;
};

/** The step runs of the task that is chosen in the panel. */
const searchStepRuns = async function (
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const runs = await stepRunsOf(this);
	const results = runs.map(({ step_name, step_type, status, step_run_id }) => ({
		name: `${step_name} (${step_type}, ${status})`,
		value: step_run_id,
	}));
	return { results: results.filter(matching(filter)) };
};

/** The steps that the task chosen in the panel has run through. */
const searchSteps = async function (
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const runs = await stepRunsOf(this);
	const names = new Map(runs.map(({ step_id, step_name }) => [step_id, step_name]));
	const results = [...names].map(([value, name]) => ({ name, value }));
	return { results: results.filter(matching(filter)) };
};

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A list that cannot be fetched says why in the words of the node. */
const inWordsOfTheNode = (search: Search): Search =>
	async function (filter, paginationToken) {
		try {
			return await search.call(this, filter, paginationToken);
		} catch (error) {
			throw toNodeError(error, { node: this.getNode(), itemIndex: 0, place: 'list' });
		}
	};

export const listSearch = {
	searchTasks: inWordsOfTheNode(searchTasks),
	searchWorkflows: inWordsOfTheNode(searchWorkflows),
	searchStepRuns: inWordsOfTheNode(searchStepRuns),
	searchSteps: inWordsOfTheNode(searchSteps),
};
