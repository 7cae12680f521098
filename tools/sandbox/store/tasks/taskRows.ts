/** Tasks as rows of lists, cached as JSON text so that a page need not read each one again. */
export interface TaskRows {
	/** The JSON of these tasks in this order. `read` returns what is not cached. */
	pick(ids: readonly number[], read: (ids: readonly number[]) => Iterable<TaskRow>): Uint8Array[];
	/** Removes a task from the cache after a write. Only reads add to the cache. */
	forget(taskId: number): void;
}

/** One task of a list. */
export interface TaskRow {
	readonly taskId: number;
	/** Its JSON, after a comma. */
	readonly json: Uint8Array;
}

const mostBytes = 32 * 1024 * 1024;

/** Starts empty, and caches the rows that were read last. */
export const createTaskRows = (): TaskRows => {
	const rows = new Map<number, Uint8Array>();
	let bytes = 0;
	const drop = (taskId: number): void => {
		bytes -= rows.get(taskId)?.length ?? 0;
		rows.delete(taskId);
	};
	const keep = ({ taskId, json }: TaskRow): void => {
		drop(taskId);
		rows.set(taskId, json);
		bytes += json.length;
	};
	return {
		pick(ids, read) {
			const missing = ids.filter((id) => !rows.has(id));
			if (missing.length > 0) for (const row of read(missing)) keep(row);
			const picked = ids.flatMap((id) => rows.get(id) ?? []);
			for (const oldest of rows.keys()) {
				if (bytes <= mostBytes) break;
				drop(oldest);
			}
			return picked;
		},
		forget: drop,
	};
};
