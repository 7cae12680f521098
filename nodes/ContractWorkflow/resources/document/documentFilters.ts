import type { FilterInput } from '../../../../src';
import { listOperators, operators } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import { isBlank, isRecord, shown } from '../../../shared/fields/propertyValue';
import { nameOfField, readFieldChoice } from '../../../shared/panel/fieldChoice';
import type { Faults, Label } from '../../../shared/words/explained';
import { WrongField, createFaults, labelText } from '../../../shared/words/explained';
import { readRows, rowLabel } from '../../properties/readRows';
import type { conditions, match } from './conditions';
import { checkDay, entriesOf, filterValue, formOf } from './filterValue';

type Given = ParametersOf<[typeof conditions, typeof match]>;
type Row = Given['conditions']['condition'][number];
type Operator = (typeof operators)[number];

const isOperator = (given: unknown): given is Operator =>
	operators.some((operator) => operator === given);

/** Whether the value of an operator is a list (section 4). */
const takesList = (operator: unknown): boolean => listOperators.some((list) => list === operator);

const labelsOf = ({ field }: Row, index: number) => {
	const chosen = isBlank(field) ? undefined : readFieldChoice(field);
	const of = { list: 'Conditions', index, ...(chosen && { about: nameOfField(chosen) }) };
	return (name?: string, entry?: number): Label => rowLabel(of, name, entry);
};

const fieldOf = ({ field }: Row, label: Label) => {
	if (isBlank(field)) throw new WrongField(label, 'is required');
	const chosen = readFieldChoice(field);
	if (chosen) return chosen;
	const fault = `must be a field ID or an attribute ID such as region_text, not ${shown(field)}`;
	throw new WrongField(label, fault);
};

const operatorOf = ({ operator }: Row, label: Label): Operator => {
	if (isOperator(operator)) return operator;
	throw new WrongField(label, `must be one of ${operators.join(', ')}, not ${shown(operator)}`);
};

/** The entries of a list. At least one is required. */
const listOf = ({ values }: Row, label: Label): readonly unknown[] => {
	const entries = entriesOf(values);
	if (entries.length === 0) throw new WrongField(label, 'needs at least one value');
	return entries;
};

/** The filter of a row; undefined if one of its fields is wrong. */
const filterOf = (row: Row, index: number, attempt: Faults['attempt']): FilterInput | undefined => {
	const label = labelsOf(row, index);
	const field = attempt(() => fieldOf(row, label('Field Name or ID')));
	const operator = attempt(() => operatorOf(row, label('Operator')));
	if (!field || !operator) return undefined;
	// A type that the panel hides may be left over from another field.
	const isTyped = operator !== 'exists' && (field.kind === 'attribute' || field.type !== undefined);
	const valueType = isTyped ? 'automatic' : row.valueType;
	const form = attempt(() => formOf(valueType, field, label('Value Type')));
	if (!form) return undefined;
	const read = (given: unknown, at: Label) => attempt(() => filterValue(field, form, given, at));
	const value = takesList(operator)
		? attempt(() => listOf(row, label('Values')))?.flatMap(
				(entry, at) => read(entry, label('Values', at)) ?? [],
			)
		: read(row.value, label('Value'));
	if (value === undefined) return undefined;
	return field.kind === 'field'
		? { type: 'field', field_id: field.id, operator, value }
		: { type: 'attribute', attribute_id: field.id, operator, value };
};

/** Records wrong dates in filters that were written as JSON. */
const checkDates = (filters: unknown, attempt: Faults['attempt']): void => {
	for (const filter of Array.isArray(filters) ? filters.filter(isRecord) : []) {
		const { type, field_id, attribute_id, value } = filter;
		if (type === 'group') checkDates(filter.filters, attempt);
		const field = readFieldChoice(type === 'attribute' ? attribute_id : field_id);
		if (type === 'group' || !field) continue;
		const label = ['Filters', { about: nameOfField(field) }];
		for (const one of [value].flat()) attempt(() => checkDay(field, one, label));
	}
};

const filtersOfJson = (filters: unknown): FilterInput[] => {
	const faults = createFaults();
	checkDates(filters, faults.attempt);
	faults.check();
	// Validated against the contract before anything is sent.
	return filters as FilterInput[];
};

/** Whether the filters are empty, which the service takes as all documents. */
const isEmpty = (filters: unknown): boolean =>
	isBlank(filters) || (Array.isArray(filters) && filters.length === 0);

/**
 * The `filters` of a search (section 4, document search). All conditions are one group, since the
 * API text does not show how the filters of the outer list are combined.
 * @param json the filters in the format of the service, if added
 * @throws {WrongFields} that names every wrong field of every condition.
 */
export const filtersOf = (
	{ conditions: { condition }, match: by }: Given,
	json?: unknown,
): FilterInput[] => {
	if (json === undefined) {
		const group_operator = by === 'any' ? 'or' : 'and';
		const filters = readRows(condition, filterOf);
		return filters.length === 0 ? [] : [{ type: 'group', group_operator, filters }];
	}
	if (condition.length > 0) {
		throw new WrongField('Filters', 'cannot be combined with Conditions', ['Remove one of them.']);
	}
	if (isEmpty(json))
		throw new WrongField('Filters', 'is empty', ['Add a filter, or clear the field.']);
	return filtersOfJson(json);
};

/**
 * The label of a location within `filters`; undefined outside of the conditions. A service may put
 * the types of filters into the path, as it takes them for several kinds of object.
 */
export const labelInConditions = (
	names: readonly string[],
	{ conditions: { condition } }: Given,
): string | undefined => {
	if (condition.length === 0 || names[0] !== 'filters') return undefined;
	const path = names.filter((name) => !/^(group|field|attribute)$/.test(name));
	const [, , inner, number, part, ...rest] = path;
	if (inner === 'group_operator') return '"Match"';
	const row = condition[Number(number)];
	if (!row || number === undefined) return '"Conditions"';
	const label = labelsOf(row, Number(number));
	if (part === undefined) return labelText(label());
	if (part === 'operator') return labelText(label('Operator'));
	if (part !== 'value') return labelText(label('Field Name or ID'));
	const entry = rest.find((name) => /^\d+$/.test(name));
	const field = takesList(row.operator) ? 'Values' : 'Value';
	return labelText(label(field, entry === undefined ? undefined : Number(entry)));
};
