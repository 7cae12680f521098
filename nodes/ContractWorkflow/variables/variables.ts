import type { ParametersOf } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';

/** How the values of variables are handed in. */
export const specifyVariables = property({
	displayName: 'Specify Variables',
	name: 'specifyVariables',
	type: 'options',
	noDataExpression: true,
	default: 'form',
	hint: 'A file is given by the name of the input binary field that holds it, such as data; a date as 2026-01-31.',
	options: [
		{
			name: 'Form',
			value: 'form',
			description: 'A field for each variable, or the input fields that are called as a variable',
		},
		{
			name: 'List',
			value: 'list',
			description: 'A row for each variable, also where an expression chooses the workflow',
		},
		{ name: 'JSON', value: 'json', description: 'An object of values by variable ID' },
	],
});

const formOptions = {
	supportAutoMap: true,
	valuesLabel: 'Variables',
	fieldWords: { singular: 'variable', plural: 'variables' },
	hideNoDataError: true,
	refreshIncompleteSchemaOnOpen: true,
} as const;

const form = {
	displayName: 'Variables',
	name: 'variables',
	type: 'resourceMapper',
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { show: { specifyVariables: ['form'] } },
	description: 'Values for the variables of the workflow',
} as const;

/** A field for each variable that the chosen version of the workflow begins with. */
export const launchForm = property({
	...form,
	typeOptions: {
		loadOptionsDependsOn: ['workflowId.value', 'version.value'],
		resourceMapper: {
			...formOptions,
			resourceMapperMethod: 'workflowVariables',
			mode: 'add',
			addAllFields: true,
		},
	},
});

/** Fields for variables of the workflow of the chosen task; which of them a step asks for is not shown. */
export const stepForm = property({
	...form,
	typeOptions: {
		loadOptionsDependsOn: ['taskId.value'],
		resourceMapper: {
			...formOptions,
			resourceMapperMethod: 'taskVariables',
			mode: 'map',
			addAllFields: false,
		},
	},
});

export const variablesJson = property({
	displayName: 'Variables',
	name: 'variablesJson',
	type: 'json',
	default: '{}',
	displayOptions: { show: { specifyVariables: ['json'] } },
	description: 'Object of values by variable ID, for example {"counterparty": "Northwind Ltd"}',
});

// Each field is a constant of its own: in a literal list n8n's lint wants them in alphabetical
// order, and they are filled in from the top.
const type = property({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'schema',
	description: 'Type of the variable. Where each row gives one, the schema is not read.',
	options: [
		{
			name: 'As in the Schema',
			value: 'schema',
			description: 'The schema of the workflow is read',
		},
		{ name: 'Boolean', value: 'boolean', description: 'The text true or false' },
		{
			name: 'Business',
			value: 'business',
			description: 'Name or identifier of a business',
		},
		{ name: 'Date', value: 'date', description: 'ISO 8601, for example 2026-01-31' },
		{ name: 'Email', value: 'email' },
		{
			name: 'File',
			value: 'file',
			description: 'A file of the input item, or one uploaded before',
		},
		{ name: 'Number', value: 'number' },
		{ name: 'Select', value: 'select', description: 'The value of an option' },
		{ name: 'Text', value: 'text' },
		{ name: 'User', value: 'user_entity', description: 'Email address of a user' },
	],
});

const value = property({
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	displayOptions: { hide: { type: ['file'] } },
});

const fileSource = property({
	displayName: 'File Source',
	name: 'fileSource',
	type: 'options',
	default: 'binary',
	displayOptions: { show: { type: ['file'] } },
	options: [
		{ name: 'Input Data Field', value: 'binary', description: 'A file of the input item' },
		{ name: 'File ID', value: 'fileId', description: 'A file that was uploaded before' },
	],
});

const binaryPropertyName = property({
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	displayOptions: { show: { type: ['file'], fileSource: ['binary'] } },
	hint: 'The name of the input binary field that holds the file',
});

const fileId = property({
	displayName: 'File ID',
	name: 'fileId',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['file'], fileSource: ['fileId'] } },
});

const fileName = property({
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['file'] } },
	placeholder: 'e.g. contract.pdf',
	description: 'If empty, the name of the input file. Needed with a File ID.',
});

const fileExtension = property({
	displayName: 'File Extension',
	name: 'fileExtension',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['file'], fileSource: ['binary'] } },
	placeholder: 'e.g. pdf',
	description: 'If empty, the extension of the file name, without its dot',
});

/** A list of variables whose choices the method `loadOptionsMethod` gives. */
const listOf = <const Method extends string>(
	loadOptionsMethod: Method,
	loadOptionsDependsOn: readonly string[],
) => {
	const variableId = property({
		displayName: 'Variable Name or ID',
		name: 'variableId',
		type: 'options',
		typeOptions: { loadOptionsMethod, loadOptionsDependsOn },
		default: '',
		required: true,
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	});
	return property({
		displayName: 'Variables',
		name: 'variableList',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Variable',
		default: {},
		displayOptions: { show: { specifyVariables: ['list'] } },
		options: [
			{
				displayName: 'Variable',
				name: 'variable',
				values: [
					variableId,
					type,
					value,
					fileSource,
					binaryPropertyName,
					fileId,
					fileName,
					fileExtension,
				],
			},
		],
	});
};

/** Rows for variables of the chosen version of the workflow (section 4, initiate). */
export const launchList = listOf('workflowVariableOptions', ['workflowId.value', 'version.value']);

/** Rows for variables of the workflow of the chosen task (section 4, approve). */
export const stepList = listOf('taskVariableOptions', ['taskId.value']);

/** What the fields for variables hold. */
export type VariableParameters = ParametersOf<
	[typeof specifyVariables, typeof launchForm, typeof launchList, typeof variablesJson]
>;

/** One row of a list. */
export type VariableRow = VariableParameters['variableList']['variable'][number];
