import { createHash } from 'node:crypto';

/** Most ids that are remembered for one trigger. */
export const mostIds = 1_000;

/** Ids of deliveries, oldest first, as digests of one length. */
export type Memory = readonly string[];

/** A short digest of an id, so that ids of any length take the same room. */
export const digestOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, 16);

/** Two memories as one; what the second one holds is the newer. */
export const merged = (one: Memory, other: Memory): Memory => {
	const newer = new Set(other);
	return [...one.filter((id) => !newer.has(id)), ...newer].slice(-mostIds);
};

/** The memory with a digest as its newest. */
export const withDigest = (memory: Memory, digest: string): Memory => merged(memory, [digest]);
