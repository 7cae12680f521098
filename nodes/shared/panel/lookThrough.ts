import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { InputOf, ListedTask } from '../../../src';
import { listTasks } from '../../../src';
import { steadyNow } from '../client/clock';
import type { Connection } from '../client/connection';
import { connect } from '../client/connection';

/** The client for a list of the panel, which waits 10 seconds at most. */
export const connectPicker = async (context: ILoadOptionsFunctions): Promise<Connection> =>
	await connect(context, 'contractWorkflowApi', { maxWaitMs: 10_000 });

/** Maximum pages of tasks for a list that is only opened. */
export const pagesOpened = 5;
const parallelPages = 4;
/** After this time no further page is requested, in milliseconds. */
const longestMs = 2_500;
/** A list uses at most one part in so many of the rate limit: running workflows need it, too. */
const partOfRoom = 10;

/** The tasks to read through. */
interface LookThrough {
	readonly body: InputOf<typeof listTasks>['body'];
	/** How many tasks were read before. */
	readonly from?: number;
	readonly mostPages?: number;
}

/**
 * Reads tasks page by page, until there are enough, or a limit of requests or time is reached: a
 * list in the panel must be fast, and uses requests that running workflows need.
 */
export const lookThrough = async (
	{ client, room }: Connection,
	{ body, from = 0, mostPages = pagesOpened }: LookThrough,
	isEnough: (tasks: readonly ListedTask[]) => boolean = () => false,
) => {
	const most = Math.max(Math.min(mostPages, Math.floor(room() / partOfRoom)), 1);
	const until = steadyNow() + longestMs;
	const tasks: ListedTask[] = [];
	let total = 0;
	const onTotal = (count: number) => {
		total = count;
	};
	const limit = most * listTasks.page.maxLimit;
	const options = { limit, parallel: parallelPages, onTotal };
	let read = 0;
	for await (const rows of client.pages(listTasks, { body: { ...body, offset: from } }, options)) {
		for (const row of rows) tasks.push(row as ListedTask);
		if (++read >= most || isEnough(tasks) || steadyNow() >= until) break;
	}
	return { tasks, reached: from + tasks.length, total };
};
