import { expect } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeResult } from '../support/n8nCore';

/** What the node says of an item; of a run that failed, those that succeeded are only counted. */
type Told = 'done' | 'skipped' | 'failed' | 'unknown' | 'not named';

const toldIn = (text: string): Told =>
	/Outcome unknown|may have been carried out/.test(text) ? 'unknown' : 'failed';

const toldByOutput = (json: Record<string, unknown> | undefined): Told => {
	if (!json) return 'not named';
	const { error, skipped } = json as { error?: { outcome: Told }; skipped?: boolean };
	return error?.outcome ?? (skipped ? 'skipped' : 'done');
};

/** What a run says of each of its items. */
const toldOf = ({ error, output }: NodeResult, count: number): Told[] => {
	const items = Array.from({ length: count }, (_, index) => index);
	if (!error) {
		const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
		return items.map((index) => toldByOutput(output.find((one) => itemOf(one) === index)?.json));
	}
	const lines = `${error.message}\n${error.description}`.split('\n');
	if (!lines.some((line) => line.includes('[item '))) return items.map(() => toldIn(lines.join()));
	return items.map((index) => {
		const line = lines.find((one) => one.includes(`[item ${index}]`));
		return line === undefined ? 'not named' : toldIn(line);
	});
};

/** How many items the title of an error counts as done, for example 2 in "(2 approved, 1 skipped)". */
const countedAsDone = (title: string): number => {
	const [, rest = ''] = /\((.*)\)$/.exec(title) ?? [];
	return [...rest.matchAll(/(\d+) (?!skipped|not started)/g)]
		.map(([, count]) => Number(count))
		.reduce((sum, count) => sum + count, 0);
};

/** How often an item may have been carried out. */
const allowed: Readonly<Record<Told, readonly number[]>> = {
	done: [1],
	skipped: [0],
	failed: [0],
	unknown: [0, 1],
	'not named': [0, 1],
};

/**
 * Holds what a run says of its items to what was carried out.
 * @param counts how often each item was carried out
 */
export const checkTold = (result: NodeResult, counts: readonly number[]): Told[] => {
	const told = toldOf(result, counts.length);
	const wrong = told.flatMap((one, index) =>
		allowed[one].includes(counts[index] ?? 0) ? [] : `item ${index} is told as ${one}`,
	);
	expect({ counts, error: result.error?.message, wrong }).toMatchObject({ wrong: [] });
	if (!result.error) {
		expect(told).not.toContain('not named');
		return told;
	}
	const unnamed = counts.filter((_, index) => told[index] === 'not named');
	const done = unnamed.reduce((sum, count) => sum + count, 0);
	const { message } = result.error;
	expect({ message, done }).toEqual({ message, done: countedAsDone(message) });
	return told;
};
