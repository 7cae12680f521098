import { isUnknown } from './outcome';
import { outputsOf } from './response';
import type { Protection, Run, Write } from './run';

/** Calls the endpoint, and notifies the operation of what was sent, or may have been. */
const send =
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

/** How the items of a run are sent: wrapped by the safeguards, the first one outermost. */
export const sendWithin = (run: Run, protections: readonly Protection[]): Write =>
	protections.reduceRight<Write>((next, { around }) => around?.(next) ?? next, send(run));
