/** Maximum ids that are remembered for one trigger. */
export const mostIds = 1_000;

/** Ids of deliveries, oldest first, as short digests: ids of any length need the same space. */
export type IdMemory = readonly string[];

/** Merges two memories. The second one is the newer. */
export const merged = (one: IdMemory, other: IdMemory): IdMemory => {
	const newer = new Set(other);
	return [...one.filter((id) => !newer.has(id)), ...newer].slice(-mostIds);
};

/** The memory with a digest added as its newest. */
export const withDigest = (memory: IdMemory, digest: string): IdMemory => merged(memory, [digest]);
