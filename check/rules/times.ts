import { isBody } from '../reading/body';
import type { Departure } from '../reading/departure';
import { remark } from '../reading/departure';
import { hasOffset } from '../reading/shape';
import type { Rule } from './rule';

/** Clocks of one service may be apart by this. */
const apartMs = 5 * 60_000;

const past = ['created_at', 'updated_at', 'completed_at', 'archived_at', 'document_created_at'];

const timeIn = (value: unknown): number | undefined => {
	if (typeof value !== 'string' || !hasOffset(value)) return undefined;
	const time = Date.parse(value);
	return Number.isNaN(time) ? undefined : time;
};

const later = (name: string): Departure =>
	remark(
		name,
		'a time of something that happened',
		'a time later than the answer itself',
		'The offset of the time may be wrong. A workflow that reads what is new can read a row twice, or never.',
	);

const before = remark(
	'updated_at',
	'two times, whose order is not said',
	'a time before created_at',
	'A workflow that reads what was updated since a time can miss the row.',
);

const within = (part: string, found: readonly Departure[]): readonly Departure[] =>
	found.length === 0
		? found
		: found.map((one) => ({
				...one,
				place: one.place.startsWith('[') ? `${part}${one.place}` : `${part}.${one.place}`,
			}));

const judged = (value: unknown, at = Infinity): readonly Departure[] => {
	if (Array.isArray(value)) {
		return value.flatMap((entry, index) => within(`[${index}]`, judged(entry, at)));
	}
	if (!isBody(value)) return [];
	const inner = Object.entries(value).flatMap(([name, entry]) =>
		typeof entry === 'object' ? within(name, judged(entry, at)) : [],
	);
	const ahead = past.filter((name) => (timeIn(value[name]) ?? -Infinity) > at + apartMs).map(later);
	const [created, updated] = [timeIn(value.created_at), timeIn(value.updated_at)];
	const isTurned = created !== undefined && updated !== undefined && created > updated;
	return [...(isTurned ? [before] : []), ...ahead, ...inner];
};

/** Times that the API text allows, and that cannot be true. */
export const times: Rule = ({ body, at }) => judged(body, at);
