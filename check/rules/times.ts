import { isBody } from '../reading/body';
import type { Departure } from '../reading/departure';
import { remark } from '../reading/departure';
import { hasOffset } from '../reading/shape';
import type { Rule } from './rule';

/** Clocks of one service may be apart by this. */
const apartMs = 5 * 60_000;

const past = ['created_at', 'updated_at', 'completed_at', 'archived_at', 'document_created_at'];

const timeIn = (value: unknown): number | undefined => {
	const time = typeof value === 'string' && hasOffset(value) ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? undefined : time;
};

const judged = (value: unknown, at: number | undefined, place: string): Departure[] => {
	if (Array.isArray(value)) {
		return value.flatMap((entry, index) => judged(entry, at, `${place}[${index}]`));
	}
	if (!isBody(value)) return [];
	const before = place === '' ? '' : `${place}.`;
	const inner = Object.entries(value).flatMap(([name, entry]) =>
		judged(entry, at, `${before}${name}`),
	);
	const ahead = past
		.filter((name) => (timeIn(value[name]) ?? -Infinity) > (at ?? Infinity) + apartMs)
		.map((name) =>
			remark(
				`${before}${name}`,
				'a time of something that happened',
				'a time later than the answer itself',
				'The offset of the time may be wrong. A workflow that reads what is new can read a row twice, or never.',
			),
		);
	const [created, updated] = [timeIn(value.created_at), timeIn(value.updated_at)];
	if (created === undefined || updated === undefined || created <= updated) {
		return [...ahead, ...inner];
	}
	const open = 'two times, whose order is not said';
	const effect = 'A workflow that reads what was updated since a time can miss the row.';
	const came = 'a time before created_at';
	return [remark(`${before}updated_at`, open, came, effect), ...ahead, ...inner];
};

/** Times that the API text allows, and that cannot be true. */
export const times: Rule = ({ body, at }) => judged(body, at, '');
