import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { RateLimit } from '../api/rateLimit';
import { isoTime } from '../clock';
import type { Service } from '../service';
import { readCopy, writeCopy } from '../store/copies';

/** A name that is a valid file name on every system. */
export const snapshotName = z
	.string()
	.regex(
		/^[a-z0-9][a-z0-9_-]{0,63}$/,
		'must be 1 to 64 small letters, digits, hyphens or underscores',
	);

/** The state of a sandbox at a point in time. */
export interface Snapshot {
	readonly name: string;
	/** ISO 8601, by the clock of the sandbox. */
	readonly saved_at: string;
	/** Of all organizations. */
	readonly tasks: number;
	readonly bytes: number;
}

/**
 * Snapshots of a sandbox. With a store in a file, they are stored beside it; otherwise they end
 * with the process.
 */
export interface Snapshots {
	/** @throws SnapshotError when the maximum is reached. */
	save(name: string): Snapshot;
	/** Undefined if there is none with that name. */
	restore(name: string): Snapshot | undefined;
	list(): readonly Snapshot[];
	remove(name: string): boolean;
	close(): void;
}

/** A snapshot cannot be made; the message says why. */
export class SnapshotError extends Error {
	readonly statusCode = 409;
}

/** The part of a snapshot beside the store. */
const state = z.object({
	savedAt: z.string(),
	tasks: z.number(),
	shiftMs: z.number(),
	rateWindows: z.array(z.object({ bucket: z.string(), used: z.number(), end: z.number() })),
});

const ending = '.db';

/** The folder of the snapshots, created with the first one. */
const createFolder = (db: string) => {
	let folder = db === ':memory:' ? undefined : `${db}-snapshots`;
	return {
		made(): string {
			folder ??= mkdtempSync(path.join(tmpdir(), 'sandbox-snapshots-'));
			mkdirSync(folder, { recursive: true });
			return folder;
		},
		fileOf: (name: string): string | undefined => folder && path.join(folder, `${name}${ending}`),
		names: (): string[] =>
			folder !== undefined && existsSync(folder)
				? readdirSync(folder)
						.filter((file) => file.endsWith(ending))
						.map((file) => file.slice(0, -ending.length))
						.sort()
				: [],
		close(): void {
			if (db === ':memory:' && folder !== undefined) rmSync(folder, { recursive: true });
		},
	};
};

const described = (name: string, file: string) => {
	const { bytes, note } = readCopy(file);
	const { savedAt, tasks, ...rest } = state.parse(JSON.parse(note));
	return { snapshot: { name, saved_at: savedAt, tasks, bytes }, ...rest };
};

/**
 * The snapshots of a sandbox. Each is saved and restored synchronously, so that no request sees
 * only a part of it.
 */
export const createSnapshots = (service: Service, rateLimit: RateLimit): Snapshots => {
	const { store, clock, options, dispatcher } = service;
	const folder = createFolder(options.db);
	const fileOf = (name: string): string | undefined => {
		const file = folder.fileOf(name);
		return file !== undefined && existsSync(file) ? file : undefined;
	};
	const present = (): z.output<typeof state> => ({
		savedAt: isoTime(clock.now()),
		tasks: Number(store.sql.get`SELECT count(*) AS count FROM tasks`?.count),
		shiftMs: clock.shift,
		rateWindows: [...rateLimit.windows()],
	});
	return {
		save(name) {
			const most = options.mostSnapshots;
			if (fileOf(name) === undefined && folder.names().length >= most) {
				throw new SnapshotError(`There are ${most} snapshots already: remove one first`);
			}
			const file = path.join(folder.made(), `${name}${ending}`);
			writeCopy(store, `${file}.part`, JSON.stringify(present()));
			renameSync(`${file}.part`, file);
			return described(name, file).snapshot;
		},
		restore(name) {
			const file = fileOf(name);
			if (file === undefined) return undefined;
			const { snapshot, shiftMs, rateWindows } = described(name, file);
			store.restoreFrom(file);
			clock.shift = shiftMs;
			rateLimit.restore(rateWindows);
			dispatcher.startOver();
			return snapshot;
		},
		list: () => folder.names().map((name) => described(name, fileOf(name) ?? '').snapshot),
		remove(name) {
			const file = fileOf(name);
			if (file === undefined) return false;
			rmSync(file);
			return true;
		},
		close: () => folder.close(),
	};
};
