/** How entries follow each other. */
interface Order<Entry> {
	/** Returns undefined for an entry with a lane of its own. */
	readonly laneOf?: (entry: Entry) => string | undefined;
	/** Awaited before an entry begins. */
	readonly begins?: () => Promise<void>;
}

/**
 * Calls `work` for each entry, `parallel` at a time. Entries of the same lane follow each other, so
 * that a comment cannot overtake another on the same task. Once `work` returns false, no new entry
 * is started, and those in progress are awaited.
 */
export const inLanes = async <Entry>(
	entries: Iterable<Entry>,
	parallel: number,
	work: (entry: Entry) => Promise<boolean>,
	{ laneOf, begins }: Order<Entry> = {},
): Promise<void> => {
	const lanes = new Map<unknown, Entry[]>();
	for (const entry of entries) {
		const lane = laneOf?.(entry) ?? entry;
		const others = lanes.get(lane);
		if (others) others.push(entry);
		else lanes.set(lane, [entry]);
	}
	let goesOn = true;
	const waiting = lanes.values();
	const walk = async () => {
		for (const lane of waiting) {
			for (const entry of lane) {
				await begins?.();
				if (!goesOn) return;
				goesOn = (await work(entry)) && goesOn;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, lanes.size) }, walk));
};
