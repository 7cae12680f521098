import { isRecord } from '../../../src';
import { property } from '../../shared/fields/property';
import { jsonIn, shown, wrong } from '../../shared/fields/propertyValue';

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
	asGiven: true,
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

/** Keeps the JSON where *Specify Variables* is missing: n8n would drop it before a node sees it. */
export const keptVariablesJson = property({
	...stepVariables,
	type: 'hidden',
	displayOptions: { show: { resource: ['workflow'], operation: ['initiate'] } },
});

/** Values by IDs or names of variables; undefined if they are the fields of the input item. */
export type Entered = Readonly<Record<string, unknown>> | undefined;

/**
 * The values of the JSON or the form: a resource mapper as n8n saves it, or values by name, as an
 * expression for the whole form returns them. n8n would validate and convert the values of a mapper
 * by the saved schema, which a workflow from elsewhere may lack.
 * @throws {WrongField} for anything but an object.
 */
export const enteredIn = (given: unknown): Entered => {
	const values = jsonIn(launchForm.displayName, given) ?? {};
	if (!isRecord(values)) return wrong(launchForm, `must be an object, not ${shown(values)}`);
	const { mappingMode: mode, value, schema } = values;
	if (mode === undefined) return values;
	if (mode === 'autoMapInputData') return undefined;
	const fields = value ?? {};
	if (!isRecord(fields)) return wrong(launchForm, `must be an object, not ${shown(fields)}`);
	// n8n keeps the last value of a field that was removed from the form, and marks it in its schema.
	const removed = [schema ?? []].flat().filter((one) => isRecord(one) && one.removed === true);
	const isOn = (id: string) => !removed.some((one) => (one as { id?: unknown }).id === id);
	// It also keeps a field that was not filled in.
	const filled = Object.entries(fields).filter(([id, one]) => isOn(id) && (one ?? '') !== '');
	return Object.fromEntries(filled);
};
