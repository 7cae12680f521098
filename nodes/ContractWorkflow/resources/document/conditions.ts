import { fieldValueTypes, listOperators, operators } from '../../../../src';
import { property } from '../../../shared/fields/property';

// Each field is a constant of its own: in a literal list n8n's lint wants them in alphabetical
// order, and they are filled in from the top.
const field = property({
	displayName: 'Field Name or ID',
	name: 'field',
	type: 'options',
	asGiven: true,
	typeOptions: { loadOptionsMethod: 'searchFields' },
	default: '',
	required: true,
	description:
		'Header field, org field or attribute of documents. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const operator = property({
	displayName: 'Operator',
	name: 'operator',
	type: 'options',
	asGiven: true,
	default: 'eq',
	description:
		'As the service calls it. What each one means for a type of field, the service does not say. The operators between, in and not_in take a list.',
	// As the API spells them, which is what its documentation can be searched for.
	options: [...operators].sort().map((name) => ({ name, value: name })),
});

const withOneValue = operators.filter((name) => !listOperators.some((list) => list === name));

// n8n shows a field at once whose condition to be shown meets an expression, but hides it by any
// condition: so the values of a field are told apart by what hides each.
const enumField = [{ _cnd: { endsWith: ':enum' } }] as const;
const otherField = [
	'',
	{ _cnd: { startsWith: '=' } },
	{ _cnd: { startsWith: 'header:' } },
	{ _cnd: { startsWith: 'attribute:' } },
	{ _cnd: { endsWith: ':' } },
	...fieldValueTypes
		.filter((type) => type !== 'enum')
		.map((type) => ({ _cnd: { endsWith: `:${type}` } })),
] as const;

/** The choices of an enum are values, which have no ID beside them. */
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
	description: 'One of the values that the field can have; an expression may give another one',
});

/** An enum does not say what else than one of its values an operator may take. */
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
	description:
		'Each line is sent as it stands there, with its commas and blanks; lines without a value are left out. An expression may give a list.',
	hint: 'One value on each line',
});

const choices = property({
	displayName: 'Values',
	name: 'values',
	type: 'multiOptions',
	asGiven: true,
	default: [],
	typeOptions: choicesOfField,
	displayOptions: { hide: { field: otherField, operator: withOneValue } },
	description: 'Values that the field can have; an expression may give a list of others',
});

const sendAs = property({
	displayName: 'Send As',
	name: 'sendAs',
	type: 'options',
	asGiven: true,
	default: 'fieldType',
	description: 'The kind of JSON value that is sent',
	options: [
		{
			name: 'Type of the Field',
			value: 'fieldType',
			description:
				'A number for number fields, true or false for boolean fields, text for the others. The types of header fields are not known: their values are sent as they are, which is text unless an expression gives something else.',
		},
		{ name: 'Boolean', value: 'boolean' },
		{ name: 'Number', value: 'number' },
		{ name: 'Text', value: 'text' },
	],
});

/** How documents are filtered. */
export const filterBy = property({
	displayName: 'Filter By',
	name: 'filterBy',
	type: 'options',
	default: 'nothing',
	options: [
		{ name: 'Nothing', value: 'nothing', description: 'All documents' },
		{
			name: 'Conditions',
			value: 'conditions',
			description: 'Fields and attributes of the organization, chosen from a list',
		},
		{ name: 'JSON', value: 'json', description: 'Filters as the service takes them, groups too' },
	],
});

/** Whether a document must meet all conditions or any of them. */
export const mustMatch = property({
	displayName: 'Must Match',
	name: 'mustMatch',
	type: 'options',
	default: 'all',
	displayOptions: { show: { filterBy: ['conditions'] } },
	options: [
		{ name: 'All', value: 'all', description: 'A group of filters with "and"' },
		{ name: 'Any', value: 'any', description: 'A group of filters with "or"' },
	],
});

/** The conditions, one row each (section 4, document search). */
export const conditions = property({
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Condition',
	default: {},
	displayOptions: { show: { filterBy: ['conditions'] } },
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [field, operator, choice, valueOfEnum, value, choices, values, sendAs],
		},
	],
});

/** The filters as the service takes them. */
export const filtersJson = property({
	displayName: 'Filters',
	name: 'filtersJson',
	type: 'json',
	default: '[]',
	typeOptions: { rows: 6 },
	displayOptions: { show: { filterBy: ['json'] } },
	description:
		'List of filters: {"type": "field", "field_id", "operator", "value"}, {"type": "attribute", "attribute_id", "operator", "value"} or {"type": "group", "group_operator", "filters"}. If empty, all documents match.',
	hint: 'Operators: eq, in, gt, gte, lt, lte, not_in, between, contains, not_contains, exists. The value is a list for in, not_in and between.',
});
