import type { IBinaryKeyData, INodeProperties } from 'n8n-workflow';
import type { Client, Endpoint, Input, InputOf, OutputOf, PagesOptions, Row } from '../../src';
import type { Files } from './files';
import type { Labels } from './labels';

type ReadonlyDeep<T> =
	T extends ReadonlyArray<infer Element>
		? ReadonlyArray<ReadonlyDeep<Element>>
		: T extends object
			? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
			: T;

/** A parameter of a node, as n8n describes it. */
export type Property = ReadonlyDeep<INodeProperties>;

/** Declares a property that several operations share, and keeps its literal types. */
export const property = <const P extends Property>(definition: P): P => definition;

type Named = { readonly name: string };
type OptionOf<P> = P extends { readonly options: ReadonlyArray<infer Option> } ? Option : never;
type OptionValue<P> = OptionOf<P> extends { readonly value: infer Value } ? Value : never;
type Many<P, Value> = P extends { readonly typeOptions: { readonly multipleValues: true } }
	? readonly Value[]
	: Value;
/** Text that may be left blank arrives as undefined, so that a blank field is not sent. */
type Text<P> = P extends { readonly required: true } ? string : string | undefined;

/** The groups of a fixed collection; one that is not filled in is absent, a list is then empty. */
type GroupsOf<P> = {
	readonly [Group in OptionOf<P> as Group extends Named ? Group['name'] : never]: Group extends {
		readonly values: infer Values extends readonly Property[];
	}
		? P extends { readonly typeOptions: { readonly multipleValues: true } }
			? ReadonlyArray<ParametersOf<Values>>
			: ParametersOf<Values> | undefined
		: never;
};

type ValueOf<P> = P extends { readonly type: infer Type }
	? Type extends 'boolean'
		? boolean
		: Type extends 'number'
			? Many<P, number>
			: Type extends 'options'
				? OptionValue<P>
				: Type extends 'multiOptions'
					? ReadonlyArray<OptionValue<P>>
					: Type extends 'collection'
						? {
								readonly [Option in OptionOf<P> as Option extends Named
									? Option['name']
									: never]?: ValueOf<Option>;
							}
						: Type extends 'fixedCollection'
							? GroupsOf<P>
							: Type extends 'json'
								? unknown
								: Text<P>
	: never;

/** What the parameters of an operation hold, by the literal types of their descriptions. */
export type ParametersOf<Properties extends readonly Property[]> = {
	readonly [P in Exclude<Properties[number], { readonly type: 'notice' }> as P['name']]: ValueOf<P>;
};

export type Parameters = Readonly<Record<string, unknown>>;

/** One output item, before it is paired with its input item. */
export interface Output {
	readonly json: object;
	readonly binary?: IBinaryKeyData;
	/** Whether the item was passed over on purpose; its json says why. */
	readonly skipped?: boolean;
}

/** What was sent, for those who make output items of the response. */
export interface Sent {
	readonly parameters: Parameters;
	readonly input: Input;
	readonly files: Files;
	/** The response to the same request, once more; all who ask get the same one. */
	readonly again: () => Promise<object>;
}

/** What was sent by an operation whose types are known. */
interface SentBy<Properties extends readonly Property[], E extends Endpoint> {
	readonly parameters: ParametersOf<Properties>;
	readonly input: InputOf<E>;
	readonly files: Files;
	readonly again: () => Promise<OutputOf<E>>;
}

/** An operation whose types are no longer known, as the node runs it. */
export interface Operation {
	/** What the builder picks. */
	readonly name: string;
	/** Stable id, stored in workflows. */
	readonly value: string;
	/** Sentence in the list of actions. */
	readonly action: string;
	readonly description: string;
	readonly endpoint: Endpoint;
	/** Stands in for `endpoint` when the credential is an access token. */
	readonly accessTokenEndpoint?: Endpoint;
	readonly properties: readonly Property[];
	/** What the panel calls a field, where it is not the API's own name; by the field's path. */
	readonly labels?: Labels;
	/** Fields of a collection that guard the operation: once added, a blank one is an error. */
	readonly guards?: readonly string[];
	/** The endpoint's input for the parameters of one item. */
	request(parameters: Parameters, files: Files): Input | Promise<Input>;
	/** How many rows of a list to fetch, and by which pages; undefined to call the endpoint once. */
	pages?(parameters: Parameters): PagesOptions | undefined;
	/** The output items of a response; by default the response itself, or each row of a list. */
	items?(response: object, sent: Sent): readonly Output[] | Promise<readonly Output[]>;
	/** What is left of an output item where the parameter Simplify is on. */
	simplify?(json: Row, parameters: Parameters): object;
	/** Stands in for the one call of the endpoint, where more than one request makes an item. */
	run?(client: Client, input: Input, parameters: Parameters): Promise<readonly Output[]>;
	/** What no two items of a run may have in common, and why; undefined if this item may. */
	distinct?(parameters: Parameters): Distinct | undefined;
}

/** Something that only one item of a run may work on. */
export interface Distinct {
	readonly key: string;
	/** Path of the field that names it, and what is wrong with a second item. */
	readonly path: string;
	readonly message: string;
}

interface Definition<Properties extends readonly Property[], E extends Endpoint> {
	readonly name: string;
	readonly value: string;
	readonly action: string;
	readonly description: string;
	readonly endpoint: E;
	readonly accessTokenEndpoint?: Endpoint;
	readonly properties: Properties;
	readonly labels?: Labels;
	readonly guards?: readonly string[];
	request(parameters: ParametersOf<Properties>, files: Files): InputOf<E> | Promise<InputOf<E>>;
	pages?(parameters: ParametersOf<Properties>): PagesOptions | undefined;
	items?(
		response: OutputOf<E>,
		sent: SentBy<Properties, E>,
	): readonly Output[] | Promise<readonly Output[]>;
	simplify?(json: Row, parameters: ParametersOf<Properties>): object;
	run?(
		client: Client,
		input: InputOf<E>,
		parameters: ParametersOf<Properties>,
	): Promise<readonly Output[]>;
	distinct?(parameters: ParametersOf<Properties>): Distinct | undefined;
}

/** Declares an operation. A misspelt parameter or body field does not compile. */
export const operation = <const Properties extends readonly Property[], E extends Endpoint>(
	definition: Definition<Properties, E>,
): Operation => definition;

/** A name and its operations. */
export interface Resource {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	readonly operations: readonly Operation[];
}
