import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation, Property, Resource } from './operation';
import { requestOptions } from './requestOptions';
import { resources } from './resources';

/** Without a collator, whose start would take longer than all the rest of the package. */
const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

/** n8n asks for lists that it may change, which it does not; the literals are read-only. */
const writable = (property: Property): INodeProperties => property as INodeProperties;

const onlyFor = (show: NonNullable<IDisplayOptions['show']>, property: INodeProperties) => ({
	...property,
	displayOptions: {
		...property.displayOptions,
		show: { ...show, ...property.displayOptions?.show },
	},
});

const picker = (
	displayName: string,
	name: string,
	options: INodePropertyOptions[],
	first: string,
	show: NonNullable<IDisplayOptions['show']>,
): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	noDataExpression: true,
	displayOptions: { show },
	options: options.sort(byName),
	default: first,
});

const resourceOption = ({ name, value, description }: Resource): INodePropertyOptions => ({
	name,
	value,
	description,
});

const operationOption = ({
	name,
	value,
	action,
	description,
}: Operation): INodePropertyOptions => ({
	name,
	value,
	action,
	description,
});

const operationPicker = ({ value, operations }: Resource): INodeProperties =>
	picker('Operation', 'operation', operations.map(operationOption), operations[0]?.value ?? '', {
		resource: [value],
	});

const operationProperties = ({ value: resource, operations }: Resource): INodeProperties[] =>
	operations.flatMap(({ value: operation, properties }) =>
		properties.map((property) =>
			onlyFor({ resource: [resource], operation: [operation] }, writable(property)),
		),
	);

const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	default: 'contractWorkflowApi',
	options: [
		{
			name: 'API Key',
			value: 'contractWorkflowApi',
			description: 'Everything in the organization',
		},
		{
			name: 'Access Token',
			value: 'contractWorkflowAccessTokenApi',
			description: 'A token that you paste; the service accepts it for the organization only',
		},
		{
			name: 'OAuth2',
			value: 'contractWorkflowOAuth2Api',
			description: 'A token that n8n obtains; the service accepts it for the organization only',
		},
	],
};

const takesAccessToken = ({ operations }: Resource): boolean =>
	operations.some(({ accessTokenEndpoint }) => accessTokenEndpoint !== undefined);

/**
 * All properties of the node: which credential, which resource and operation, and the fields of
 * each operation. With a bearer token only what accepts one is offered (section 4).
 */
export const properties: INodeProperties[] = [
	authentication,
	picker('Resource', 'resource', resources.map(resourceOption), 'task', {
		authentication: ['contractWorkflowApi'],
	}),
	picker(
		'Resource',
		'resource',
		resources.filter(takesAccessToken).map(resourceOption),
		'organization',
		{
			authentication: ['contractWorkflowAccessTokenApi', 'contractWorkflowOAuth2Api'],
		},
	),
	...resources.map(operationPicker),
	...resources.flatMap(operationProperties),
	requestOptions,
];
