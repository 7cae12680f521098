import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What SQLite reports when another connection holds the lock. */
const busy = 5;

/**
 * Takes a lock between processes, or returns undefined if another one holds it. It is SQLite's lock
 * on an empty database file: the operating system releases it when its holder ends in any way, so
 * no lock can be stale.
 * @returns a function that releases the lock
 */
export const tryLock = async (file: string): Promise<(() => void) | undefined> => {
	await mkdir(path.dirname(file), { recursive: true });
	const database = new DatabaseSync(file, { timeout: 0 });
	try {
		database.exec('BEGIN EXCLUSIVE');
	} catch (error) {
		database.close();
		if ((error as { errcode?: number }).errcode === busy) return undefined;
		throw error;
	}
	return () => database.close();
};
