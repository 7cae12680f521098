import type { FilterInput } from '../../../../src';
import { isNoDay, listOperators, noSuchDay, operators } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import {
	isBlank,
	plainText,
	shown,
	trimmed,
	withOffset,
	yesOrNo,
} from '../../../shared/fields/propertyValue';
import type { ChosenField } from '../../../shared/panel/documentFields';
import { hasDates, readFieldChoice } from '../../../shared/panel/documentFields';
import { WrongField, readRows, rowLabel } from '../../../shared/words/explained';
import { labelled } from '../../../shared/words/labels';
import { typedText } from '../../variables/inputValue';
import type { conditions, match } from './conditions';

type Given = ParametersOf<[typeof conditions, typeof match]>;
type ConditionRow = Given['conditions']['condition'][number];
type Scalar = string | number | boolean;

/** A text. A time without an offset is of the workflow's zone, if the field has dates. */
const conditionText = (field: ChosenField, given: unknown, label: string, zone: string): string => {
	const text = trimmed(plainText(given) ?? '');
	if (text === '') throw new WrongField(label, `must be one value, not ${shown(given)}`);
	if (!hasDates(field)) return text;
	if (isNoDay(text)) throw new WrongField(label, `${noSuchDay}, not ${shown(given)}`);
	return withOffset(text, zone);
};

/**
 * A value in the JSON type of its field. "Value Type" counts where the panel shows it. The type of a
 * field says nothing about the value of `exists`, nor that of an enum about its values.
 */
const scalarOf = (
	{ operator, valueType }: ConditionRow,
	field: ChosenField,
	given: unknown,
	label: string,
	zone: string,
): Scalar => {
	if (isBlank(given)) throw new WrongField(label, 'is required');
	if (operator === 'exists') return yesOrNo(given) ?? conditionText(field, given, label, zone);
	const type = field.type ?? valueType;
	if (type === 'number') return Number(typedText('number', given, label));
	if (type === 'boolean') return typedText('boolean', given, label) === 'true';
	const isTyped = typeof given === 'number' || typeof given === 'boolean';
	if (isTyped && (type === 'automatic' || type === 'enum')) return given;
	return conditionText(field, given, label, zone);
};

/** The values of a list: those that an expression returns, or one per line of a text. */
const entriesOf = (given: unknown, label: string): readonly unknown[] => {
	const lines = typeof given === 'string' ? given.split(/\r?\n/) : [given].flat();
	if (isBlank(lines)) throw new WrongField(label, 'needs at least one value');
	return typeof given === 'string' ? lines.filter((line) => !isBlank(line)) : lines;
};

const filterOf = (row: ConditionRow, index: number, zone: string): FilterInput => {
	const field = readFieldChoice(row.field);
	if (!field) {
		const fault = `must be a field ID or an attribute ID such as region_text, not ${shown(row.field)}`;
		throw new WrongField(rowLabel('Conditions', index, undefined, 'Field Name or ID'), fault);
	}
	const operator = operators.find((known) => known === row.operator);
	if (!operator) {
		const fault = `must be one of ${operators.join(', ')}, not ${shown(row.operator)}`;
		throw new WrongField(rowLabel('Conditions', index, field.name, 'Operator'), fault);
	}
	const label = rowLabel('Conditions', index, field.name, 'Value');
	const read = (given: unknown) => scalarOf(row, field, given, label, zone);
	const takesList = listOperators.some((list) => list === operator);
	const value = takesList ? entriesOf(row.value, label).map(read) : read(row.value);
	const filter: FilterInput =
		field.kind === 'field'
			? { type: 'field', field_id: Number(field.id), operator, value }
			: { type: 'attribute', attribute_id: field.id, operator, value };
	return labelled(filter, rowLabel('Conditions', index, field.name));
};

/**
 * The `filters` of a search (section 4, document search). All conditions are one group, since the
 * API text does not show how the filters of the outer list are combined.
 * @param zone the time zone of the workflow
 * @param json the filters in the format of the service, if added. The contract judges them.
 * @throws {Explained} that names every wrong condition.
 */
export const filtersOf = (
	{ conditions: { condition }, match: by }: Given,
	zone: string,
	json?: unknown,
): FilterInput[] => {
	if (json === undefined) {
		const group_operator = by === 'any' ? 'or' : 'and';
		const filters = readRows(condition, (row, index) => filterOf(row, index, zone));
		if (filters.length === 0) return [];
		return labelled([{ type: 'group', group_operator, filters }], '"Conditions"');
	}
	if (condition.length === 0) return json as FilterInput[];
	throw new WrongField('Filters', 'cannot be combined with Conditions', ['Remove one of them.']);
};
