import { property } from '../../shared/fields/property';
import { isRecord, jsonIn, shown, wrong } from '../../shared/fields/propertyValue';

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

/** Values as entered: an object by IDs or names of variables, or the fields of the input item. */
export interface Entered {
	readonly isAutomatic: boolean;
	readonly values: unknown;
}

/** n8n keeps the last value of a field that was removed from the form, and marks it in its schema. */
const kept = (values: object, schema: unknown): object => {
	const fields: readonly unknown[] = Array.isArray(schema) ? schema : [];
	const removed = fields.filter(isRecord).filter((field) => field.removed === true);
	return Object.fromEntries(
		Object.entries(values).filter(([key]) => !removed.some(({ id }) => id === key)),
	);
};

/**
 * What the form holds: a resource mapper as n8n saves it, also without its mode, or values by name,
 * as an expression for the whole form returns them. n8n would validate and convert the values of a
 * mapper by the saved schema, which a workflow from elsewhere may lack.
 */
export const enteredIn = (form: unknown): Entered => {
	const values = jsonIn(launchForm.displayName, form ?? {});
	if (!isRecord(values)) return { isAutomatic: false, values };
	const { mappingMode: mode, value, schema } = values;
	const keys = Object.keys(values).sort().join();
	const isMapper = /^(schema,)?value$/.test(keys) && typeof value === 'object';
	if (mode === undefined && !isMapper) return { isAutomatic: false, values };
	if (mode === 'autoMapInputData') return { isAutomatic: true, values: {} };
	if (mode !== undefined && mode !== 'defineBelow') {
		const modes = 'defineBelow or autoMapInputData';
		wrong(launchForm, `must have the mappingMode ${modes}, not ${shown(mode)}`);
	}
	return { isAutomatic: false, values: isRecord(value) ? kept(value, schema) : (value ?? {}) };
};
