import type { INodePropertyOptions } from 'n8n-workflow';
import type { operators } from '../../../../src';
import { fieldValueTypes, listOperators } from '../../../../src';
import { property } from '../../../shared/fields/property';
import type { ChosenField } from '../../../shared/panel/documentFields';
import { hasDates } from '../../../shared/panel/documentFields';

// Each field is a separate constant: n8n's lint requires alphabetical order in a literal list, but
// builders fill the fields in from the top.
const field = property({
	displayName: 'Field Name or ID',
	name: 'field',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'searchFields' },
	default: '',
	required: true,
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** The operators are values without IDs. Their words depend on the type of the field. */
const operatorsOfField = {
	loadOptionsMethod: 'operators',
	loadOptionsDependsOn: ['&field'],
} as const;

/** As a constant: n8n's lint allows no default for live options. */
const usualOperator = 'eq';

const operator = property({
	displayName: 'Operator',
	name: 'operator',
	type: 'options',
	typeOptions: operatorsOfField,
	default: usualOperator,
});

const value = property({
	displayName: 'Value',
	name: 'value',
	type: 'string',
	asGiven: true,
	neverBlank: true,
	typeOptions: { rows: 2 },
	default: '',
	description: 'If there are several, one per line',
});

/** For a field of unknown type: a built-in field, or one from an expression. */
const valueType = property({
	displayName: 'Value Type',
	name: 'valueType',
	type: 'options',
	default: 'automatic',
	displayOptions: {
		hide: {
			field: [
				{ _cnd: { startsWith: 'attribute:' } },
				...fieldValueTypes.map((type) => ({ _cnd: { endsWith: `:${type}` } })),
			],
		},
	},
	options: [
		{ name: 'Automatic', value: 'automatic' },
		{ name: 'Boolean', value: 'boolean' },
		{ name: 'Number', value: 'number' },
		{ name: 'Text', value: 'text' },
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
	description: 'If empty, all documents match',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [field, operator, value, valueType],
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

/** The operators in words: for numbers and, if they differ, for dates. */
const words: Readonly<Record<(typeof operators)[number], readonly [string, string?]>> = {
	eq: ['Is'],
	in: ['Is One Of'],
	not_in: ['Is None Of'],
	contains: ['Contains'],
	not_contains: ['Does Not Contain'],
	gt: ['Is More Than', 'Is After'],
	gte: ['Is at Least', 'Is on or After'],
	lt: ['Is Less Than', 'Is Before'],
	lte: ['Is at Most', 'Is on or Before'],
	between: ['Is Between'],
	exists: ['Exists'],
};

const onePerLine = 'Enter one value per line';
const descriptions: Readonly<Record<string, string>> = {
	...Object.fromEntries(listOperators.map((name) => [name, onePerLine])),
	exists: 'Enter true or false',
};

/** The operators for a field, in the words of its type if that is known. */
export const operatorOptions = (field: ChosenField | undefined): INodePropertyOptions[] => {
	const wordsFor = ([number, date = number]: readonly [string, string?]): string => {
		if (field?.type === 'number' || number === date) return number;
		return field && hasDates(field) ? date : `${number} / ${date}`;
	};
	return Object.entries(words).map(([value, both]) => ({
		name: wordsFor(both),
		value,
		...(value in descriptions && { description: descriptions[value] }),
	}));
};
