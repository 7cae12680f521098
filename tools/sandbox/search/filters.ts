import type { Filter, ValidationIssue } from '../../../src/contract';
import { attributeTypes } from '../../../src/contract';
import type { Mistake } from '../api/refusal';
import { issue } from '../api/refusal';
import type { Store } from '../store/database';
import type { ValueKind } from '../store/fieldValues';
import { kindOfAttribute, kindOfValueType } from '../store/fieldValues';
import type { Condition } from '../store/sql';
import type { ValueTest } from './condition';
import { valueTest } from './condition';

type Location = ReadonlyArray<string | number>;

/** The fields of an organization that filters can use. */
export interface Fields {
	/** Kind of a reserved or org field; undefined if there is none with that id. */
	kindOfField(fieldId: number): ValueKind | undefined;
	hasAttribute(name: string, type: string): boolean;
}

/** Kinds of the reserved header fields, ids 1 to 9 (section 4, document search). */
const reservedKinds: Readonly<Record<number, ValueKind>> = {
	1: 'text',
	2: 'text',
	3: 'text',
	4: 'number',
	5: 'boolean',
	6: 'text',
	7: 'date',
	8: 'text',
	9: 'text',
};

/** The fields of the organization that filters can use. */
export const fieldsOf = ({ sql }: Store, organizationId: number): Fields => ({
	kindOfField(fieldId) {
		if (reservedKinds[fieldId] !== undefined) return reservedKinds[fieldId];
		const row = sql.get`
				SELECT body ->> 'field_value_type' AS type FROM org_fields
				WHERE org_id = ${organizationId} AND org_field_id = ${fieldId}`;
		return row === undefined ? undefined : kindOfValueType(String(row.type));
	},
	hasAttribute: (name, type) =>
		sql.get`
				SELECT 1 FROM attribute_definitions
				WHERE org_id = ${organizationId} AND name = ${name} AND field_type = ${type}
			` !== undefined,
});

const isMistake = (test: ValueTest | Mistake): test is Mistake => 'message' in test;

/** Joins conditions in a balanced tree: SQLite limits the depth of an expression. */
const join = (conditions: readonly Condition[], operator: 'and' | 'or'): Condition => {
	const [first] = conditions;
	if (first === undefined) return { sql: '1', values: [] };
	if (conditions.length === 1) return first;
	const middle = Math.ceil(conditions.length / 2);
	const left = join(conditions.slice(0, middle), operator);
	const right = join(conditions.slice(middle), operator);
	return {
		sql: `(${left.sql} ${operator.toUpperCase()} ${right.sql})`,
		values: [...left.values, ...right.values],
	};
};

/**
 * The condition that a document `d` has a value in `source` that meets `test`. A set that is
 * computed once is faster, at worst, than a look-up for each document.
 */
const onDocument = (
	source: string,
	keys: ReadonlyArray<string | number>,
	test: ValueTest,
): Condition => {
	const { condition, negated } = test;
	return {
		sql: `d.document_id ${negated ? 'NOT ' : ''}IN (SELECT v.document_id FROM ${source}
			AND ${condition.sql})`,
		values: [...keys, ...condition.values],
	};
};

const never: Condition = { sql: '0', values: [] };

/** Compiles filters. What the organization's fields do not allow is collected in `issues`. */
const compile = (
	filter: Filter,
	loc: Location,
	fields: Fields,
	issues: ValidationIssue[],
): Condition => {
	if (filter.type === 'group') return compileAll(filter, [...loc, 'filters'], fields, issues);
	const unmet = (field: string, message: string): Condition => {
		issues.push(issue([...loc, field], message, 'filter_rejected'));
		return never;
	};
	if (filter.type === 'field') {
		const kind = fields.kindOfField(filter.field_id);
		if (kind === undefined) return unmet('field_id', `there is no field ${filter.field_id}`);
		const test = valueTest(kind, filter.operator, filter.value);
		if (isMistake(test)) return unmet(test.field, test.message);
		return onDocument('field_values v WHERE v.field_id = ?', [filter.field_id], test);
	}
	const underscore = filter.attribute_id.lastIndexOf('_');
	const name = filter.attribute_id.slice(0, underscore);
	const type = attributeTypes.find((known) => known === filter.attribute_id.slice(underscore + 1));
	if (type === undefined || !fields.hasAttribute(name, type)) {
		return unmet('attribute_id', `there is no attribute ${filter.attribute_id}`);
	}
	const test = valueTest(kindOfAttribute(type), filter.operator, filter.value);
	if (isMistake(test)) return unmet(test.field, test.message);
	return onDocument('attributes v WHERE v.name = ? AND v.field_type = ?', [name, type], test);
};

const compileAll = (
	group: { readonly group_operator: 'and' | 'or'; readonly filters: readonly Filter[] },
	loc: Location,
	fields: Fields,
	issues: ValidationIssue[],
): Condition => {
	const compiled = group.filters.map((filter, index) =>
		compile(filter, [...loc, index], fields, issues),
	);
	return join(compiled, group.group_operator);
};

/**
 * The SQL condition on a document `d` for the filters of a search, or everything that is wrong with
 * them. The meaning of each operator for a kind of field is the sandbox's own choice: the API text
 * does not show it.
 */
export const compileFilters = (
	filters: readonly Filter[],
	fields: Fields,
): Condition | ValidationIssue[] => {
	const loc = ['body', 'filters'];
	const issues: ValidationIssue[] = [];
	const condition = compileAll({ group_operator: 'and', filters }, loc, fields, issues);
	return issues.length > 0 ? issues : condition;
};
