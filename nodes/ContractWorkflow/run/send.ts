import { isUnknown } from './outcome';
import { outputsOf } from './response';
import type { Protection, Run, Write } from './run';

/** Calls the endpoint, and notifies the operation of what was sent, or may have been. */
export const send =
	(run: Run): Write =>
	async ({ item, precondition }) => {
		const { write } = run.operation;
		const outputs = await outputsOf(run, item, { precondition }).catch((error: unknown) => {
			if (isUnknown(error)) write?.sent?.(item.input);
			throw error;
		});
		write?.sent?.(item.input);
		if (!outputs.some(({ skipped }) => skipped)) run.tally.sent();
		return outputs;
	};

/** How an item is sent or planned: wrapped by the safeguards, the first one outermost. */
export const within = (protections: readonly Protection[], innermost: Write): Write =>
	protections.reduceRight<Write>((next, { around }) => around?.(next) ?? next, innermost);
