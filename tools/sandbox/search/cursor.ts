import { timestamp } from '../../../src/contract';
import { isoTime, storedTime } from '../clock';
import type { SortTime } from '../options';

/** A position in an order of documents: the time, and the id among documents of the same time. */
export interface SortKey {
	readonly time: string;
	readonly id: number;
}

/**
 * Where a page of a walk starts. `after`: after that position. `from`: at that time. `seenBefore`:
 * without the documents up to that position in the order of the first page, which are already
 * known.
 */
export interface PageStart {
	readonly order: SortTime;
	readonly after?: SortKey;
	readonly from?: string;
	readonly seenBefore?: SortKey;
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
const wholePart = (time: string): string => time.slice(0, -1);

const idDigits = 10;
const timeDigits = 13;
const time = String.raw`(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})`;
const firstOrderCursor = new RegExp(`^${time}0(\\d{${idDigits}})Z$`);
const otherOrderCursor = new RegExp(
	`^${time}1(\\d{${idDigits}})(\\d{${timeDigits}})(\\d{${idDigits}})Z$`,
);

/**
 * The cursor after `last`: a timestamp whose digits after the milliseconds contain the id, to
 * distinguish documents of the same time. A walk in another order than that of the first page also
 * contains the position where the first page ended.
 */
export const cursorBehind = (last: SortKey, start: PageStart, firstTime: SortTime): string => {
	const place = wholePart(last.time);
	if (start.order === firstTime) return `${place}0${digits(last.id, idDigits)}Z`;
	const seen = start.seenBefore ?? { time: isoTime(0), id: 0 };
	const seenTime = digits(Date.parse(seen.time), timeDigits);
	return `${place}1${digits(last.id, idDigits)}${seenTime}${digits(seen.id, idDigits)}Z`;
};

/**
 * Reads a returned cursor for a walk by `order`, or a plain time, which starts a walk at that time.
 * Undefined if the text is neither, or continues a walk in the other order.
 */
export const readCursor = (
	text: string,
	order: SortTime,
	firstTime: SortTime,
): PageStart | undefined => {
	const first = firstOrderCursor.exec(text);
	if (first !== null) {
		const [, place = '', id] = first;
		const position = { time: `${place}Z`, id: Number(id) };
		return order === firstTime ? { order, after: position } : { order, seenBefore: position };
	}
	const other = otherOrderCursor.exec(text);
	if (other !== null) {
		if (order === firstTime) return undefined;
		const [, place = '', id, seenTime, seenId] = other;
		return {
			order,
			after: { time: `${place}Z`, id: Number(id) },
			seenBefore: { time: isoTime(Number(seenTime)), id: Number(seenId) },
		};
	}
	return timestamp.safeParse(text).success ? { order, from: storedTime(text) } : undefined;
};
