import { createRequire } from 'node:module';
import type { SQLInputValue, SQLOutputValue, StatementResultingChanges } from 'node:sqlite';
import type * as Wasm from 'node-sqlite3-wasm';

export type Row = Record<string, SQLOutputValue>;

/** A prepared statement, as `node:sqlite` has it. */
export interface Statement {
	get(...values: SQLInputValue[]): Row | undefined;
	all(...values: SQLInputValue[]): Row[];
	run(...values: SQLInputValue[]): StatementResultingChanges;
}

/** A connection to a database, as `node:sqlite` has it. */
export interface Database {
	readonly isTransaction: boolean;
	exec(text: string): void;
	prepare(text: string): Statement;
	close(): void;
}

type Open = (file: string, options?: { readonly readOnly?: boolean }) => Database;

/** The memory of WebAssembly is not garbage-collected: statements must be freed explicitly. */
const connectionTo = (db: Wasm.Database): Database => {
	const prepared = new Set<Wasm.Statement>();
	const free = (statement: Wasm.Statement): void => {
		if (prepared.delete(statement)) statement.finalize();
	};
	const unreachable = new FinalizationRegistry(free);
	return {
		get isTransaction() {
			return db.inTransaction;
		},
		exec: (text) => db.exec(text),
		prepare(text) {
			const inner = db.prepare(text);
			prepared.add(inner);
			const all: Statement['all'] = (...values) => inner.all(values as Wasm.BindValues) as Row[];
			const statement: Statement = {
				all,
				// Its own `get` leaves the statement running, which blocks VACUUM.
				get: (...values) => all(...values)[0],
				run: (...values) => inner.run(values as Wasm.BindValues),
			};
			unreachable.register(statement, inner);
			return statement;
		},
		close() {
			// A statement keeps the database open, and its file locked.
			prepared.forEach(free);
			db.close();
		},
	};
};

const opener = (): Open => {
	// Undefined if Node has no SQLite, whatever its type says.
	const builtIn = process.getBuiltinModule('node:sqlite');
	if (builtIn) return (file, options = {}) => new builtIn.DatabaseSync(file, options);
	const require = createRequire(__filename);
	const wasm = require('node-sqlite3-wasm') as typeof Wasm;
	return (file, options) => connectionTo(new wasm.Database(file, options));
};

/** Opens a database with Node's own SQLite, or with WebAssembly on a Node before 22.13. */
export const openDatabase: Open = opener();
