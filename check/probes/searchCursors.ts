import { searchDocuments } from '../../src/contract';
import type { Body } from '../reading/body';
import type { RowsRead } from '../reading/rows';
import { idsOf, rowsOf } from '../reading/rows';
import type { Session } from '../reading/session';
import { contradict, disagree, judgeSuccess, read } from '../reading/session';

const endpoint = searchDocuments;
const cursorFields = { created: 'last_created_at', updated: 'last_updated_at' } as const;
export type Time = keyof typeof cursorFields;

export const sameIds = (one: readonly unknown[], other: readonly unknown[]): boolean =>
	one.length === other.length && one.every((id, index) => id === other[index]);

const searchIds = (answer: Body | undefined): readonly unknown[] =>
	idsOf(endpoint, rowsOf(endpoint, answer));

/**
 * The rows of a page that goes on behind the rows that were met. It may begin with the last of
 * these, whose time is that of the cursor; with any other it does not go on, and there are none.
 */
const behindTail = (met: readonly unknown[], ids: readonly unknown[]): readonly unknown[] => {
	const known = new Set(met);
	const overlap = ids.filter((id) => known.has(id)).length;
	const isTail = overlap === 0 || sameIds(ids.slice(0, overlap), met.slice(-overlap));
	return isTail ? ids.slice(overlap) : [];
};

/** How a walk by a cursor field went. */
interface Walk {
	/** `refused` (422), `whole`: every row once; `other`: rows twice, or not all of them. */
	readonly outcome: 'refused' | 'whole' | 'other' | 'unknown';
	readonly cursors: readonly string[];
	/** `next_cursor` of the page that says that it is the last one. */
	readonly last?: unknown;
}

const mostPages = 8;

/** Walks on from the first page by one field, as the API text has it, until `has_next` is false. */
const walk = async (
	session: Session,
	field: string,
	first: Body,
	{ rows, isWhole }: RowsRead,
	limit: number,
): Promise<Walk> => {
	const met = [...searchIds(first)];
	const cursors: string[] = [];
	let answer = first;
	for (let page = 0; page < mostPages && typeof answer.next_cursor === 'string'; page += 1) {
		if (answer.has_next !== true) break;
		cursors.push(answer.next_cursor);
		const came = await session.keyed.ask(endpoint, {
			body: { limit, [field]: answer.next_cursor },
		});
		if (came.status === 422) return { outcome: page === 0 ? 'refused' : 'other', cursors };
		const body = judgeSuccess(session, endpoint, came);
		if (body === undefined) return { outcome: 'unknown', cursors };
		const fresh = behindTail(met, searchIds(body));
		if (fresh.length === 0) return { outcome: 'other', cursors };
		met.push(...fresh);
		answer = body;
	}
	const expected = idsOf(endpoint, rows);
	const isComplete = isWhole && met.length === expected.length;
	const goesAlike = sameIds(met, expected.slice(0, met.length)) && !isWhole;
	const outcome = isComplete || goesAlike ? 'whole' : isWhole ? 'other' : 'unknown';
	return { outcome, cursors, last: answer.has_next === false ? answer.next_cursor : undefined };
};

const observeNextCursor = (session: Session, created: Walk, updated: Walk): Time | undefined => {
	const { observations } = session;
	if (created.outcome === 'unknown' || updated.outcome === 'unknown') {
		observations.miss('nextCursor', 'there are more documents than were read');
		return undefined;
	}
	const isCreated = created.outcome === 'whole';
	if (isCreated && updated.outcome === 'whole') {
		observations.see('nextCursor', 'either');
		return undefined;
	}
	const time = isCreated ? 'created' : 'updated';
	observations.see('nextCursor', time);
	return time;
};

/** Walks by either field; the field that alone goes on, undefined where both or none do. */
export const observeCursors = async (session: Session, found: RowsRead): Promise<CursorsSeen> => {
	const { observations } = session;
	const size = found.isWhole ? Math.ceil(found.rows.length / 3) : endpoint.page.maxLimit / 4;
	const limit = Math.min(Math.max(size, 1), endpoint.page.maxLimit);
	const first = await read(session, endpoint, { body: { limit } });
	const missBoth = (why: string): CursorsSeen => {
		for (const name of ['nextCursor', 'lastCursor'] as const) observations.miss(name, why);
		return { cursors: [] };
	};
	if (first === undefined || found.rows.length <= limit) {
		return missBoth(`a second page needs more than ${found.rows.length} documents`);
	}
	if (first.has_next !== true) return missBoth('has_next says that nothing follows');
	if (typeof first.next_cursor !== 'string') {
		const effect = 'A workflow that pages by cursor cannot read the second page.';
		contradict(session, endpoint, 'next_cursor', 'a cursor where rows follow', 'none', effect);
		return missBoth('the service gives no next_cursor');
	}
	const created = await walk(session, cursorFields.created, first, found, limit);
	const updated = await walk(session, cursorFields.updated, first, found, limit);
	const outcomes = [created.outcome, updated.outcome];
	// Rows twice or left out: a document that was changed meanwhile is both.
	if (outcomes.includes('other')) {
		for (const name of ['nextCursor', 'lastCursor', 'searchOrder'] as const) session.doubt(name);
	}
	if (outcomes.every((outcome) => outcome === 'refused' || outcome === 'other')) {
		const expected = 'a cursor that last_created_at or last_updated_at continues';
		const effect = 'A workflow that pages by cursor misses documents, or reads some twice.';
		const came = 'one that neither continues';
		disagree(session, endpoint, 'next_cursor', expected, came, effect);
		return missBoth('no field continues it');
	}
	const only = observeNextCursor(session, created, updated);
	const good = created.outcome === 'whole' ? created : updated;
	if (good.last === undefined) observations.miss('lastCursor', 'the last page was not reached');
	else observations.see('lastCursor', good.last === null ? 'null' : 'kept');
	return { cursors: good.cursors, ...(only && { only }) };
};

export interface CursorsSeen {
	readonly only?: Time;
	readonly cursors: readonly string[];
}

/** Rows from a plain time on by a field; undefined where the service refuses it. */
const fromTime = async (
	session: Session,
	time: Time,
	from: string,
	limit: number,
): Promise<readonly unknown[] | undefined> => {
	const answer = await session.keyed.ask(endpoint, {
		body: { limit, [cursorFields[time]]: from },
	});
	if (answer.status === 422) return undefined;
	return searchIds(judgeSuccess(session, endpoint, answer));
};

const plainTimes = { ascending: '1970-01-01T00:00:00Z', descending: '2100-01-01T00:00:00Z' };

/** The rows by each time, read from a plain time on, where the service takes one. */
export const observePlainCursor = async (
	session: Session,
	limit: number,
): Promise<Partial<Record<Time, readonly unknown[]>>> => {
	const { observations } = session;
	for (const from of Object.values(plainTimes)) {
		const created = await fromTime(session, 'created', from, limit);
		if (created === undefined) {
			observations.see('plainCursor', 'refused');
			return {};
		}
		if (created.length === 0) continue;
		observations.see('plainCursor', 'taken');
		const updated = await fromTime(session, 'updated', from, limit);
		return { created, ...(updated && { updated }) };
	}
	observations.miss('plainCursor', 'no document came for either of two plain times');
	return {};
};
