import { randomUUID } from 'node:crypto';
import { isoTime } from '../clock';
import type { Service } from '../service';
import type { Store } from './database';

/** A new file. */
export interface NewFile {
	readonly fileId: string;
	readonly organizationId: number;
	readonly name: string;
	/** ISO 8601. */
	readonly createdAt: string;
	/** Null for a file of Core whose bytes the sandbox does not have. */
	readonly content: Uint8Array | null;
}

/** Stores a file. */
export const insertFile = ({ sql }: Store, file: NewFile): void => {
	sql.run`
		INSERT INTO files (file_id, org_id, file_name, created_at, content)
		VALUES (${file.fileId}, ${file.organizationId}, ${file.name}, ${file.createdAt},
			${file.content})`;
};

/** Stores a file of a request or a generated one, and returns its id. */
export const addFile = (
	{ store, clock }: Service,
	organizationId: number,
	name: string,
	content: Uint8Array,
): string => {
	const fileId = `file_${randomUUID()}`;
	insertFile(store, { fileId, organizationId, name, createdAt: isoTime(clock.now()), content });
	return fileId;
};

/** Name of a file of the organization, or undefined. */
export const findFileName = (
	{ sql }: Store,
	organizationId: number,
	fileId: string,
): string | undefined => {
	const row = sql.get`
		SELECT file_name FROM files WHERE file_id = ${fileId} AND org_id = ${organizationId}`;
	return row === undefined ? undefined : String(row.file_name);
};

/** A file whose bytes the sandbox has, by its id, or undefined. */
export const findFile = (
	{ sql }: Store,
	fileId: string,
): { readonly name: string; readonly content: Uint8Array } | undefined => {
	const row = sql.get`SELECT file_name, content FROM files WHERE file_id = ${fileId}`;
	return row?.content instanceof Uint8Array
		? { name: String(row.file_name), content: row.content }
		: undefined;
};
