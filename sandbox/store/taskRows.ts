/** Tasks as rows of lists, kept as JSON text so that a page need not read each one again. */
export interface TaskRows {
	/** The JSON of these tasks, with commas in between; `read` gives what is not kept. */
	join(ids: readonly number[], read: (ids: readonly number[]) => Iterable<TaskRow>): Uint8Array[];
	/** Drops what a write to the task makes untrue. Only requests that read keep anything. */
	forget(taskId: number): void;
}

/** One task of a list. */
export interface TaskRow {
	readonly taskId: number;
	/** Its JSON, after a comma. */
	readonly json: Uint8Array;
}

const mostRows = 2000;

/** Keeps nothing to begin with, and never more than a few pages. */
export function createTaskRows(): TaskRows {
	const rows = new Map<number, Uint8Array>();
	return {
		join(ids, read) {
			const missing = ids.filter((id) => !rows.has(id));
			if (missing.length > 0) for (const { taskId, json } of read(missing)) rows.set(taskId, json);
			const joined = ids.flatMap((id) => rows.get(id) ?? []);
			for (const oldest of rows.keys()) {
				if (rows.size <= mostRows) break;
				rows.delete(oldest);
			}
			return joined.map((row, index) => (index === 0 ? row.subarray(1) : row));
		},
		forget(taskId) {
			rows.delete(taskId);
		},
	};
}
