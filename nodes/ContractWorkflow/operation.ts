import type {
	CallOptions,
	Client,
	Endpoint,
	HttpResponse,
	Input,
	InputOf,
	OutputOf,
	PagesOptions,
	Row,
	Task,
} from '../../src';
import type { Parameters, ParametersOf, Property } from '../shared/fields/property';
import type { ErrorWords } from '../shared/words/errors';
import type { Explained } from '../shared/words/explained';
import type { OwnStatusWords } from '../shared/words/statuses';
import type { Asked } from './asked';
import type { ColumnsOf } from './columns';
import type { Output, Surroundings, Target } from './surroundings';

/** What was sent, for those who make output items of the response. */
export interface Sent<Values, In, Out> extends Surroundings {
	readonly parameters: Values;
	readonly input: In;
	/** The headers of the response, names in lower case. */
	readonly headers: HttpResponse['headers'];
	/** The response to the same request, once more; all who ask get the same one. */
	readonly again: () => Promise<Out>;
}

/** What a dry run can say of a write by where its task stands, where it would not simply be sent. */
export type Foresight =
	/** The service documents that it refuses the write there. */
	| { readonly refusal: Explained }
	/** It may be refused there; the description of the service leaves that open. */
	| { readonly doubt: string };

/** What holds a write to what was reviewed, and learns more where its outcome is unknown. */
export interface Guard<In> {
	/** What comes out of an item for which nothing is asked or sent. */
	readonly beforehand?: Output;
	/** What is asked right before the write, each time that it is sent. */
	readonly precondition?: CallOptions['precondition'];
	/** What a precondition has read that belongs into the item of what was sent. */
	seen?(): object;
	/** What comes out of an item that was held back, or refused; undefined when that is a failure. */
	passedOver?(error: unknown): Output | undefined;
	/** Adds to an error of a write that was refused what the look before it found. */
	refused?(error: unknown): unknown;
	/** What can be told of a write whose outcome is unknown; gives `cause` with it. */
	unknown?(client: Client, input: In, cause: unknown): Promise<unknown>;
}

/** What the builder picks, and what the node must know of it before any item is there. */
interface Offer<E extends Endpoint> {
	readonly name: string;
	/** Stable id, stored in workflows. */
	readonly value: string;
	/** Sentence in the list of actions. */
	readonly action: string;
	readonly description: string;
	/** What n8n's AI builder must know of it beside its description. */
	readonly builderHint?: string;
	/** How often its request holds files, whose size the request options bound; never by default. */
	readonly takesFiles?: 'sometimes' | 'always';
	readonly endpoint: E;
	/** Stands in for `endpoint` when the credential is an access token. */
	readonly accessTokenEndpoint?: Endpoint;
}

/** What the node does for one item, by the types of its parameters, its input and its response. */
interface Work<Values, In, Out> {
	/** The endpoint's input; without side effects, since not every input is sent. */
	request(parameters: Values, surroundings: Surroundings): In | Promise<In>;
	/** What the input item adds to the parameters, without a field of its own. */
	fromItem?(json: Parameters): object;
	/** What the item works on; one that writes must say. */
	target?(parameters: Values): Target;
	/** The output items of a response; by default the response itself, or each row of a list. */
	items?(
		response: Out,
		sent: Sent<Values, In, Out>,
	): readonly Output[] | Promise<readonly Output[]>;
	/** What of an output item comes out, by the parameter Output. */
	shape?(json: Row, parameters: Values): object;
}

/** The facet of an operation that reads a list page by page. */
interface List<Values> {
	/** How many rows to fetch, and by which pages; undefined to call the endpoint once. */
	pages(parameters: Values): PagesOptions | undefined;
	/** Which rows come out, where a filter is set that the service's list does not know. */
	passes?(parameters: Values): ((row: Row) => boolean) | undefined;
	/** The columns that a row has beside its shape; every row then has those of all. */
	columns?(parameters: Values): ColumnsOf | undefined;
}

/** The facet of an operation that changes something. */
interface Write<Values, In, Out> extends Pick<ErrorWords, 'whereToLook'> {
	/** Whether writes to one target follow each other, in input order. */
	readonly inOrder: boolean;
	/** Why a run may not write to the same target twice; undefined if it may. */
	onlyOnce?(parameters: Values): { readonly fault: string; readonly detail: string } | undefined;
	guard?(parameters: Values, input: In): Guard<In>;
	/** The columns of every item, sent or skipped, with what they hold where it is not known. */
	readonly columns?: Row;
	/** What of an item a dry run shows in columns of their own. */
	planColumns?(parameters: Values): Row;
	/** What comes of where the task stands that the item works on. */
	foresee?(task: Task, input: In): Foresight | undefined;
	/**
	 * What of an input makes it the same write to its target when an execution is retried; all of it,
	 * and the credential, where the operation does not say.
	 */
	sameWrite?(input: In): unknown;
	/** Told of an input that was sent, or may have been. */
	sent?(input: In): void;
	/**
	 * What is asked of a person once the write is done: the execution then waits for the answer. Such
	 * an operation takes one item, and the link in its request is good for this execution only.
	 */
	asks?(parameters: Values, response: Out, surroundings: Surroundings): Promise<Asked>;
	/** What the builder should know of a run, by the parameters of all its items, in sentences. */
	remarks?(parameters: readonly Values[]): readonly string[];
}

/** The facet of an operation that has words of its own for what goes wrong. */
interface Words<E extends Endpoint, Values> extends Pick<ErrorWords, 'labels'> {
	/** For the statuses that the endpoint documents, where there is more to say than usual. */
	readonly statuses?: { readonly [Status in E['errors'][number]]?: OwnStatusWords };
	/**
	 * What the panel calls a place of the request, where that depends on what was chosen: `names` is
	 * its path in the body. Undefined where the place has its usual name.
	 */
	labelOf?(names: readonly string[], parameters: Values): string | undefined;
	/** What was done to the items with these parameters, in one word such as `approved`. */
	done?(parameters: readonly Values[]): string;
}

/** The facets that an operation may have. */
interface Facets<E extends Endpoint, Values, In, Out> {
	readonly list?: List<Values>;
	readonly write?: Write<Values, In, Out>;
	readonly words?: Words<E, Values>;
}

/** What an operation must say of its writes whose repeat could change something once more. */
type UnsafeOf<E> = E extends { readonly safe: false }
	? Required<Pick<ErrorWords, 'whereToLook'>>
	: { readonly whereToLook?: never };

type WriteOf<E extends Endpoint, Values> = E extends { readonly writes: true }
	? {
			target(parameters: Values): Target;
			readonly write: Write<Values, InputOf<E>, OutputOf<E>> & UnsafeOf<E>;
		}
	: { readonly write?: never };

/** An operation whose types are no longer known, as the node runs it. */
export type Operation = Offer<Endpoint> &
	Work<Parameters, Input, object> &
	Facets<Endpoint, Parameters, Input, object> & { readonly properties: readonly Property[] };

/** Declares an operation. A misspelt parameter or body field does not compile. */
export const operation = <const Properties extends readonly Property[], const E extends Endpoint>(
	definition: Offer<E> &
		Work<ParametersOf<Properties>, InputOf<E>, OutputOf<E>> &
		Facets<E, ParametersOf<Properties>, InputOf<E>, OutputOf<E>> &
		WriteOf<E, ParametersOf<Properties>> & { readonly properties: Properties },
): Operation => definition;

/** A name and its operations. */
export interface Resource {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** The operation that a new node opens on. */
	readonly defaultOperation: Operation;
	readonly operations: readonly Operation[];
}
