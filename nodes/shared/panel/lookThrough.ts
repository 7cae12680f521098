import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { ListedTask } from '../../../src';
import { listTasks } from '../../../src';
import type { Connection } from '../client/connection';
import { connect } from '../client/connection';

/** The client for a list of the panel, which waits 10 seconds at most. */
export const connectPicker = async (context: ILoadOptionsFunctions): Promise<Connection> =>
	await connect(context, 'contractWorkflowApi', { maxWaitMs: 10_000 });

/** Maximum pages for a list: it must be fast, and running workflows need requests, too. */
const mostPages = 5;

/** The tasks to read through. */
interface LookThrough {
	/** Whether inactive tasks are read, too. */
	readonly isOfAll: boolean;
	/** How many tasks were read before. */
	readonly from?: number;
}

/** Reads tasks page by page, until there are enough of them, or `mostPages` are read. */
export const lookThrough = async (
	context: ILoadOptionsFunctions,
	{ isOfAll, from = 0 }: LookThrough,
	isEnough: (tasks: readonly ListedTask[]) => boolean = () => false,
) => {
	const { client } = await connectPicker(context);
	const tasks: ListedTask[] = [];
	let total = 0;
	const limit = mostPages * listTasks.page.maxLimit;
	const onTotal = (count: number) => {
		total = count;
	};
	const body = { ...(isOfAll && { include_inactive: true }), offset: from };
	for await (const rows of client.pages(listTasks, { body }, { limit, parallel: 4, onTotal })) {
		for (const row of rows) tasks.push(row as ListedTask);
		if (isEnough(tasks)) break;
	}
	return { tasks, reached: from + tasks.length, total };
};
