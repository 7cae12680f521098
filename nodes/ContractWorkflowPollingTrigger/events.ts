import type { Client, Row } from '../../src';
import { getClickwrapHistory } from '../../src';
import { noHistory } from '../shared/clickwrapSlug';
import { isAtApproval, passesFilters } from '../shared/taskFilters';
import { comparisonOf } from './comparison';
import { digest, isDigestOf } from './digest';
import type { DocumentCursor } from './documents';
import { readDocuments } from './documents';
import type { Settings } from './settings';
import type { TimeField } from './taskList';
import { presentTasks, readTasks } from './tasks';
import type { Change, Watch } from './watch';
import { recentStarts } from './watch';

/** The token of a row that is no news again once it was seen, whatever becomes of it. */
const sameForever = () => '';

const idIn = (field: string) => (row: Row) => String(row[field]);

const matchesDocument =
	({ filters: { workflowId } }: Settings) =>
	({ workflow_metadata: metadata }: Row): boolean => {
		if (workflowId === undefined) return true;
		if (typeof metadata !== 'object' || metadata === null) return false;
		return 'workflow_id' in metadata && metadata.workflow_id === workflowId.trim();
	};

const tasks = (
	client: Client,
	settings: Settings,
	field: TimeField,
	body = { include_inactive: true },
) =>
	({
		read: async (from, options) => await readTasks(client, field, from, body, options),
		starts: recentStarts,
		idOf: idIn('task_id'),
		matches: passesFilters(settings.filters),
	}) satisfies Partial<Watch>;

const documents = (client: Client, settings: Settings, cursor: DocumentCursor) =>
	({
		key: settings.event,
		read: async (from, options) => await readDocuments(client, cursor, from, options),
		// A cursor is a previous `next_cursor` (section 4), so the first search has none.
		starts: () => [''],
		idOf: idIn('document_id'),
		matches: matchesDocument(settings),
		remembersPassed: false,
	}) satisfies Partial<Watch>;

/** Tasks that come into a status. */
const taskStatusIs = (client: Client, settings: Settings): Watch => {
	const { status } = settings;
	const watch = tasks(client, settings, 'updated_at');
	return {
		...watch,
		key: `taskStatusIs ${status} ${JSON.stringify(settings.filters)}`,
		present: async () => await presentTasks(client, { status }),
		tokenOf: (row) => (row.status === status && watch.matches(row) ? '' : undefined),
		remembersPassed: true,
	};
};

/**
 * Active tasks that come to an approval step. Each run of such a step is a wait of its own, so a
 * task that comes to a second one is news again.
 */
const taskWaitsForApproval = (client: Client, settings: Settings): Watch => {
	const watch = tasks(client, settings, 'updated_at', { include_inactive: false });
	return {
		...watch,
		key: `taskWaitsForApproval ${JSON.stringify(settings.filters)}`,
		present: async () => await presentTasks(client, { include_inactive: false }),
		tokenOf: (row) =>
			isAtApproval(row) && watch.matches(row)
				? String(row.current_step_run_id ?? row.current_step_id)
				: undefined,
		remembersPassed: true,
	};
};

/** Published versions of a clickwrap; its history holds them all (section 4, Clickwraps). */
const clickwrapVersionPublished = (client: Client, { slug }: Settings): Watch => ({
	key: `clickwrapVersionPublished ${slug}`,
	statuses: noHistory,
	async read() {
		const answer = await client.call(getClickwrapHistory, { params: { slug } });
		const rows = answer.versions
			.map((version) => ({ slug: answer.slug, ...version }))
			.sort((one, other) => one.version - other.version);
		return { rows, next: '', passed: [], again: rows.length, isPart: false };
	},
	starts: () => [''],
	idOf: idIn('version'),
	tokenOf: sameForever,
	matches: () => true,
	remembersPassed: false,
});

/** What is news of rows that are remembered whole: whatever changes. */
const wholeRows = { tokenOf: digest, isSame: isDigestOf, remembersPassed: false } as const;

/**
 * What is news of some things of rows: their changes. A row is remembered also where no later reading
 * need bring it again: what it was must be known when it changes.
 */
const someThings = ({ things, startsUnknown }: Settings) => ({
	...comparisonOf(things, { startsUnknown: () => startsUnknown }),
	remembersPassed: true,
});

/** Tasks of which anything changes, or one of some things. */
const taskUpdated = (client: Client, settings: Settings): Watch => ({
	...tasks(client, settings, 'updated_at'),
	key: settings.event,
	...(settings.things.length > 0
		? {
				...someThings(settings),
				present: async () => await presentTasks(client, { include_inactive: true }),
			}
		: wholeRows),
});

/** The names that one list has and the other lacks; undefined where a list was not kept. */
const gained = (list: unknown, other: unknown): readonly unknown[] | undefined =>
	Array.isArray(list) && Array.isArray(other)
		? list.filter((name) => !other.includes(name))
		: undefined;

/** Documents with a field that is marked as unclear, or no longer is (section 2, Document). */
const documentFieldMarked = (client: Client, settings: Settings): Watch => {
	const { things } = settings;
	const isUnclear = settings.event === 'documentFieldBecomesUnclear';
	const starts = (changed: Readonly<Record<string, Change>>) =>
		Object.values(changed).some(
			({ before, after }) =>
				(isUnclear ? gained(after, before) : gained(before, after))?.length !== 0,
		);
	// A document that is not remembered has not been seen unclear.
	const startsUnknown = (row: Row) =>
		isUnclear && settings.startsUnknown && things.some((thing) => thing.valuesOf(row).length > 0);
	return {
		...documents(client, settings, 'last_updated_at'),
		...comparisonOf(things, { startsUnknown, starts }),
		remembersPassed: true,
	};
};

/** The watch that the settings ask for. */
export const watchFor = (client: Client, settings: Settings): Watch => {
	switch (settings.event) {
		case 'clickwrapVersionPublished':
			return clickwrapVersionPublished(client, settings);
		case 'documentCreated':
			return { ...documents(client, settings, 'last_created_at'), tokenOf: sameForever };
		case 'documentFieldBecomesClear':
		case 'documentFieldBecomesUnclear':
			return documentFieldMarked(client, settings);
		case 'documentUpdated':
			return {
				...documents(client, settings, 'last_updated_at'),
				...(settings.things.length > 0 ? someThings(settings) : wholeRows),
			};
		case 'taskCreated':
			return {
				...tasks(client, settings, 'created_at'),
				key: settings.event,
				tokenOf: sameForever,
				remembersPassed: false,
			};
		case 'taskStatusIs':
			return taskStatusIs(client, settings);
		case 'taskUpdated':
			return taskUpdated(client, settings);
		case 'taskWaitsForApproval':
			return taskWaitsForApproval(client, settings);
	}
};
