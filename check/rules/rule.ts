import type { Body } from '../reading/body';
import type { Departure } from '../reading/departure';

/** An answer, and when the service gave it. */
export interface Answered {
	readonly body: Body;
	/** By the header `Date`, in milliseconds; undefined without one. */
	readonly at: number | undefined;
}

/** What the fields of one answer say against the API text, beyond the type of each. */
export type Rule = (answer: Answered) => readonly Departure[];
