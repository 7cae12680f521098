/** Most ids that are remembered for one trigger. */
export const mostIds = 1_000;

/** Ids of deliveries, oldest first, as short digests: ids of any length take the same room. */
export type IdMemory = readonly string[];

/** Two memories as one; what the second one holds is the newer. */
export const merged = (one: IdMemory, other: IdMemory): IdMemory => {
	const newer = new Set(other);
	return [...one.filter((id) => !newer.has(id)), ...newer].slice(-mostIds);
};

/** The memory with a digest as its newest. */
export const withDigest = (memory: IdMemory, digest: string): IdMemory => merged(memory, [digest]);
