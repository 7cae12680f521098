import { randomUUID } from 'node:crypto';
import { isoTime } from '../clock';
import type { Service } from '../service';
import type { Store } from './database';

/** A file as it is stored. */
export interface StoredFile {
	readonly name: string;
	/** Null for a file of Core whose bytes the sandbox does not have. */
	readonly content: Uint8Array | null;
}

/** Stores a file and gives its id. */
export function addFile(
	{ store, clock }: Service,
	organizationId: number,
	name: string,
	content: Uint8Array,
): string {
	const fileId = `file_${randomUUID()}`;
	store.sql.run`
		INSERT INTO files (file_id, org_id, file_name, created_at, content)
		VALUES (${fileId}, ${organizationId}, ${name}, ${isoTime(clock.now())}, ${content})`;
	return fileId;
}

/** Name of a file of the organization, or undefined. */
export function findFileName(
	{ sql }: Store,
	organizationId: number,
	fileId: string,
): string | undefined {
	const row = sql.get`
		SELECT file_name FROM files WHERE file_id = ${fileId} AND org_id = ${organizationId}`;
	return row === undefined ? undefined : String(row.file_name);
}

/** A file with its bytes, or undefined. */
export function readFile({ sql }: Store, fileId: string): StoredFile | undefined {
	const row = sql.get`SELECT file_name, content FROM files WHERE file_id = ${fileId}`;
	if (row === undefined) return undefined;
	return { name: String(row.file_name), content: row.content as Uint8Array | null };
}
