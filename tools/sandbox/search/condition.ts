import type { Filter } from '../../../src/contract';
import type { Mistake } from '../api/refusal';
import type { ValueKind } from '../store/fieldValues';
import { dateNumber, fold } from '../store/fieldValues';
import type { Condition } from '../store/sql';

type FieldFilter = Extract<Filter, { type: 'field' }>;
export type Operator = FieldFilter['operator'];
export type FilterValue = FieldFilter['value'];

/** A condition on the columns of one value, and whether it is negated. */
export interface ValueTest {
	readonly condition: Condition;
	readonly negated: boolean;
}

const comparisons: Partial<Record<Operator, string>> = {
	eq: '=',
	gt: '>',
	gte: '>=',
	lt: '<',
	lte: '<=',
};

const common: readonly Operator[] = ['eq', 'in', 'not_in', 'exists'];
const ordered: readonly Operator[] = [...common, 'gt', 'gte', 'lt', 'lte', 'between'];
const operatorsOf: Readonly<Record<ValueKind, readonly Operator[]>> = {
	text: [...common, 'contains', 'not_contains'],
	number: ordered,
	date: ordered,
	boolean: common,
};

const needs: Readonly<Record<ValueKind, string>> = {
	text: 'text',
	number: 'a number',
	date: 'an ISO 8601 date',
	boolean: 'true or false',
};

/** A scalar as a column of `kind` contains it; undefined if it is of another kind. */
const comparable = (kind: ValueKind, scalar: unknown): string | number | undefined => {
	if (kind === 'text') return typeof scalar === 'string' ? scalar : undefined;
	if (kind === 'number') return typeof scalar === 'number' ? scalar : undefined;
	if (kind === 'boolean') return typeof scalar === 'boolean' ? Number(scalar) : undefined;
	return typeof scalar === 'string' ? dateNumber(scalar) : undefined;
};

const mistake = (field: 'operator' | 'value', message: string): Mistake => ({ field, message });

const comparableList = (
	kind: ValueKind,
	value: FilterValue,
): Array<string | number> | undefined => {
	if (!Array.isArray(value)) return undefined;
	const list = value.flatMap((scalar) => comparable(kind, scalar) ?? []);
	return list.length === value.length ? list : undefined;
};

/** The test of an operator with its value on a value of `kind`, or what is wrong with it. */
export const valueTest = (
	kind: ValueKind,
	operator: Operator,
	value: FilterValue,
): ValueTest | Mistake => {
	if (!operatorsOf[kind].includes(operator)) {
		return mistake('operator', `${operator} cannot be used on a ${kind} field`);
	}
	const column = kind === 'text' ? 'v.text' : 'v.number';
	if (operator === 'exists') {
		if (typeof value !== 'boolean') return mistake('value', 'must be true or false for exists');
		return { condition: { sql: '1', values: [] }, negated: !value };
	}
	if (operator === 'in' || operator === 'not_in') {
		const list = comparableList(kind, value);
		if (!list?.length) return mistake('value', `must be a list, each entry ${needs[kind]}`);
		const sql = `${column} IN (SELECT value FROM json_each(?))`;
		const condition = { sql, values: [JSON.stringify(list)] };
		return { condition, negated: operator === 'not_in' };
	}
	if (operator === 'between') {
		const list = comparableList(kind, value);
		if (list?.length !== 2) return mistake('value', `must be a list of two, each ${needs[kind]}`);
		return { condition: { sql: `${column} BETWEEN ? AND ?`, values: list }, negated: false };
	}
	const scalar = comparable(kind, value);
	if (scalar === undefined) return mistake('value', `must be ${needs[kind]}`);
	if (operator === 'contains' || operator === 'not_contains') {
		const condition = { sql: 'instr(v.folded, ?) > 0', values: [fold(String(scalar))] };
		return { condition, negated: operator === 'not_contains' };
	}
	const sql = `${column} ${comparisons[operator]} ?`;
	return { condition: { sql, values: [scalar] }, negated: false };
};
