import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { InputOf, ListedTask } from '../../../src';
import { ApiError, InvalidInput, listTasks } from '../../../src';
import { steadyNow } from '../client/clock';
import type { Connection } from '../client/connection';
import { connect } from '../client/connection';
import { toNodeError } from '../words/nodeError';

/** Longest wait for a list in the panel, in milliseconds. */
const maxWaitMs = 10_000;
/** After this time no further page is requested, in milliseconds. */
const longestMs = 2_500;

/** How many entries fill a list, so that a person scrolls for more. */
export const fullList = 20;

/** Maximum pages of tasks for a list that is only opened, and for a search. */
export const mostPages = { opened: 5, searched: 10 } as const;
const parallelPages = 4;
/**
 * A list uses at most one part in so many of the remaining rate limit: running workflows need it,
 * too.
 */
const partOfRoom = 10;

/** A list of the panel, as n8n requests it. */
export type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** If a list cannot be fetched, the error explains why in the words of the node. */
export const inWordsOfTheNode = (search: Search): Search =>
	async function (filter, paginationToken) {
		try {
			return await search.call(this, filter, paginationToken);
		} catch (error) {
			throw toNodeError(error, { node: this.getNode(), itemIndex: 0, shownIn: 'list' });
		}
	};

/** The client for a list of the panel. */
export const connectPicker = async (context: ILoadOptionsFunctions): Promise<Connection> =>
	await connect(context, 'contractWorkflowApi', { maxWaitMs });

/** Characters of a text that a filter is searched in. */
const mostSearched = 1_000;

/** Whether a text contains each word of a filter. */
export const matching = (filter: string | undefined): ((text: string) => boolean) => {
	const words = (filter ?? '').toLowerCase().split(/\s+/);
	return (text) => {
		const searched = text.slice(0, mostSearched).toLowerCase();
		return words.every((word) => searched.includes(word));
	};
};

/** The response to a request by ID; undefined if nothing has that ID, or it is not an ID. */
export const ifThere = async <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
	await asked.catch((error: unknown) => {
		const isMissing = error instanceof ApiError && error.status === 404;
		if (isMissing || error instanceof InvalidInput) return undefined;
		throw error;
	});

/** Lines below a list that only show a remark: in n8n, nobody can choose a boolean value. */
export const remarks = (first: string, second?: string): INodeListSearchItems[] => [
	{ name: `(${first})`, value: false },
	...(second === undefined ? [] : [{ name: `(${second})`, value: true }]),
];

/** A text of at most `longest` characters. */
export const shortened = (text: string, longest: number): string => {
	// A character is up to two UTF-16 units long.
	const characters = [...text.slice(0, 2 * longest + 2)];
	if (characters.length <= longest) return text;
	return `${characters
		.slice(0, longest - 1)
		.join('')
		.trimEnd()}…`;
};

/** The tasks that a list reads through. */
interface LookThrough {
	readonly body: InputOf<typeof listTasks>['body'];
	/** Where the last read ended, from the list's pagination token. */
	readonly token: string | undefined;
	readonly mostPages: number;
}

/** The result of reading through the tasks. */
export interface Looked {
	readonly tasks: readonly ListedTask[];
	/** How many tasks were read in all, earlier reads included. */
	readonly reached: number;
	/** How many there are. */
	readonly total: number;
}

/**
 * Reads tasks page by page, until there are enough, or a limit of requests or time is reached: a
 * list in the panel must be fast, and uses requests that running workflows need.
 */
export const lookThrough = async (
	{ client, room }: Connection,
	{ body, token, mostPages: pages }: LookThrough,
	isEnough: (tasks: readonly ListedTask[]) => boolean,
): Promise<Looked> => {
	const from = Number(token ?? 0);
	const most = Math.max(Math.min(pages, Math.floor(room() / partOfRoom)), 1);
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

const counted = (count: number): string => count.toLocaleString('en');

/**
 * A list of the results. If it is full, it continues by scrolling. If it is not, and more tasks
 * remain, it says so: n8n requests no further page of a list that is too short to scroll.
 * @param others how to enter what is not in the list
 */
export const listOfLook = (
	results: INodeListSearchItems[],
	{ reached, total }: Looked,
	others: string,
): INodeListSearchResult => {
	if (reached >= total) return { results };
	if (results.length >= fullList) return { results, paginationToken: String(reached) };
	const looked = `Searched ${counted(reached)} of ${counted(total)} tasks`;
	return { results: [...results, ...remarks(looked, others)] };
};
