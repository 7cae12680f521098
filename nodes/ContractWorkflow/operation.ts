import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint, Input, InputOf, OutputOf, Row, Task } from '../../src';
import type { Parameters, ParametersOf, Property } from '../shared/fields/property';
import type { Wording } from '../shared/words/errors';
import type { Explained } from '../shared/words/explained';
import type { OwnStatusWords } from '../shared/words/statuses';
import type { Files } from './files/files';

/** One output item, before it is paired with its input item. */
export interface Output {
	readonly json: object;
	readonly binary?: IBinaryKeyData | undefined;
	/** Whether the item was skipped on purpose; its json says why. */
	readonly skipped?: boolean;
}

/** What an operation works on. */
export interface Target {
	/** For example `task`. */
	readonly kind: string;
	/** The same for every spelling of the ID. */
	readonly id: string;
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
	/** Where a person answers; empty unless the operation asks one. */
	readonly answerLink: string;
}

/** The second half of an operation that asks a person: it waits for the answer. */
export interface Asking<Values> {
	/** Where the person answers, signed by n8n. */
	readonly link: string;
	/**
	 * Prepares the question of an item.
	 * @returns what pauses the execution once the write is done, with its output
	 * @throws what is wrong with the item; nothing was sent.
	 */
	prepare(
		this: void,
		parameters: Values,
		surroundings: Surroundings,
	): Promise<(output: object) => Promise<void>>;
}

/** What was sent, for operations that make the output items from the response. */
interface Sent<Values, In, Out> extends Surroundings {
	readonly parameters: Values;
	readonly input: In;
	/** Sends the same request once more. All callers get the same response. */
	readonly again: () => Promise<Out>;
}

/** The facet of an operation that changes something. */
interface Writing<Values, In> extends Pick<Wording, 'whereToLook'> {
	/** Whether writes to one target follow each other in input order. */
	readonly inOrder: boolean;
	/** It decides the current step of a task, so Decide If holds it to the step that was reviewed. */
	readonly decides?: true;
	/** The values of an item that a dry run shows in separate columns. */
	planColumns?(parameters: Values, input: In): Row;
	/** Why the service would refuse it, from the state of the task that the item works on. */
	foresee?(task: Task): Explained | undefined;
}

/** The facet of an operation with its own texts for errors. */
interface Words<E extends Endpoint, In> extends Pick<Wording, 'labels'> {
	/** For documented statuses of the endpoint that need more text than usual. */
	readonly statuses?: { readonly [Status in E['errors'][number]]?: OwnStatusWords };
	/** What is done with an input, in one word such as `approved`. */
	done?(input: In): string;
}

/** An operation, with the types of its parameters, its input and its response. */
interface Declared<E extends Endpoint, Values, In, Out> {
	readonly name: string;
	/** Stable id, stored in workflows. */
	readonly value: string;
	/** Sentence in the list of actions. */
	readonly action: string;
	readonly description: string;
	/** What n8n's AI builder must know beside the description. */
	readonly builderHint?: string;
	/**
	 * How often the request contains files, whose size the request options limit. Never by default.
	 */
	readonly takesFiles?: 'sometimes' | 'always';
	readonly endpoint: E;
	/** The endpoint's input. Without side effects, since not every input is sent. */
	request(parameters: Values, surroundings: Surroundings): In | Promise<In>;
	/** What the item works on. Required for operations that write. */
	target?(parameters: Values): Target;
	/** The output items of a response, by default the response itself. Each row of `page` is one. */
	items?(
		response: Out,
		sent: Sent<Values, In, Out>,
	): readonly Output[] | Promise<readonly Output[]>;
	/** The part of an output item that the parameter Output selects. */
	shape?(json: Row, parameters: Values): object;
	/**
	 * Which rows of `page` are returned, for filters that the service's list does not have, and why
	 * there are none, as a sentence with how many rows were read.
	 */
	passes?(
		parameters: Values,
	): { test(row: Row): boolean; none(this: void, read: number): string } | undefined;
	readonly write?: Writing<Values, In>;
	/** Asks a person once the write is done. @throws if the node cannot wait where it runs. */
	asks?(context: IExecuteFunctions, name: string): Asking<Values>;
	readonly words?: Words<E, In>;
}

/** What an operation must declare if repeating one of its writes could change something again. */
type UnsafeOf<E> = E extends { readonly safe: false }
	? Required<Pick<Wording, 'whereToLook'>>
	: { readonly whereToLook?: never };

type WritingOf<E extends Endpoint, Values> = E extends { readonly writes: true }
	? {
			target(parameters: Values): Target;
			readonly write: Writing<Values, InputOf<E>> & UnsafeOf<E>;
		}
	: { readonly write?: never };

/** What has no effect on the rows of a list that is read in pages, or without them. */
type RowsOf<E> = E extends { readonly page: object }
	? { readonly items?: never }
	: { readonly passes?: never };

/** An operation without its specific types, as the node runs it. */
export type Operation = Declared<Endpoint, Parameters, Input, object> & {
	readonly properties: readonly Property[];
};

/** Declares an operation. A misspelled parameter or body field does not compile. */
export const operation = <const Properties extends readonly Property[], const E extends Endpoint>(
	definition: Declared<E, ParametersOf<Properties>, InputOf<E>, OutputOf<E>> &
		WritingOf<E, ParametersOf<Properties>> &
		RowsOf<E> & { readonly properties: Properties },
): Operation => definition;

/** A name and its operations. */
export interface Resource {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** The first one is selected in a new node. */
	readonly operations: readonly Operation[];
}
