/** One location in an answer that is not as the contract describes it. */
export interface Departure {
	/** With indices, for example `tasks[3].status`. */
	readonly place: string;
	/**
	 * `extra`: a field that the contract does not know, which breaks nothing. `open`: something that
	 * the API text allows, and a workflow must know. `untold`: a difference that a change of the list
	 * can have caused as well.
	 */
	readonly kind: 'missing' | 'null' | 'value' | 'extra' | 'open' | 'untold';
	readonly expected: string;
	readonly came: string;
	/** What it means for who builds a workflow, as sentences. */
	readonly effect?: string;
	/** Whether it rests on several answers, so that a change between them can have caused it. */
	readonly spans?: true;
}

/** A contradiction of the API text that one answer shows by itself. */
export const difference = (
	place: string,
	expected: string,
	came: string,
	effect: string,
): Departure => ({ place, kind: 'value', expected, came, effect });

/** Something that the API text does not exclude, and a workflow must know. */
export const remark = (
	place: string,
	expected: string,
	came: string,
	effect: string,
): Departure => ({ place, kind: 'open', expected, came, effect });
