import type { Item, Run } from './run';

/** The lane of an item: writes to one target that must follow each other share a lane. */
export const laneOf = ({ operation }: Run, { target }: Item): string | undefined =>
	operation.write?.inOrder && target?.id !== undefined ? `${target.kind} ${target.id}` : undefined;

/**
 * Calls `work` for each index below `count`, `parallel` at a time. Indexes of the same lane run in
 * order, so that a comment cannot overtake another on the same task. Once `work` returns false, no
 * new index is started, and those in progress are awaited.
 */
export const inLanes = async (
	count: number,
	nameOf: (index: number) => string | undefined,
	parallel: number,
	work: (index: number) => Promise<boolean>,
): Promise<void> => {
	const named = new Map<string, number[]>();
	const lanes: number[][] = [];
	for (let index = 0; index < count; index++) {
		const name = nameOf(index);
		const lane = name === undefined ? undefined : named.get(name);
		if (lane) {
			lane.push(index);
			continue;
		}
		const opened = [index];
		lanes.push(opened);
		if (name !== undefined) named.set(name, opened);
	}

	let goOn = true;
	const waiting = lanes.values();
	const walk = async () => {
		for (const lane of waiting) {
			for (const index of lane) {
				if (!goOn) return;
				goOn = (await work(index)) && goOn;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, lanes.length) }, walk));
};
