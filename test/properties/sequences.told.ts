import type { NodeResult } from '../support/n8nCore';

/** What the node says of an item; of a run that failed, those that succeeded are only counted. */
export type Told = 'done' | 'skipped' | 'failed' | 'unknown' | 'not named' | 'all failed';

/** How often an item may have been carried out. */
export const allowed: Readonly<Record<Told, readonly number[]>> = {
	done: [1],
	skipped: [0],
	failed: [0],
	unknown: [0, 1],
	'not named': [0, 1],
	// In this run, of a retry: some of them can have been carried out before.
	'all failed': [0, 1],
};

const toldIn = (text: string): Told =>
	/Outcome unknown|may have been carried out/.test(text) ? 'unknown' : 'failed';

/** What a run says of each of its items. */
export const toldOf = ({ error, output }: NodeResult, count: number): Told[] => {
	const items = Array.from({ length: count }, (_, index) => index);
	if (!error) {
		return items.map((index) => {
			const own = output.find(({ pairedItem }) => (pairedItem as { item: number }).item === index);
			if (!own) return 'not named';
			const failed = own.json.error as { outcome: Told } | undefined;
			return failed?.outcome ?? (own.json.skipped === true ? 'skipped' : 'done');
		});
	}
	const lines = `${error.message}\n${error.description}`.split('\n');
	if (!lines.some((line) => line.includes('[item '))) {
		const told = toldIn(lines.join());
		return items.map(() => (count > 1 && told === 'failed' ? 'all failed' : told));
	}
	return items.map((index) => {
		const line = lines.find((one) => one.includes(`[item ${index}]`));
		return line === undefined ? 'not named' : toldIn(line);
	});
};
