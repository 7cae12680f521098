import { existsSync, rmSync } from 'node:fs';
import type { Sql } from './sql';
import { createSql } from './sql';
import type { Database } from './sqlite';
import { openDatabase } from './sqlite';
import { indexes, storeVersion, tables } from './tables';

/** The store: one SQLite database, used by one sandbox. */
export interface Store {
	readonly sql: Sql;
	readonly db: Database;
	/** Runs `work` completely or not at all. */
	transaction<Result>(work: () => Result): Result;
	close(): void;
}

/** The store cannot be opened; the message says what to do. */
export class StoreError extends Error {}

/** Does not change the file yet. */
const locking = 'PRAGMA locking_mode = EXCLUSIVE;';
const pragmas = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -16384;
`;

interface Found {
	/** Zero for a new file. */
	readonly version: number;
	/** Whether it contains tables that are not from a sandbox. */
	readonly isForeign: boolean;
}

const lookInto = (db: Database): Found => {
	const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
	const has = (wanted: string): boolean => names.some(({ name }) => name === wanted);
	const isForeign = names.length > 0 && !(has('meta') && has('api_keys'));
	return { version: Number(db.prepare('PRAGMA user_version').get()?.user_version), isForeign };
};

/**
 * SQLite's name for a database that ends with the process: in memory up to the size of the cache,
 * and beyond that in a file without a name.
 */
const withoutName = '';

/** Opens a database and checks it, without changing it. */
const open = (file: string): { db: Database; version: number } => {
	const db = openDatabase(file === ':memory:' ? withoutName : file);
	try {
		db.exec(locking);
		const { version, isForeign } = lookInto(db);
		if (!isForeign) return { db, version };
	} catch (error) {
		db.close();
		const reason = error instanceof Error ? error.message : String(error);
		if (/locked/.test(reason)) {
			const lock = `${file}.lock`;
			// SQLite in WebAssembly locks with a folder, which remains after a sandbox is killed.
			const isLeft = existsSync(lock) ? ` If none is running, remove the folder ${lock}.` : '';
			throw new StoreError(
				`${file} is in use by another sandbox. Stop it, or choose another --db.${isLeft}`,
			);
		}
		throw new StoreError(`${file} cannot be opened as a sandbox store: ${reason}.`);
	}
	db.close();
	throw new StoreError(`${file} contains a different database. Choose another --db.`);
};

const transactionsOf = (db: Database): Store['transaction'] => {
	const begin = db.prepare('BEGIN IMMEDIATE');
	const commit = db.prepare('COMMIT');
	return (work) => {
		begin.run();
		try {
			const result = work();
			commit.run();
			return result;
		} catch (error) {
			if (db.isTransaction) db.exec('ROLLBACK');
			throw error;
		}
	};
};

const removeStore = (file: string): void => {
	open(file).db.close();
	for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
};

/**
 * Opens the store in `file` (`:memory:` for one that ends with the process). In a new file, or with
 * `reset`, it creates the tables, and `fill` adds the first data, in one transaction.
 * @throws StoreError when the file is in use, is not a store, or is from another version.
 */
export const openStore = (file: string, reset: boolean, fill: (store: Store) => void): Store => {
	if (reset && file !== ':memory:' && existsSync(file)) removeStore(file);
	const { db, version } = open(file);
	if (version !== 0 && version !== storeVersion) {
		db.close();
		throw new StoreError(
			`${file} was created by a different version of the sandbox. Choose another --db, or delete the ` +
				'file to start over.',
		);
	}
	db.exec(pragmas);
	const transaction = transactionsOf(db);
	const store: Store = { sql: createSql(db), db, transaction, close: () => db.close() };
	if (version === 0) {
		store.transaction(() => {
			db.exec(tables);
			fill(store);
			db.exec(indexes);
			db.exec(`PRAGMA user_version = ${storeVersion}`);
		});
	}
	return store;
};
