import { outputsOf } from './response';
import type { Protection, Run, Write } from './run';

/** Calls the endpoint. */
const send =
	(run: Run): Write =>
	async ({ item, precondition }) =>
		await outputsOf(run, item, { precondition });

/** How the items of a run are sent: wrapped by the safeguards, the first one outermost. */
export const sendWithin = (run: Run, protections: readonly Protection[]): Write =>
	protections.reduceRight<Write>((next, { around }) => around?.(next) ?? next, send(run));
