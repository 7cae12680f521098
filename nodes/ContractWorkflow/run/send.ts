import { outputsOf } from './response';
import type { Protection, Run, Write } from './run';

/** Calls the endpoint. */
export const send =
	(run: Run): Write =>
	async ({ item, precondition }) =>
		await outputsOf(run, item, { precondition });

/** How an item is sent or planned: wrapped by the safeguards, the first one outermost. */
export const within = (protections: readonly Protection[], innermost: Write): Write =>
	protections.reduceRight<Write>((next, { around }) => around?.(next) ?? next, innermost);
