import type { ParametersOf } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';
import { WrongField } from '../../shared/words/explained';

/** How the values of variables are entered. */
export const specifyVariables = property({
	displayName: 'Specify Variables',
	name: 'specifyVariables',
	type: 'options',
	noDataExpression: true,
	default: 'form',
	options: [
		{
			name: 'Form',
			value: 'form',
			description: 'One field per variable, or match input fields by name',
		},
		{ name: 'List', value: 'list', description: 'One row per variable' },
		{ name: 'JSON', value: 'json', description: 'One object of values' },
	],
});

/** A field for each start variable of the chosen workflow version. */
export const launchForm = property({
	displayName: 'Variables',
	name: 'variables',
	type: 'resourceMapper',
	neverBlank: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { show: { specifyVariables: ['form'] } },
	typeOptions: {
		loadOptionsDependsOn: ['workflowId.value', 'version.value'],
		resourceMapper: {
			resourceMapperMethod: 'workflowVariables',
			mode: 'add',
			addAllFields: true,
			supportAutoMap: true,
			valuesLabel: 'Variables',
			fieldWords: { singular: 'variable', plural: 'variables' },
			hideNoDataError: true,
			refreshIncompleteSchemaOnOpen: true,
		},
	},
});

export const variablesJson = property({
	displayName: 'Variables',
	name: 'variablesJson',
	type: 'json',
	neverBlank: true,
	default: '{}',
	displayOptions: { show: { specifyVariables: ['json'] } },
	placeholder: '{"counterparty": "Northwind Ltd"}',
});

// Each field is a separate constant: n8n's lint requires alphabetical order in a literal list, but
// builders fill the fields in from the top.
const type = property({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'schema',
	options: [
		{ name: 'Automatic', value: 'schema' },
		{ name: 'Boolean', value: 'boolean' },
		{ name: 'Business', value: 'business' },
		{ name: 'Date', value: 'date', description: 'Such as 2026-01-31' },
		{ name: 'Email', value: 'email' },
		{ name: 'File', value: 'file' },
		{ name: 'Number', value: 'number' },
		{ name: 'Select', value: 'select' },
		{ name: 'Text', value: 'text' },
		{ name: 'User', value: 'user_entity', description: 'An email address' },
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
		{ name: 'Input Data Field', value: 'binary' },
		{ name: 'File ID', value: 'fileId' },
	],
});

const binaryPropertyName = property({
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	displayOptions: { show: { type: ['file'], fileSource: ['binary'] } },
	placeholder: 'e.g. data',
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
});

const fileExtension = property({
	displayName: 'File Extension',
	name: 'fileExtension',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['file'], fileSource: ['binary'] } },
	placeholder: 'e.g. pdf',
});

/** The rows of a list whose choices the method `loadOptionsMethod` returns. */
const rowsOf = <const Method extends string>(
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
export const launchList = property({
	...rowsOf('workflowVariableOptions', ['workflowId.value', 'version.value']),
	displayOptions: { show: { specifyVariables: ['list'] } },
});

/**
 * Rows for variables of the workflow of the chosen task (section 4, approve). The API text does not
 * show which of them a step needs, so there is no form.
 */
export const stepVariables = rowsOf('taskVariableOptions', ['taskId.value']);

/** The same as one object. */
export const stepVariablesJson = property({
	displayName: 'Variables as JSON',
	name: 'variablesJson',
	type: 'json',
	neverBlank: true,
	default: '{}',
});

/** The values of the fields for variables. */
export type VariableParameters = ParametersOf<
	[typeof specifyVariables, typeof launchForm, typeof launchList, typeof variablesJson]
>;

/** One row of a list. */
export type VariableRow = VariableParameters['variableList']['variable'][number];

/**
 * The variables of a decision, in the same form as those of a launch.
 * @throws {WrongField} if they are given twice.
 */
export const givenToStep = ({
	variableList,
	variablesJson: json,
}: Partial<ParametersOf<[typeof stepVariables, typeof stepVariablesJson]>>): VariableParameters => {
	if (variableList && json !== undefined) {
		throw new WrongField(stepVariablesJson.displayName, 'cannot be combined with "Variables"');
	}
	return {
		specifyVariables: variableList ? 'list' : 'json',
		variables: { isAutomatic: false, values: {} },
		variableList: variableList ?? { variable: [] },
		variablesJson: json,
	};
};
