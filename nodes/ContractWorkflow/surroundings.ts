import type { IBinaryKeyData } from 'n8n-workflow';
import type { Endpoint, InputOf, OutputOf } from '../../src';
import type { Parameters } from '../shared/fields/property';
import type { Files } from './files/files';

/** One output item, before it is paired with its input item. */
export interface Output {
	readonly json: object;
	readonly binary?: IBinaryKeyData;
	/** Whether the item was skipped on purpose; its json says why. */
	readonly skipped?: boolean;
}

/** What an operation works on. */
export interface Target {
	/** For example `task`. */
	readonly kind: string;
	/** The same for every spelling of the ID; absent if there is only one of the kind. */
	readonly id?: string;
}

/** An endpoint that changes nothing. */
type Reading = Endpoint & { readonly writes: false };

/** Returns the response of a request that only reads. It is requested once per run and shared. */
export type Ask = <E extends Reading>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>;

/** What the operation of an item can use beside its parameters. */
export interface Surroundings {
	/** The fields of the input item. */
	readonly json: Parameters;
	readonly files: Files;
	/** Sends requests that only read, before anything is written. */
	readonly ask: Ask;
	/** The time zone of the workflow. */
	readonly zone: string;
	/** Adds a sentence to the hint above the output. A repeated sentence is shown once. */
	readonly remark: (sentence: string) => void;
	/** The signed link where a person answers a question of this execution. */
	readonly answerLink: () => string;
}
