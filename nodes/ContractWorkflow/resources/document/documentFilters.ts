import type { FilterInput } from '../../../../src';
import { isNoDay, listOperators, noSuchDay, operators } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import { isBlank, plainText, shown, trimmed } from '../../../shared/fields/propertyValue';
import { withOffset } from '../../../shared/fields/zonedTime';
import type { ChosenField } from '../../../shared/panel/documentFields';
import { hasDates, readFieldChoice } from '../../../shared/panel/documentFields';
import type { Faults, Label } from '../../../shared/words/explained';
import { WrongField, labelText } from '../../../shared/words/explained';
import { readRows, rowLabel } from '../../properties/readRows';
import { typedText } from '../../variables/typedText';
import type { conditions, match } from './conditions';

type Given = ParametersOf<[typeof conditions, typeof match]>;
type Row = Given['conditions']['condition'][number];
type Operator = (typeof operators)[number];
type Scalar = string | number | boolean;

/** The JSON types in which a value can be sent. */
const valueTypes = ['automatic', 'boolean', 'number', 'text'] as const;

/** @throws {WrongField} if a choice is not one of the known ones. */
const oneOf = <Choice extends string>(known: readonly Choice[], given: unknown, label: Label) => {
	const choice = known.find((one) => one === given);
	if (choice !== undefined) return choice;
	throw new WrongField(label, `must be one of ${known.join(', ')}, not ${shown(given)}`);
};

/** Whether the value of an operator is a list (section 4). */
const takesList = (operator: unknown): boolean => listOperators.some((list) => list === operator);

const labelsOf = ({ field }: Row, index: number) => {
	const chosen = isBlank(field) ? undefined : readFieldChoice(field);
	const of = { list: 'Conditions', index, ...(chosen && { about: chosen.name }) };
	return (name?: string, entry?: number): Label => rowLabel(of, name, entry);
};

const fieldOf = ({ field }: Row, label: Label): ChosenField => {
	if (isBlank(field)) throw new WrongField(label, 'is required');
	const chosen = readFieldChoice(field);
	if (chosen) return chosen;
	const fault = `must be a field ID or an attribute ID such as region_text, not ${shown(field)}`;
	throw new WrongField(label, fault);
};

const isFlag = (value: unknown): boolean => /^\s*(true|false)\s*$/i.test(plainText(value) ?? '');

/**
 * The type in which a value is sent. "Value Type" counts where the panel shows it. The type of a
 * field says nothing about the value of `exists`, nor that of an enum about its values.
 */
const typeOf = (row: Row, { type }: ChosenField, operator: Operator, label: Label) => {
	const chosen = type === undefined ? oneOf(valueTypes, row.valueType, label) : 'automatic';
	if (chosen !== 'automatic') return chosen;
	if (operator === 'exists') return isFlag(row.value) ? 'boolean' : 'automatic';
	if (type === undefined || type === 'enum') return 'automatic';
	return type === 'number' || type === 'boolean' ? type : 'text';
};

const numberOf = (value: unknown, label: Label): number => {
	const number = Number(typedText('number', value, label));
	if (Number.isFinite(number)) return number;
	throw new WrongField(label, `must be a number, not ${shown(value)}`);
};

const scalarOf = (type: (typeof valueTypes)[number], value: unknown, label: Label): Scalar => {
	if (isBlank(value)) throw new WrongField(label, 'is required');
	if (type === 'number') return numberOf(value, label);
	if (type === 'boolean') return typedText('boolean', value, label) === 'true';
	const isTyped = typeof value === 'number' || typeof value === 'boolean';
	if (type === 'automatic' && isTyped) return value;
	const text = plainText(value);
	if (text !== undefined) return trimmed(text);
	throw new WrongField(label, `must be one value, not ${shown(value)}`);
};

/**
 * The value for a field with dates: a time without an offset is of the workflow's zone.
 * @throws {WrongField} for a day that does not exist.
 */
const dated = (field: ChosenField, value: Scalar, label: Label, zone: string): Scalar => {
	if (!hasDates(field) || typeof value !== 'string') return value;
	if (!isNoDay(value)) return withOffset(value, zone);
	throw new WrongField(label, `${noSuchDay}, not ${shown(value)}`);
};

/** The values of a list: those that an expression returns, or one per line of a text. */
const entriesOf = (given: unknown, label: Label): readonly unknown[] => {
	const isText = typeof given === 'string';
	const lines = isText ? given.split(/\r?\n/).filter((line) => !isBlank(line)) : [given].flat();
	if (!isBlank(lines)) return lines;
	throw new WrongField(label, 'needs at least one value');
};

/** The filter of a row; undefined if one of its fields is wrong. */
const filterOf = (
	row: Row,
	index: number,
	attempt: Faults['attempt'],
	zone: string,
): FilterInput | undefined => {
	const label = labelsOf(row, index);
	const field = attempt(() => fieldOf(row, label('Field Name or ID')));
	const operator = attempt(() => oneOf(operators, row.operator, label('Operator')));
	if (!field || !operator) return undefined;
	const type = attempt(() => typeOf(row, field, operator, label('Value Type')));
	if (!type) return undefined;
	const read = (given: unknown, at: Label) =>
		attempt(() => dated(field, scalarOf(type, given, at), at, zone));
	const value = takesList(operator)
		? attempt(() => entriesOf(row.value, label('Value')))?.flatMap(
				(entry, at) => read(entry, label('Value', at)) ?? [],
			)
		: read(row.value, label('Value'));
	if (value === undefined) return undefined;
	return field.kind === 'field'
		? { type: 'field', field_id: field.id, operator, value }
		: { type: 'attribute', attribute_id: field.id, operator, value };
};

/**
 * The `filters` of a search (section 4, document search). All conditions are one group, since the
 * API text does not show how the filters of the outer list are combined.
 * @param zone the time zone of the workflow
 * @param json the filters in the format of the service, if added
 * @throws {WrongFields} that names every wrong field of every condition.
 */
export const filtersOf = (
	{ conditions: { condition }, match: by }: Given,
	zone: string,
	json?: unknown,
): FilterInput[] => {
	if (json === undefined) {
		const group_operator = by === 'any' ? 'or' : 'and';
		const filters = readRows(condition, (row, index, attempt) =>
			filterOf(row, index, attempt, zone),
		);
		return filters.length === 0 ? [] : [{ type: 'group', group_operator, filters }];
	}
	if (condition.length > 0) {
		throw new WrongField('Filters', 'cannot be combined with Conditions', ['Remove one of them.']);
	}
	// The service takes an empty list as all documents.
	if (isBlank(json) || (Array.isArray(json) && json.length === 0)) {
		throw new WrongField('Filters', 'is empty', ['Add a filter, or clear the field.']);
	}
	// Validated against the contract before anything is sent.
	return json as FilterInput[];
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
	return labelText(label('Value', entry === undefined ? undefined : Number(entry)));
};
