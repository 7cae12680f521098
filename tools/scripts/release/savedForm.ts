import type {
	ICredentialType,
	IDisplayOptions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
	IVersionedNodeType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/*
 * The parts of a description that a saved workflow contains or relies on. n8n saves a parameter by
 * its name, and omits it if it has its default. It does not save labels and descriptions.
 */

/** When something is shown, without the version of the node and its resource and operation. */
type Conditions = Pick<IDisplayOptions, 'show' | 'hide'>;

/** The parts of a parameter that saved workflows rely on. What is absent does not apply. */
export interface SavedParameter {
	readonly name: string;
	readonly type: string;
	readonly default: unknown;
	/** It may not be empty. */
	readonly required?: true;
	readonly when?: Conditions;
	/** The fixed choices. Others come from the service. */
	readonly options?: ReadonlyArray<string | number | boolean>;
	/** The modes of a resource locator, with what each extracts from the entered text. */
	readonly modes?: Readonly<Record<string, unknown>>;
	/** What else affects how the saved value is read. */
	readonly reads?: unknown;
	/** The fields of a collection. */
	readonly fields?: readonly SavedParameter[];
	/** The groups of a fixed collection, each with its fields. */
	readonly groups?: Readonly<Record<string, readonly SavedParameter[]>>;
}

/** A version of a node. */
export interface SavedNode {
	readonly inputs: unknown;
	readonly outputs: unknown;
	readonly polling?: true;
	/** A URL contains the path, and the workflow's own id. */
	readonly webhooks?: unknown;
	readonly credentials: ReadonlyArray<{
		readonly name: string;
		readonly required?: true;
		readonly when?: Conditions;
	}>;
	/** By the operations that show them: "task.approve". Empty for those of all operations. */
	readonly parameters: Readonly<Record<string, readonly SavedParameter[]>>;
}

/** A credential. */
export interface SavedCredential {
	readonly extends?: readonly string[];
	readonly parameters: readonly SavedParameter[];
}

/** All nodes, with each of their versions, and all credentials of a package. */
export interface SavedForm {
	readonly nodes: Readonly<Record<string, Readonly<Record<string, SavedNode>>>>;
	readonly credentials: Readonly<Record<string, SavedCredential>>;
}

/** Keys that are a part of a parameter's location, not conditions. */
const placeKeys = ['resource', 'operation'];

const whenOf = (options: IDisplayOptions | undefined, isPlaced: boolean): Conditions => {
	const { show = {}, hide = {} } = options ?? {};
	const rest = Object.entries(show).filter(
		([name]) => name !== '@version' && !(isPlaced && placeKeys.includes(name)),
	);
	return {
		...(rest.length > 0 && { show: Object.fromEntries(rest) }),
		...(Object.keys(hide).length > 0 && { hide }),
	};
};

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

const readsOf = ({ typeOptions = {}, validateType, extractValue }: INodeProperties): object => ({
	...(typeOptions.multipleValues && { multipleValues: true }),
	...(typeOptions.resourceMapper && {
		resourceMapper: {
			mode: typeOptions.resourceMapper.mode,
			supportAutoMap: typeOptions.resourceMapper.supportAutoMap,
		},
	}),
	...(validateType && { validateType }),
	...(extractValue && { extractValue }),
});

type Choice = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** The options of a parameter, by its type. */
const optionsOf = ({ type, options = [] }: INodeProperties): Partial<SavedParameter> => {
	const choices = options as Choice[];
	if (type === 'options' || type === 'multiOptions') {
		const values = choices.flatMap((choice) => ('value' in choice ? [choice.value] : []));
		return values.length > 0 ? { options: values } : {};
	}
	if (type === 'collection') {
		return { fields: (choices as INodeProperties[]).map((one) => savedParameter(one, false)) };
	}
	if (type !== 'fixedCollection') return {};
	const groups = (choices as INodePropertyCollection[]).map(
		({ name, values }) => [name, values.map((one) => savedParameter(one, false))] as const,
	);
	return { groups: Object.fromEntries(groups) };
};

/** @param isPlaced whether its location already implies resource and operation of its conditions */
const savedParameter = (property: INodeProperties, isPlaced: boolean): SavedParameter => {
	const { name, type, required, displayOptions, modes } = property;
	const when = whenOf(displayOptions, isPlaced);
	const reads = readsOf(property);
	return {
		name,
		type,
		default: property.default,
		...(required && { required }),
		...(!isEmpty(when) && { when }),
		...optionsOf(property),
		...(modes && {
			modes: Object.fromEntries(modes.map((mode) => [mode.name, mode.extractValue ?? null])),
		}),
		...(!isEmpty(reads) && { reads }),
	};
};

/** The operations that show a parameter: each resource with each operation that it names. */
const placesOf = ({ displayOptions }: INodeProperties): string[] => {
	const show = (displayOptions?.show ?? {}) as Readonly<Record<string, string[]>>;
	const { resource = [''], operation = [''] } = show;
	return resource.flatMap((one) =>
		operation.map((other) => [one, other].filter((part) => part !== '').join('.')),
	);
};

const isOf = (displayOptions: IDisplayOptions | undefined, typeVersion: number): boolean => {
	const show = displayOptions?.show?.['@version'];
	const hide = displayOptions?.hide?.['@version'];
	const byVersion: INodeProperties = {
		displayName: '',
		name: '',
		type: 'string',
		default: '',
		displayOptions: {
			...(show && { show: { '@version': show } }),
			...(hide && { hide: { '@version': hide } }),
		},
	};
	return NodeHelpers.displayParameter({}, byVersion, { typeVersion }, null);
};

const savedNode = (description: INodeTypeDescription, version: number): SavedNode => {
	const parameters: Record<string, SavedParameter[]> = {};
	for (const property of description.properties) {
		// A hidden parameter only keeps a value that has its own parameter.
		if (['notice', 'hidden'].includes(property.type) || !isOf(property.displayOptions, version)) {
			continue;
		}
		for (const place of placesOf(property)) {
			(parameters[place] ??= []).push(savedParameter(property, true));
		}
	}
	const webhooks = description.webhooks?.map(({ name, httpMethod, path }) => ({
		name,
		httpMethod,
		path,
	}));
	return {
		inputs: description.inputs,
		outputs: description.outputs,
		...(description.polling && { polling: true }),
		...(webhooks && { webhooks }),
		credentials: (description.credentials ?? [])
			.filter(({ displayOptions }) => isOf(displayOptions, version))
			.map(({ name, required, displayOptions }) => {
				const when = whenOf(displayOptions, false);
				return { name, ...(required && { required }), ...(!isEmpty(when) && { when }) };
			}),
		parameters,
	};
};

const savedVersions = (type: INodeType | IVersionedNodeType): Record<string, SavedNode> => {
	const types = 'nodeVersions' in type ? Object.values(type.nodeVersions) : [type];
	return Object.fromEntries(
		types.flatMap(({ description }) =>
			[description.version]
				.flat()
				.map((version) => [String(version), savedNode(description, version)]),
		),
	);
};

/** What saved workflows rely on in these nodes and credentials. */
export const savedForm = (
	nodes: ReadonlyArray<INodeType | IVersionedNodeType>,
	credentials: readonly ICredentialType[],
): SavedForm => ({
	nodes: Object.fromEntries(nodes.map((type) => [type.description.name, savedVersions(type)])),
	credentials: Object.fromEntries(
		credentials.map(({ name, extends: base, properties }) => [
			name,
			{
				...(base && { extends: base }),
				parameters: properties
					.filter(({ type }) => type !== 'notice')
					.map((one) => savedParameter(one, false)),
			},
		]),
	),
});
