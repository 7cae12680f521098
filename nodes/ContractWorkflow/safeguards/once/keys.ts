import { steadyNow } from '../../../shared/client/clock';
import type { Run } from '../../run/run';
import { inTurn } from '../../run/turns';

const options = { mode: 'entries' } as const;

/** From this many keys on, a hint says what they cost. */
const manyKeys = 10_000;

/**
 * n8n stores no states, only whether an entry exists, and asking for one creates it. So a key has a
 * second entry until its item is done: after a crash, an unknown key never looks like a done one.
 */
const openEntry = (name: string): string => `${name} open`;

/** The keys that n8n's de-duplication stores for one node, for all its executions. */
export const keysOf = ({ context, tally }: Run) => {
	const { helpers } = context;
	const node = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	let ms = 0;
	// n8n reads all entries of a node, then overwrites them. A call is made even after a stop.
	const call = async <Result>(work: () => Promise<Result>): Promise<Result> =>
		await inTurn(node, undefined, async () => {
			const began = steadyNow();
			const result = await work();
			ms = steadyNow() - began;
			return result;
		});
	const remove = async (...entries: string[]) =>
		await call(async () => await helpers.removeProcessed(entries, 'node', options));
	return {
		/** Identifies the node. */
		node,
		/**
		 * Stores a key before its item is sent, and returns its state until now. `unknown`: an item was
		 * sent with it, or is being sent.
		 */
		async claim(name: string): Promise<'new' | 'done' | 'unknown'> {
			const entries = [name, openEntry(name)];
			const { processed } = await call(
				async () => await helpers.checkProcessedAndRecord(entries, 'node', options),
			);
			if (processed.length === 0) return 'new';
			if (processed.includes(openEntry(name))) return 'unknown';
			await remove(openEntry(name));
			return 'done';
		},
		/** The item of a claimed key was carried out. */
		settle: async (name: string) => await remove(openEntry(name)),
		/** The item of a claimed key was certainly not carried out. */
		release: async (name: string) => await remove(name, openEntry(name)),
		/** Reports what many keys cost. */
		async end(): Promise<void> {
			if (ms === 0) return;
			const count = await helpers.getProcessedDataCount('node', options).catch(() => 0);
			if (count <= manyKeys) return;
			const cost = `The last write to them took ${Math.ceil(ms)} ms.`;
			tally.remark(`This node has stored ${count} keys. ${cost}`);
		},
	};
};
