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

/** What a text can contain beside itself. */
interface Readings {
	readonly integer: number;
	readonly integers: number[];
	readonly texts: string[];
}

/** A parameter of a node, as n8n describes it. */
export type Property = Omit<ReadonlyDeep<INodeProperties>, 'options'> & {
	readonly options?: ReadonlyArray<ReadonlyDeep<INodePropertyOptions> | Property | OptionGroup>;
	/**
	 * An empty value is an error, never an absent one, once the property was added to a collection or
	 * filled in. n8n's own `required` would also refuse a node without it.
	 */
	readonly neverBlank?: true;
	/** n8n's value is used unchanged, whatever an expression returns. The operation checks it. */
	readonly asGiven?: true;
	/** What its text contains: a list has commas or is JSON. The contract judges the numbers. */
	readonly reads?: keyof Readings;
	/**
	 * Where it has its default, it is the input item, which n8n's engine would copy. Never for a tool.
	 */
	readonly isInputItem?: true;
};

/** Declares a property that several operations share, with its literal types. */
export const property = <const P extends Property>(definition: P): P => definition;

type Named = { readonly name: string };
type OptionOf<P> = P extends { readonly options: ReadonlyArray<infer Option> } ? Option : never;
type OptionValue<P> = P extends Loaded
	? Text<P>
	: OptionOf<P> extends { readonly value: infer Value }
		? Value
		: never;
/** The options come from the service: they are only known in the panel. */
type Loaded = { readonly typeOptions: { readonly loadOptionsMethod: string } };
/** A text that may be empty becomes undefined, so that an empty field is not sent. */
type Text<P> = P extends { readonly required: true } ? string : string | undefined;

/** The value types of all types of properties but texts. */
interface Values<P> {
	readonly boolean: boolean;
	readonly number: number;
	readonly options: OptionValue<P>;
	readonly multiOptions: ReadonlyArray<OptionValue<P>>;
	readonly json: unknown;
	readonly collection: {
		readonly [O in OptionOf<P> as O extends Named ? O['name'] : never]?: ValueOf<O>;
	};
	/** The rows of each group. */
	readonly fixedCollection: {
		readonly [G in OptionOf<P> as G extends Named ? G['name'] : never]: G extends {
			readonly values: infer Fields extends readonly Property[];
		}
			? ReadonlyArray<ParametersOf<Fields>>
			: never;
	};
}

/** The value type of a parameter, derived from the literal types of its description. */
export type ValueOf<P> = P extends { readonly asGiven: true }
	? unknown
	: P extends { readonly reads: infer Reads }
		? Readings[Reads & keyof Readings] | undefined
		: P extends { readonly type: infer Type }
			? Type extends keyof Values<P>
				? Values<P>[Type]
				: Text<P>
			: never;

/**
 * The value types of an operation's parameters, derived from the literal types of their
 * descriptions.
 */
export type ParametersOf<Properties extends readonly Property[]> = {
	readonly [P in Exclude<Properties[number], { readonly type: 'notice' }> as P['name']]: ValueOf<P>;
};

export type Parameters = Readonly<Record<string, unknown>>;

/**
 * n8n's types require mutable lists, though it does not change them. The literals are read-only.
 */
export const described = (properties: readonly Property[]): INodeProperties[] =>
	properties.map((property) => property as INodeProperties);

/** Whether a parameter in the workflow is an expression or contains one. */
export const hasExpression = (raw: unknown): boolean => {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
};

/** Whether a property holds other properties. */
export const isCollection = ({ type }: Pick<Property, 'type'>): boolean =>
	type === 'collection' || type === 'fixedCollection';

/**
 * Makes n8n keep each collection as in the workflow. Otherwise, before a node can see them, n8n
 * drops an expression or a JSON text for a whole collection, and each key that the collection does
 * not list. A hidden property of the same name, after the collection, keeps the value unchanged.
 */
export const keepingRaw = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => {
		if (!isCollection(property)) return [property];
		const { displayName, name, default: value, displayOptions } = property;
		const raw: INodeProperties = { displayName, name, type: 'hidden', default: value };
		return [property, displayOptions ? { ...raw, displayOptions } : raw];
	});

/** Common settings of locators with a list: a new one shows the list, with nothing chosen. */
export const locator = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
} as const;

/** Those of the locator of an ID: n8n refuses a placeholder of an assistant in its place. */
export const idLocator = {
	...locator,
	builderHint: { propertyHint: '', placeholderSupported: false },
} as const;

/** The list of a locator, filled by a method of the node. */
export const fromList = (searchListMethod: string) => ({
	displayName: 'From List',
	name: 'list',
	type: 'list' as const,
	typeOptions: {
		searchListMethod,
		searchable: true,
		slowLoadNotice: { message: 'If loading is slow, do not choose From List', timeout: 15_000 },
	},
});

/** A mode to type the value of a locator, with an example. */
export const byText = (displayName: string, name: string, example?: string) => ({
	displayName,
	name,
	type: 'string' as const,
	...(example !== undefined && { placeholder: `e.g. ${example}` }),
});
