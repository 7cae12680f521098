import { rmSync, statSync } from 'node:fs';
import type { Store } from './database';
import { StoreError } from './database';
import { openDatabase } from './sqlite';
import { storeVersion } from './tables';

const noteName = 'copy';

/** A copy of a store: its size, and its note. */
export interface Copy {
	readonly bytes: number;
	readonly note: string;
}

/** Writes a copy of a store to a file, with a note. */
export const writeCopy = (store: Store, file: string, note: string): void => {
	rmSync(file, { force: true });
	store.db.prepare('VACUUM INTO ?').run(file);
	const copy = openDatabase(file);
	try {
		copy.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(noteName, note);
	} finally {
		copy.close();
	}
};

/**
 * Reads the header of a copy.
 * @throws StoreError when it is not from this version of the sandbox.
 */
export const readCopy = (file: string): Copy => {
	const copy = openDatabase(file, { readOnly: true });
	try {
		const version = Number(copy.prepare('PRAGMA user_version').get()?.user_version);
		if (version !== storeVersion) {
			throw new StoreError(`${file} was created by a different version of the sandbox. Remove it.`);
		}
		const row = copy.prepare('SELECT value FROM meta WHERE name = ?').get(noteName);
		return { bytes: statSync(file).size, note: String(row?.value) };
	} finally {
		copy.close();
	}
};
