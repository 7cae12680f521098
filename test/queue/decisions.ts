import type { Sandbox } from '../../tools/sandbox/server';

/** Splits ids into so many parts. */
export const partsOf = (ids: readonly number[], parts: number): number[][] => {
	const size = Math.ceil(ids.length / parts);
	return Array.from({ length: parts }, (_, index) => ids.slice(index * size, (index + 1) * size));
};

/** How often the service carried out a decision on each task, by its own log. */
export const timesDecided = (sandbox: Sandbox): ReadonlyMap<number, number> => {
	const times = new Map<number, number>();
	for (const { endpoint, path, status } of sandbox.requests()) {
		if (endpoint !== 'approveTask' || status !== 200) continue;
		const task = Number(path.split('/')[2]);
		times.set(task, (times.get(task) ?? 0) + 1);
	}
	return times;
};
