import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 500;

/** Whether SQLite reports that another connection holds the lock. */
const isBusy = (error: unknown) =>
	typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === 5;

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
		if (isBusy(error)) return undefined;
		throw error;
	}
	return () => database.close();
};

/**
 * Runs an action while holding the lock, after waiting for another holder to release it.
 * @param onWait called once if it must wait
 */
export const withLock = async <Result>(
	file: string,
	action: () => Promise<Result>,
	options: { signal?: AbortSignal; onWait?: () => void },
): Promise<Result> => {
	let unlock = await tryLock(file);
	if (!unlock) options.onWait?.();
	while (!unlock) {
		await pause(pollMs, undefined, { signal: options.signal });
		unlock = await tryLock(file);
	}
	try {
		return await action();
	} finally {
		unlock();
	}
};
