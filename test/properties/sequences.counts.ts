import type { Sandbox } from '../../tools/sandbox/server';
import type { ActivityEntry } from '../../tools/sandbox/store/tasks/activity';

/** What a request can do to a task, as the service records it. */
export type Kind = ActivityEntry['kind'];

/** How often each thing was done to each task, counted where the service keeps it. */
export type Counts = ReadonlyMap<string, number>;

/** The name of a count. */
export const countName = (taskId: number, kind: Kind): string => `${kind} of task ${taskId}`;

/** Counts past the API, so that no fault befalls the counting. */
export const countsOf = ({ service }: Sandbox): Counts => {
	const rows = service.store.sql.all`
		SELECT task_id, kind, count(*) AS count FROM activity_log GROUP BY task_id, kind`;
	return new Map(
		rows.map(({ task_id, kind, count }) => [
			countName(Number(task_id), kind as Kind),
			Number(count),
		]),
	);
};

/** What was done between two counts. */
export const doneBetween = (before: Counts, after: Counts): Counts =>
	new Map(
		[...after]
			.map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
			.filter(([, count]) => count !== 0),
	);

const launchOf = /^initiated of task (\d+)$/;

/** The tasks among counts that were launched. */
export const launchedIn = (done: Counts): number[] =>
	[...done.keys()].flatMap((name) => Number(launchOf.exec(name)?.[1] ?? Number.NaN) || []);
