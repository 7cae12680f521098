import type { z } from 'zod';
import type { Contract, OutputOf } from '../../../src/contract';
import { JsonText } from '../api/handler';
import { invalid, issue } from '../api/refusal';
import type { SortTime } from '../options';
import type { Service } from '../service';
import type { Condition } from '../store/sql';
import type { PageStart, SortKey } from './cursor';
import { cursorBehind, readCursor } from './cursor';
import { compileFilters, fieldsOf } from './filters';

type Search = z.output<Contract['searchDocuments']['body']>;

const cursorFields = { last_created_at: 'created', last_updated_at: 'updated' } as const;

const pageStart = (search: Search, firstTime: SortTime): PageStart => {
	for (const field of ['last_created_at', 'last_updated_at'] as const) {
		const text = search[field];
		if (typeof text !== 'string') continue;
		const start = readCursor(text, cursorFields[field], firstTime);
		if (start !== undefined) return start;
		throw invalid(issue(['body', field], 'is not a next_cursor of such a search, nor a time'));
	}
	return { order: firstTime };
};

const columns = { created: 'd.created_at', updated: 'd.updated_at' } as const;

const startConditions = (start: PageStart, firstTime: SortTime): Condition[] => {
	const behind = (order: SortTime, { time, id }: SortKey): Condition => ({
		sql: `(${columns[order]}, d.document_id) > (?, ?)`,
		values: [time, id],
	});
	return [
		...(start.from === undefined
			? []
			: [{ sql: `${columns[start.order]} >= ?`, values: [start.from] }]),
		...(start.after === undefined ? [] : [behind(start.order, start.after)]),
		...(start.seenBefore === undefined ? [] : [behind(firstTime, start.seenBefore)]),
	];
};

interface FoundDocument {
	readonly document_id: number;
	readonly time: string;
}

/**
 * The response of `POST /core/documents/search`, sorted by the time of the walk. The page is found
 * in an index without documents, and only its documents are read.
 * @throws Refusal 422 for an unreadable cursor, and for rejected filters.
 */
export const searchAnswer = (
	{ store, options }: Service,
	organizationId: number,
	search: Search,
): JsonText<OutputOf<Contract['searchDocuments']>> => {
	const { searchOrder } = options;
	const start = pageStart(search, searchOrder);
	const filters = compileFilters(search.filters, fieldsOf(store, organizationId));
	if (Array.isArray(filters)) throw invalid(...filters);
	const conditions = [...startConditions(start, searchOrder), filters];
	const column = columns[start.order];
	const found = store.db
		.prepare(
			`SELECT d.document_id, ${column} AS time FROM documents d
			WHERE ${['d.org_id = ?', ...conditions.map(({ sql }) => sql)].join(' AND ')}
			ORDER BY ${column}, d.document_id LIMIT ? OFFSET ?`,
		)
		.all(
			organizationId,
			...conditions.flatMap(({ values }) => values),
			search.limit + 1,
			search.offset,
		) as unknown as FoundDocument[];
	const page = found.slice(0, search.limit);
	const last = page.at(-1);
	const hasNext = found.length > page.length && last !== undefined;
	const cursor = hasNext
		? cursorBehind({ time: last.time, id: last.document_id }, start, searchOrder)
		: null;
	const row = store.sql.get`
		SELECT coalesce(group_concat(json, ','), '') AS documents FROM (
			SELECT '{"document_id":' || d.document_id || ',"org_id":' || d.org_id || ',' || d.body ||
				',"mapped_fields":' || d.mapped_fields || '}' AS json
			FROM json_each(${JSON.stringify(page.map(({ document_id }) => document_id))}) AS id
			JOIN documents d ON d.document_id = id.value ORDER BY id.key LIMIT -1
		)`;
	const documents = `{"documents":[${String(row?.documents)}]`;
	const next = `"has_next":${hasNext},"next_cursor":${JSON.stringify(cursor)}}`;
	return new JsonText(`${documents},${next}`);
};
