import type { FilterInput } from '../../../../src';
import { listOperators, operators } from '../../../../src';
import { nameOfField, readFieldChoice } from '../../../shared/fieldChoice';
import type { ParametersOf } from '../../../shared/property';
import { isBlank, isRecord, shown } from '../../../shared/propertyValue';
import type { RowPlace } from '../../properties/rows';
import { WrongRows, noRows, rowLabel } from '../../properties/rows';
import type { conditions, filterBy, filtersJson, mustMatch } from './conditions';
import type { Scalar } from './filterValue';
import { Fault, entriesOf, formOf, onRealDay, scalarOf } from './filterValue';

type Given = ParametersOf<
	[typeof filterBy, typeof mustMatch, typeof conditions, typeof filtersJson]
>;
type Row = Given['conditions']['condition'][number];
type Operator = (typeof operators)[number];

/** Takes down what is wrong with a field of a row, or with an entry of it; gives what is right. */
type Check = <Value>(value: Value | Fault, field: string, entry?: number) => Value | undefined;

const isOperator = (given: unknown): given is Operator =>
	operators.some((operator) => operator === given);

/** Whether the value of an operator is a list (section 4). */
const takesList = (operator: unknown): boolean => listOperators.some((list) => list === operator);

const placeOf = ({ field }: Row, index: number): RowPlace => {
	const chosen = isBlank(field) ? undefined : readFieldChoice(field);
	return { list: 'Conditions', index, ...(chosen && { about: nameOfField(chosen) }) };
};

const fieldOf = ({ field }: Row) => {
	if (isBlank(field)) return new Fault('is required');
	const fault = `is no field ID, nor an attribute ID such as region_text: ${shown(field)}`;
	return readFieldChoice(field) ?? new Fault(fault);
};

const operatorOf = ({ operator }: Row): Operator | Fault =>
	isOperator(operator)
		? operator
		: new Fault(`must be one of ${operators.join(', ')}, not ${shown(operator)}`);

const listIn = (
	{ values }: Row,
	read: (entry: unknown) => Scalar | Fault,
	check: Check,
): Scalar[] | undefined => {
	const entries = entriesOf(values);
	if (entries.length === 0) return check<Scalar[]>(new Fault('needs at least one value'), 'Values');
	return entries.flatMap((entry, index) => check(read(entry), 'Values', index) ?? []);
};

/** The filter of a row; undefined where a field of it is wrong. */
const filterOf = (row: Row, check: Check): FilterInput | undefined => {
	const field = check(fieldOf(row), 'Field Name or ID');
	const operator = check(operatorOf(row), 'Operator');
	const form = field && check(formOf(row.sendAs, field), 'Send As');
	if (!field || !operator || !form) return undefined;
	const read = (given: unknown) => onRealDay(field, scalarOf(form, given));
	const value = takesList(operator) ? listIn(row, read, check) : check(read(row.value), 'Value');
	if (value === undefined) return undefined;
	return field.kind === 'field'
		? { type: 'field', field_id: field.id, operator, value }
		: { type: 'attribute', attribute_id: field.id, operator, value };
};

const filtersOfRows = (rows: readonly Row[]): FilterInput[] => {
	if (rows.length === 0) throw noRows('Conditions', 'set "Filter By" to Nothing or JSON');
	const faults: string[] = [];
	const filters = rows.flatMap((row, index) => {
		const check: Check = (value, field, entry) => {
			if (!(value instanceof Fault)) return value;
			faults.push(`${rowLabel(placeOf(row, index), field, entry)} ${value.text}`);
			return undefined;
		};
		return filterOf(row, check) ?? [];
	});
	if (faults.length > 0) throw new WrongRows(faults);
	return filters;
};

/** What is wrong with the dates of filters that were written as JSON. */
const wrongDatesIn = (filters: unknown): string[] =>
	(Array.isArray(filters) ? filters.filter(isRecord) : []).flatMap((filter) => {
		const { type, field_id, attribute_id, value } = filter;
		if (type === 'group') return wrongDatesIn(filter.filters);
		const field = readFieldChoice(type === 'attribute' ? attribute_id : field_id);
		const values: readonly unknown[] = Array.isArray(value) ? value : [value];
		return values.flatMap((one) => {
			const read = field && typeof one === 'string' ? onRealDay(field, one) : one;
			return field && read instanceof Fault
				? [`"Filters" (${nameOfField(field)}) ${read.text}`]
				: [];
		});
	});

const filtersOfJson = (filters: unknown): FilterInput[] => {
	const faults = wrongDatesIn(filters);
	if (faults.length > 0) throw new WrongRows(faults);
	// Checked against the contract before anything is sent.
	return (filters ?? []) as FilterInput[];
};

/**
 * The `filters` of a search (section 4, document search): conditions as one group, since how the
 * filters of the outer list go together is not shown.
 * @throws {WrongRows} that names every field of every condition that is wrong.
 */
export const filtersOf = (given: Given): FilterInput[] => {
	if (given.filterBy === 'nothing') return [];
	if (given.filterBy === 'json') return filtersOfJson(given.filtersJson);
	const group_operator = given.mustMatch === 'any' ? 'or' : 'and';
	return [{ type: 'group', group_operator, filters: filtersOfRows(given.conditions.condition) }];
};

/**
 * What the panel calls a place within `filters`; undefined for one outside of the conditions. A
 * service may put the types of filters into the path, as it takes them for several kinds of object.
 */
export const labelInConditions = (
	names: readonly string[],
	{ filterBy, conditions: { condition } }: Given,
): string | undefined => {
	if (filterBy !== 'conditions' || names[0] !== 'filters') return undefined;
	const path = names.filter((name) => !/^(group|field|attribute)$/.test(name));
	const [, , inner, number, part, ...rest] = path;
	if (inner === 'group_operator') return '"Must Match"';
	const row = condition[Number(number)];
	if (!row || number === undefined) return '"Conditions"';
	const place = placeOf(row, Number(number));
	if (part === undefined) return rowLabel(place);
	if (part === 'operator') return rowLabel(place, 'Operator');
	if (part !== 'value') return rowLabel(place, 'Field Name or ID');
	const entry = rest.find((name) => /^\d+$/.test(name));
	const field = takesList(row.operator) ? 'Values' : 'Value';
	return rowLabel(place, field, entry === undefined ? undefined : Number(entry));
};
