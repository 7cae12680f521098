import type { Row } from '../../src';
import type { Answer } from './trace';
import { scripted } from './trace';

/** A row, of which the list shows a task, and the search a document. */
export type ListedRow = {
	readonly task_id: number;
	readonly document_id: number;
	readonly created_at: string;
	readonly updated_at: string;
	/** Counts up with each change, also at the same time. */
	readonly turn: number;
};

/** What a test says of the lists, where the API text shows nothing. */
export interface ListsOptions {
	/** That of the list of tasks; oldest first if absent. */
	readonly order?: (one: ListedRow, other: ListedRow) => number;
	/** How coarse the clock is, in milliseconds. */
	readonly coarseMs?: number;
	readonly searchBy?: 'created_at' | 'updated_at';
	/** Whether a cursor includes its own time, and the last page has one. */
	readonly isInclusive?: boolean;
	/** Is called with the body of each answer; gives what is answered instead of it, if anything. */
	readonly instead?: (body: Row) => Answer | undefined;
}

/** Changes the rows of an answer. */
export const withRows =
	(change: (rows: readonly unknown[]) => readonly unknown[]) =>
	(body: Row): Answer => {
		const name = 'tasks' in body ? 'tasks' : 'documents';
		return { body: { ...body, [name]: change(body[name] as unknown[]) } };
	};

interface Asked {
	readonly limit: number;
	readonly offset: number;
	readonly last_created_at?: string;
	readonly last_updated_at?: string;
}

/** A list of tasks and a search of documents, whose rows a test changes. */
export const changingLists = ({
	order = (one, other) => one.task_id - other.task_id,
	coarseMs = 1,
	searchBy = 'created_at',
	isInclusive = false,
	instead,
}: ListsOptions = {}) => {
	let rows: ListedRow[] = [];
	/** What the requests between two changes share. */
	let ordered: readonly ListedRow[] | undefined;
	let now = Date.UTC(2026, 4, 4);
	let turns = 0;
	const time = () => new Date(Math.floor(now / coarseMs) * coarseMs).toISOString();
	const placeOf = (row: ListedRow) => (searchBy === 'created_at' ? row.document_id : row.turn);

	const list = ({ limit, offset, last_created_at: created, last_updated_at: updated }: Asked) => {
		ordered ??= [...rows].sort(order);
		const matches = ordered.filter(
			(row) => row.created_at >= (created ?? '') && row.updated_at >= (updated ?? ''),
		);
		return { tasks: matches.slice(offset, offset + limit), total_count: matches.length };
	};
	const search = ({ limit, last_created_at: created, last_updated_at: updated }: Asked) => {
		const [at = '', place] = (created ?? updated ?? '').split('|');
		const isAfter = (row: ListedRow) => isInclusive || placeOf(row) > Number(place);
		const matches = rows
			.filter((row) => row[searchBy] > at || (row[searchBy] === at && isAfter(row)))
			.sort((one, other) => placeOf(one) - placeOf(other));
		const documents = matches.slice(0, limit);
		const last = documents.at(-1);
		const has_next = matches.length > limit;
		const next_cursor = last && (has_next || isInclusive) && `${last[searchBy]}|${placeOf(last)}`;
		return { documents, has_next, next_cursor: next_cursor || null };
	};
	const { log, transport } = scripted((_call, { path, body }) => {
		now++;
		const asked = JSON.parse(String(body?.join(''))) as Asked;
		const answer = path.includes('search') ? search(asked) : list(asked);
		return instead?.(answer) ?? { body: answer };
	});

	return {
		transport,
		requests: () => log.length,
		now: () => now,
		rows: (): readonly ListedRow[] => rows,
		/** Adds so many rows, each so many milliseconds after the one before. */
		create: (count = 1, apartMs = 10): void => {
			ordered = undefined;
			for (let made = 0; made < count; made++) {
				const [id, at] = [rows.length + 1, time()];
				rows.push({ task_id: id, document_id: id, created_at: at, updated_at: at, turn: turns++ });
				now += apartMs;
			}
		},
		change: (id: number): void => {
			ordered = undefined;
			const changes = { updated_at: time(), turn: turns++ };
			rows = rows.map((row) => (row.task_id === id ? { ...row, ...changes } : row));
		},
		pass: (ms: number) => void (now += ms),
	};
};
