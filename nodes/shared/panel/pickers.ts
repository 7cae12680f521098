import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { Client, ListedTask } from '../../../src';
import { ApiError, InvalidInput } from '../../../src';
import { toNodeError } from '../words/nodeError';
import { connectPicker, lookThrough, pagesOpened } from './lookThrough';

/** An entry of a list. n8n's panel shows the title, shortened, and then the end. */
export interface Entry {
	readonly value: string;
	/** By default the value: the service may leave out a name. */
	readonly title: string | undefined;
	readonly end?: string;
	readonly url?: string | null;
}

/** A list that is made of tasks: the API text shows no list of anything else (section 4, Tasks). */
interface ListOfTasks {
	/** Whether inactive tasks are read, too. */
	readonly isOfAll: boolean;
	/** How to enter what is not in the list. */
	readonly others: string;
	/** Entries that need no task. */
	readonly first?: readonly Entry[];
	entriesOf(tasks: readonly ListedTask[]): readonly Entry[];
	/** The entry that has typed text as its ID. It is requested directly. */
	withId?(typed: string, client: Client): Promise<Entry | undefined>;
}

/** Entries that are known at once, and what is missing for more. */
interface WholeList {
	readonly entries: readonly Entry[];
	readonly remark?: string;
}

/** A list of the panel: what it is made of, with what the panel contains now. */
export type PanelList = (
	context: ILoadOptionsFunctions,
) => ListOfTasks | WholeList | Promise<ListOfTasks | WholeList>;

/** Maximum pages of tasks for a search. */
const pagesSearched = 10;
/** How many entries fill a list, so that a person scrolls for more. */
const fullList = 20;
/** Maximum entries of a whole list: n8n's editor is slow with more. */
const mostEntries = 1_000;
/** Characters of a line, so that n8n's panel at its usual width shows its end. */
const longestLine = 58;
const shortestTitle = 20;
/** Characters of a title that a filter is searched in. */
const mostSearched = 1_000;

const shortened = (text: string, longest: number): string => {
	// A character is up to two UTF-16 units long.
	const characters = [...text.slice(0, 2 * longest + 2)];
	if (characters.length <= longest) return text;
	const start = characters.slice(0, longest - 1).join('');
	return `${start.trimEnd()}…`;
};

const lineOf = ({ value, title = value, end = '', url }: Entry): INodeListSearchItems => ({
	name: shortened(title, Math.max(longestLine - end.length, shortestTitle)) + end,
	value,
	...(url && { url }),
});

/** Lines below a list that only show a remark: in n8n, nobody can choose a boolean value. */
const remarkLines = (first: string, second?: string): INodeListSearchItems[] => [
	{ name: `(${first})`, value: false },
	...(second === undefined ? [] : [{ name: `(${second})`, value: true }]),
];

/** Whether an entry contains each word of a filter. `on_hold` is "on hold". */
const matching = (filter: string): ((entry: Entry) => boolean) => {
	const words = filter.toLowerCase().split(/[\s_]+/);
	return ({ value, title = value, end = '' }) => {
		const searched = `${title.slice(0, mostSearched)}${end} ${value}`.toLowerCase();
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

const counted = (count: number): string => count.toLocaleString('en');

/**
 * A full list continues by scrolling. One that is not full says how far it looked: n8n requests no
 * further page of a list that is too short to scroll.
 */
const listedOfTasks = async (
	context: ILoadOptionsFunctions,
	list: ListOfTasks,
	filter: string,
	token?: string,
): Promise<INodeListSearchResult> => {
	const connection = await connectPicker(context);
	const typed = token === undefined ? filter.trim() : '';
	const mayBeId = typed !== '' && !/\s/.test(typed);
	const named = mayBeId ? await list.withId?.(typed, connection.client) : undefined;
	const first = token === undefined ? (list.first ?? []) : [];
	const isMatch = matching(filter);
	const entriesOf = (tasks: readonly ListedTask[]) =>
		[...first, ...list.entriesOf(tasks)].filter(
			(entry) => entry.value !== named?.value && isMatch(entry),
		);
	const look = {
		body: list.isOfAll ? { include_inactive: true } : {},
		from: Number(token ?? 0),
		// A title may contain the ID of something else, but that is not worth many requests.
		mostPages: named ? 1 : filter === '' ? pagesOpened : pagesSearched,
	};
	const isEnough = (tasks: readonly ListedTask[]) => entriesOf(tasks).length >= fullList;
	const { tasks, reached, total } = await lookThrough(connection, look, isEnough);
	const results = [...(named ? [named] : []), ...entriesOf(tasks)].map(lineOf);
	if (reached >= total) return { results };
	if (results.length >= fullList) return { results, paginationToken: String(reached) };
	const looked = `Searched ${counted(reached)} of ${counted(total)} tasks`;
	return { results: [...results, ...remarkLines(looked, list.others)] };
};

const listedWhole = ({ entries, remark }: WholeList, filter: string): INodeListSearchResult => {
	const found = entries.filter(matching(filter));
	const more = found.length - mostEntries;
	const why = more > 0 ? `${counted(more)} more. Search to find them` : remark;
	const results = found.slice(0, mostEntries).map(lineOf);
	return { results: [...results, ...(why === undefined ? [] : remarkLines(why))] };
};

/** A list of the panel, as n8n requests it. */
type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** If the list cannot be fetched, the error explains why in the words of the node. */
const searching = (list: PanelList): Search =>
	async function (filter = '', token = undefined) {
		try {
			const found = await list(this);
			return 'entries' in found
				? listedWhole(found, filter)
				: await listedOfTasks(this, found, filter, token);
		} catch (error) {
			throw toNodeError(error, { node: this.getNode(), itemIndex: 0, shownIn: 'list' });
		}
	};

/** The lists of a node, by the names that its fields use. */
export const searches = (lists: Readonly<Record<string, PanelList>>): Record<string, Search> =>
	Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, searching(list)]));
