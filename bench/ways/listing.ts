import { z } from 'zod';
import { inParallel } from '../host/requests';
import { latencyMs } from '../host/service';
import type { Bench } from '../job';
import type { Outcome, Verdict } from './ways';

/** Rows of each kind in the service. */
export const rowCount = 10_000;

/** Rows of a page: the maximum of the service (POST /tasks/list, POST /core/documents/search). */
export const pageSize = 200;

/** The service for reading long lists. */
export const longLists = [
	'--tasks',
	String(rowCount),
	'--documents',
	String(rowCount),
	'--rate-limit',
	'1000000000',
];

/** The offsets of all pages. */
export const offsets = Array.from({ length: rowCount / pageSize }, (_, page) => page * pageSize);

/** A list of the service. */
export interface Listed {
	readonly path: string;
	readonly rows: 'tasks' | 'documents';
	readonly id: 'task_id' | 'document_id';
	/** Fields of the body beside `limit` and `offset`. */
	readonly body: object;
}

const known = new Map<string, number[]>();

/** The ids of all rows in the service's order, requested once. */
export const idsOf = async ({ service }: Bench, { path, rows, id, body }: Listed) => {
	const place = `${service.baseUrl}${path}`;
	const before = known.get(place);
	if (before) return before;
	const page = z.object({ [rows]: z.array(z.record(z.unknown())) });
	await service.setLatency(0);
	const pages = await inParallel(offsets, 4, async (offset) => {
		const wanted = { ...body, limit: pageSize, offset };
		return page.parse((await service.sender.send('POST', place, wanted)).body)[rows] ?? [];
	});
	await service.setLatency(latencyMs);
	const ids = pages.flat().map((row) => Number(row[id]));
	known.set(place, ids);
	return ids;
};

/** Whether the last node returned each row of the service once, in the service's order. */
export const checkRows = (
	outcome: Outcome,
	expected: readonly number[],
	id: Listed['id'],
): Verdict => {
	const items = outcome.output();
	const wrong = expected.filter((row, index) => items[index]?.json[id] !== row).length;
	return items.length === expected.length && wrong === 0
		? {}
		: { faults: [`${items.length} rows came out, ${wrong} of them not in their place`] };
};
