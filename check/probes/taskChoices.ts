import type { taskStatuses as statuses } from '../../src/contract';
import { getTask, listTasks, taskStatuses } from '../../src/contract';
import { orderWords } from '../choices/observations';
import type { Body } from '../reading/body';
import { ordersOf } from '../reading/order';
import type { RowsRead } from '../reading/rows';
import { idsOf } from '../reading/rows';
import type { Session } from '../reading/session';
import { unchecked } from '../report/unchecked';

const endpoint = listTasks;
const times = { created: 'created_at', updated: 'updated_at' } as const;
export type Status = (typeof statuses)[number];

/** The status of a task; undefined for one that the contract does not know. */
export const statusOf = ({ status }: Body): Status | undefined =>
	taskStatuses.find((known) => known === status);

/** By which time tasks are sorted. */
export const observeOrder = (
	{ observations }: Session,
	name: 'taskOrder' | 'sourceTaskOrder',
	rows: readonly Body[],
): void => {
	const orders = ordersOf(rows, times);
	const [order] = orders;
	if (rows.length < 2) observations.miss(name, `it takes two tasks, and there are ${rows.length}`);
	else if (order === undefined) observations.seeOther(name, 'neither by creation nor by update');
	else if (orders.length === 1) observations.see(name, order);
	else {
		const alike = orders.map(orderWords).join(', or ');
		observations.miss(name, `the ${rows.length} tasks that came fit ${alike} alike`);
	}
};

/** Ids of tasks that came when a status was asked for. */
export type IdsByStatus = ReadonlyMap<Status, ReadonlySet<unknown>>;

/**
 * Which statuses a list holds unless it is asked for others. A status is judged by tasks that had it
 * before and after that list was read: no change of a task can then mislead.
 */
export const observeActive = (
	{ observations }: Session,
	all: RowsRead,
	active: RowsRead,
	later: IdsByStatus,
): void => {
	const seen: Partial<Record<Status, boolean>> = {};
	const idsWith = ({ rows }: RowsRead, status: Status): readonly unknown[] =>
		idsOf(
			endpoint,
			rows.filter((row) => statusOf(row) === status),
		);
	for (const status of taskStatuses) {
		const steady = idsWith(all, status).filter((id) => later.get(status)?.has(id));
		if (idsWith(active, status).length > 0) seen[status] = true;
		else if (steady.length > 0 && active.isWhole) seen[status] = false;
	}
	if (Object.keys(seen).length > 0) observations.see('activeStatuses', seen);
	else if (all.rows.length === 0) observations.miss('activeStatuses', 'there are no tasks');
	else observations.miss('activeStatuses', 'the list changed while it was read');
};

/** A name that no service has for a field. */
export const strangeField = 'unknown_field_of_a_check';

/** What is done with a field that no service has. */
export const observeUnknownField = async ({ keyed, observations }: Session): Promise<void> => {
	const body = { limit: 1, [strangeField]: true };
	const { status } = await keyed.ask(unchecked(endpoint), { body });
	if (status === 422) observations.see('unknownFields', 'refused');
	else if (status === 200) observations.see('unknownFields', 'ignored');
	else observations.seeOther('unknownFields', `is answered with ${status}`);
};

/** What a path value of the wrong form is answered with. */
export const observeMalformedPath = async ({ keyed, observations }: Session): Promise<void> => {
	const { status } = await keyed.ask(unchecked(getTask), { params: { task_id: 'no-number' } });
	if (status === 404 || status === 422) observations.see('malformedPath', status);
	else observations.seeOther('malformedPath', String(status));
};
