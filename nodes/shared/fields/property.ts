import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

type ReadonlyDeep<T> =
	T extends ReadonlyArray<infer Element>
		? ReadonlyArray<ReadonlyDeep<Element>>
		: T extends object
			? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
			: T;

type OptionGroup = Omit<ReadonlyDeep<INodePropertyCollection>, 'values'> & {
	readonly values: readonly Property[];
};

/** A parameter of a node, as n8n describes it. */
export type Property = Omit<ReadonlyDeep<INodeProperties>, 'options'> & {
	readonly options?: ReadonlyArray<ReadonlyDeep<INodePropertyOptions> | Property | OptionGroup>;
	/**
	 * Once it was added to a collection, or is no longer as the panel offers it, a blank one is an
	 * error, never an absent one. n8n's own `required` would refuse the node without it, too.
	 */
	readonly neverBlank?: true;
	/** Of a text: blanks around it are no part of it. */
	readonly trimmed?: true;
	/** What n8n has of it is taken as it is, whatever an expression gives; the operation checks it. */
	readonly asGiven?: true;
};

/** What a resource mapper holds. */
export interface Mapping {
	/** Whether the values are those fields of the input item that are called as a field of the form. */
	readonly isAutomatic: boolean;
	/** The values that were filled in, by the id of their field. */
	readonly values: Parameters;
}

/** Declares a property that several operations share, and keeps its literal types. */
export const property = <const P extends Property>(definition: P): P => definition;

type Named = { readonly name: string };
type OptionOf<P> = P extends { readonly options: ReadonlyArray<infer Option> } ? Option : never;
type OptionValue<P> = P extends Loaded
	? Text<P>
	: OptionOf<P> extends { readonly value: infer Value }
		? Value
		: never;
/** The options come from the service: which there are is known in the panel only. */
type Loaded = { readonly typeOptions: { readonly loadOptionsMethod: string } };
type IsMany = { readonly typeOptions: { readonly multipleValues: true } };
/** Text that may be left blank arrives as undefined, so that a blank field is not sent. */
type Text<P> = P extends IsMany
	? readonly string[]
	: P extends { readonly required: true }
		? string
		: string | undefined;

/** The groups of a fixed collection; one that is not filled in is absent, a list is then empty. */
type GroupsOf<P> = {
	readonly [Group in OptionOf<P> as Group extends Named ? Group['name'] : never]: Group extends {
		readonly values: infer Values extends readonly Property[];
	}
		? P extends IsMany
			? ReadonlyArray<ParametersOf<Values>>
			: ParametersOf<Values> | undefined
		: never;
};

/** What a parameter holds, by the literal types of its description. */
export type ValueOf<P> = P extends { readonly asGiven: true }
	? unknown
	: P extends { readonly type: infer Type }
		? Type extends 'boolean'
			? boolean
			: Type extends 'number'
				? number
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
									: Type extends 'resourceMapper'
										? Mapping
										: Text<P>
		: never;

/** What the parameters of an operation hold, by the literal types of their descriptions. */
export type ParametersOf<Properties extends readonly Property[]> = {
	readonly [P in Exclude<Properties[number], { readonly type: 'notice' }> as P['name']]: ValueOf<P>;
};

export type Parameters = Readonly<Record<string, unknown>>;

/** n8n asks for lists that it may change, which it does not; the literals are read-only. */
export const described = (properties: readonly Property[]): INodeProperties[] =>
	properties.map((property) => property as INodeProperties);
