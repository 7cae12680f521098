import type { SQLInputValue, SQLOutputValue, StatementResultingChanges } from 'node:sqlite';
import type { Database, Row, Statement } from './sqlite';

/** SQL text with its bound values, in order. */
export interface Condition {
	readonly sql: string;
	readonly values: ReadonlyArray<string | number>;
}

type Template<Result> = (text: TemplateStringsArray, ...values: SQLInputValue[]) => Result;

/** Statements as templates, prepared once. Every value in a template is bound. */
export interface Sql {
	readonly get: Template<Row | undefined>;
	readonly all: Template<Row[]>;
	readonly run: Template<StatementResultingChanges>;
}

/**
 * Statements as templates for a database. Node's own tag store does the same, but keeps the
 * database open, and its file locked, after it was closed.
 */
export const createSql = (db: Database): Sql => {
	const statements = new Map<TemplateStringsArray, Statement>();
	const prepared = (text: TemplateStringsArray): Statement => {
		const known = statements.get(text);
		if (known !== undefined) return known;
		const statement = db.prepare(text.join('?'));
		statements.set(text, statement);
		return statement;
	};
	return {
		get: (text, ...values) => prepared(text).get(...values),
		all: (text, ...values) => prepared(text).all(...values),
		run: (text, ...values) => prepared(text).run(...values),
	};
};

/** The value of a JSON column, as the sandbox stored it. */
export const readJson = <Value>(column: SQLOutputValue | undefined): Value =>
	JSON.parse(String(column)) as Value;
