import { listIn } from '../reading/body';
import type { Departure } from '../reading/departure';
import { difference } from '../reading/departure';
import type { Rule } from './rule';

/** Section 4: newest first; section 2: each version but the newest has been superseded. */
export const clickwrapHistory: Rule = ({ body }) => {
	const versions = listIn(body, 'versions');
	const numbers = versions.flatMap(({ version }) =>
		Number.isSafeInteger(version) ? [Number(version)] : [],
	);
	const newest = Math.max(...numbers);
	const isNewestFirst = numbers.every((one, index) => (numbers[index - 1] ?? Infinity) > one);
	const superseded = versions.flatMap(({ version, archived_at }, index): Departure[] => {
		if (archived_at !== null || !Number.isSafeInteger(version) || version === newest) return [];
		return [
			difference(
				`versions[${index}].archived_at`,
				'a time for a version that a newer one superseded',
				'null',
				'A workflow that looks for the version without this time finds several.',
			),
		];
	});
	if (isNewestFirst) return superseded;
	const effect = 'A workflow that takes the first version takes an old one.';
	return [difference('versions', 'newest first', 'another order', effect), ...superseded];
};
