import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { ListedTask } from '../../../src';
import { listTasks } from '../../../src';
import type { Connection } from '../client/connection';
import { connect } from '../client/connection';
import { toNodeError } from '../words/nodeError';

/** In the panel, a person waits. */
const maxWaitMs = 5_000;

/** The client for a list of the panel. */
export const connectPicker = async (context: ILoadOptionsFunctions): Promise<Connection> =>
	await connect(context, 'contractWorkflowApi', { maxWaitMs, purpose: 'list' });

/** The client for a form of the panel, which a person can load anew. */
export const connectForm = async (context: ILoadOptionsFunctions): Promise<Connection> =>
	await connect(context, 'contractWorkflowApi', { maxWaitMs });

/** Maximum pages for a list: it must be fast, and running workflows need requests, too. */
const mostPages = 5;

/**
 * Reads tasks page by page, until there are enough of them, or `mostPages` are read.
 * @param isOfAll whether inactive tasks are read, too
 * @param from how many tasks were read before
 */
export const lookThrough = async (
	context: ILoadOptionsFunctions,
	isOfAll: boolean,
	from = 0,
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

type Entries = readonly INodeListSearchItems[];

/** A list that is made of tasks: the API text shows no list of anything else (section 4, Tasks). */
interface ListOfTasks {
	/** Whether inactive tasks are read, too. */
	readonly isOfAll: boolean;
	readonly entriesOf: (tasks: readonly ListedTask[]) => Entries;
}

/** A list of the panel, with what the panel contains now: its entries, or the tasks that make it. */
export type PanelList = (
	context: ILoadOptionsFunctions,
) => ListOfTasks | Entries | Promise<ListOfTasks | Entries>;

/** How many entries fill a list, so that a person scrolls for more. */
const fullList = 20;

/** A line that only shows a remark: in n8n, nobody can choose a boolean value. */
export const remarkLine = (remark: string): INodeListSearchItems => ({
	name: `(${remark})`,
	value: false,
});

/** Whether an entry contains each word of a filter, or is a remark. `on_hold` is "on hold". */
const matching = (filter: string) => {
	const words = filter.toLowerCase().split(/[\s_]+/);
	return ({ name, value }: INodeListSearchItems): boolean => {
		const searched = `${name} ${value}`.toLowerCase();
		return value === false || words.every((word) => searched.includes(word));
	};
};

const counted = (count: number): string => count.toLocaleString('en');

/**
 * A full list continues by scrolling. One that is not full says how far it looked: n8n requests no
 * further page of a list that is too short to scroll.
 */
const listedOfTasks = async (
	context: ILoadOptionsFunctions,
	{ isOfAll, entriesOf }: ListOfTasks,
	filter: string,
	token: string,
): Promise<INodeListSearchResult> => {
	const found = (tasks: readonly ListedTask[]) => entriesOf(tasks).filter(matching(filter));
	const isFull = (read: readonly ListedTask[]) => found(read).length >= fullList;
	const { tasks, reached, total } = await lookThrough(context, isOfAll, Number(token), isFull);
	const results = found(tasks);
	if (reached >= total) return { results };
	if (results.length >= fullList) return { results, paginationToken: String(reached) };
	const looked = `Searched ${counted(reached)} of ${counted(total)} tasks. Enter others by hand`;
	return { results: [...results, remarkLine(looked)] };
};

/** A list of the panel, as n8n requests it. */
type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A name of a length that n8n's panel shows at its usual width, with its end. */
const shortened = ({ name, ...entry }: INodeListSearchItems): INodeListSearchItems => ({
	name: name.length > 58 ? `${name.slice(0, 34)}…${name.slice(-23)}` : name,
	...entry,
});

/** If the list cannot be fetched, the error explains why in the words of the node. */
const searching = (list: PanelList): Search =>
	async function (filter = '', token = '0') {
		try {
			const typed = filter.trim();
			const listed = await list(this);
			const { results, ...more } =
				'entriesOf' in listed
					? await listedOfTasks(this, listed, typed, token)
					: { results: listed.filter(matching(typed)) };
			return { results: results.map(shortened), ...more };
		} catch (error) {
			throw toNodeError(error, { node: this.getNode(), itemIndex: 0, shownIn: 'list' });
		}
	};

/** The lists of a node, by the names that its fields use. */
export const searches = (lists: Readonly<Record<string, PanelList>>): Record<string, Search> =>
	Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, searching(list)]));

const peopleOf = (task: ListedTask): ReadonlySet<string> => {
	const { owner_email, assignee_email, requester_email, collaborator_emails } = task;
	const all: unknown[] = [owner_email, assignee_email, requester_email].concat(
		collaborator_emails ?? [],
	);
	return new Set(all.filter((email) => typeof email === 'string' && email !== '') as string[]);
};

/** Owners, assignees, requesters and collaborators, those of the most tasks first. */
export const searchPeople: PanelList = () => ({
	isOfAll: true,
	entriesOf(tasks) {
		const counts = new Map<string, number>();
		for (const email of tasks.flatMap((task) => [...peopleOf(task)])) {
			counts.set(email, (counts.get(email) ?? 0) + 1);
		}
		const emails = [...counts].sort(([, one], [, other]) => other - one);
		return emails.map(([email]) => ({ name: email, value: email }));
	},
});

/** The workflows of the tasks, each with its ID: several may have one name. */
export const searchWorkflows: PanelList = () => ({
	isOfAll: true,
	entriesOf(tasks) {
		const names = new Map<string, string | null>();
		// A task may lack the name that another one has.
		for (const { workflow_id: id, workflow_name: name } of tasks) {
			names.set(id, names.get(id) ?? name);
		}
		return [...names].map(([value, name]) => ({
			value,
			name: name ? `${name} · ${value}` : value,
		}));
	},
});
