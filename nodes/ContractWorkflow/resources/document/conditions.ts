import { fieldValueTypes, listOperators, operators } from '../../../../src';
import { property } from '../../../shared/fields/property';

// Each field is a separate constant: n8n's lint requires alphabetical order in a literal list, but
// builders fill the fields in from the top.
const field = property({
	displayName: 'Field Name or ID',
	name: 'field',
	type: 'options',
	asGiven: true,
	typeOptions: { loadOptionsMethod: 'searchFields' },
	default: '',
	required: true,
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** The label of an operator, for numbers and dates alike, beside its name in the API. */
const operatorNames: Readonly<Record<(typeof operators)[number], string>> = {
	contains: 'Contains',
	not_contains: 'Does Not Contain',
	eq: 'Equals',
	exists: 'Exists',
	gte: 'Is At Least / On or After',
	lte: 'Is At Most / On or Before',
	between: 'Is Between',
	lt: 'Is Less Than / Before',
	gt: 'Is More Than / After',
	not_in: 'Is None Of',
	in: 'Is One Of',
};

const operator = property({
	displayName: 'Operator',
	name: 'operator',
	type: 'options',
	asGiven: true,
	default: 'eq',
	options: Object.entries(operatorNames).map(([value, name]) => ({
		name: `${name} (${value})`,
		value,
	})),
});

const withOneValue = operators.filter((name) => !listOperators.some((list) => list === name));

/** An expression: n8n's editor treats one that it cannot evaluate as an empty value. */
const byExpression = ['', { _cnd: { startsWith: '=' } }] as const;

// A display condition that contains an expression shows the field immediately, but a hide condition
// still hides it. So the values of a field are distinguished by their hide conditions.
const enumField = [{ _cnd: { endsWith: ':enum' } }] as const;
const otherField = [
	...byExpression,
	{ _cnd: { startsWith: 'header:' } },
	{ _cnd: { startsWith: 'attribute:' } },
	{ _cnd: { endsWith: ':' } },
	...fieldValueTypes
		.filter((type) => type !== 'enum')
		.map((type) => ({ _cnd: { endsWith: `:${type}` } })),
] as const;

/** The choices of an enum are values without IDs. */
const choicesOfField = {
	loadOptionsMethod: 'fieldChoices',
	loadOptionsDependsOn: ['&field'],
} as const;

const value = property({
	displayName: 'Value',
	name: 'value',
	type: 'string',
	asGiven: true,
	default: '',
	displayOptions: { hide: { field: enumField, operator: listOperators } },
});

const choice = property({
	displayName: 'Value',
	name: 'value',
	type: 'options',
	asGiven: true,
	default: '',
	typeOptions: choicesOfField,
	displayOptions: {
		hide: { field: otherField, operator: [...operators].filter((name) => name !== 'eq') },
	},
});

/** The type of an enum does not say what an operator accepts beside one of its values. */
const valueOfEnum = property({
	displayName: 'Value',
	name: 'value',
	type: 'string',
	asGiven: true,
	default: '',
	displayOptions: { hide: { field: otherField, operator: ['eq', ...listOperators] } },
});

const values = property({
	displayName: 'Values',
	name: 'values',
	type: 'string',
	asGiven: true,
	typeOptions: { rows: 3 },
	default: '',
	displayOptions: { hide: { field: enumField, operator: withOneValue } },
	hint: 'One value per line',
});

const choices = property({
	displayName: 'Values',
	name: 'values',
	type: 'multiOptions',
	asGiven: true,
	default: [],
	typeOptions: choicesOfField,
	displayOptions: { hide: { field: otherField, operator: withOneValue } },
});

const asValueType = {
	displayName: 'Value Type',
	name: 'valueType',
	type: 'options',
	asGiven: true,
	default: 'automatic',
	options: [
		{ name: 'Automatic', value: 'automatic' },
		{ name: 'Boolean', value: 'boolean' },
		{ name: 'Number', value: 'number' },
		{ name: 'Text', value: 'text' },
	],
} as const;

/** For a field of unknown type: a built-in field, or one from an expression. */
const valueType = property({
	...asValueType,
	displayOptions: {
		hide: {
			field: [
				{ _cnd: { startsWith: 'attribute:' } },
				...fieldValueTypes.map((type) => ({ _cnd: { endsWith: `:${type}` } })),
			],
			operator: ['exists', ...byExpression],
		},
	},
});

/** For an operator whose value need not be a value of the field. */
const valueTypeOfExists = property({
	...asValueType,
	displayOptions: { hide: { operator: operators.filter((name) => name !== 'exists') } },
});

/** The conditions, one row each (section 4, document search). */
export const conditions = property({
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Condition',
	default: {},
	description: 'If empty, all documents match',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [
				field,
				operator,
				choice,
				valueOfEnum,
				value,
				choices,
				values,
				valueType,
				valueTypeOfExists,
			],
		},
	],
});

/** Whether a document must meet all conditions or any of them. Shown from the second row on. */
export const match = property({
	displayName: 'Match',
	name: 'match',
	type: 'options',
	default: 'all',
	displayOptions: { show: { '/conditions.condition[1]': [{ _cnd: { exists: true } }] } },
	options: [
		{ name: 'All Conditions', value: 'all' },
		{ name: 'Any Condition', value: 'any' },
	],
});

/** The filters in the JSON format of the service. */
export const filtersJson = property({
	displayName: 'Filters',
	name: 'filtersJson',
	type: 'json',
	neverBlank: true,
	default: '',
	placeholder: '[{"type": "field", "field_id": 2, "operator": "eq", "value": "NDA"}]',
	description: 'JSON, instead of Conditions',
});
