import { property } from '../../shared/fields/property';

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

/**
 * Values by the ID or name of a variable. For a decision, there is no form: the API text does not
 * show which variables a step needs (section 4, approve).
 */
export const stepVariables = property({
	displayName: 'Variables',
	name: 'variablesJson',
	type: 'json',
	neverBlank: true,
	default: '{}',
	placeholder: '{"counterparty": "Northwind Ltd"}',
});

/** The same for a launch. */
export const variablesJson = property({
	...stepVariables,
	displayOptions: { show: { specifyVariables: ['json'] } },
});
