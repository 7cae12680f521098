import { randomUUID } from 'node:crypto';
import { isoTime } from '../clock';
import type { Service } from '../service';
import type { FileBytes } from '../upload/content';
import { piecesOf, sizeOf } from '../upload/content';
import type { Store } from './database';

/** A new file. */
export interface NewFile {
	readonly fileId: string;
	readonly organizationId: number;
	readonly name: string;
	/** ISO 8601. */
	readonly createdAt: string;
	/** Null for a file of Core whose bytes the sandbox does not have. */
	readonly bytes: FileBytes | null;
}

/** Stores a file in pieces. */
export const insertFile = ({ sql }: Store, file: NewFile): void => {
	const { fileId, organizationId, name, createdAt, bytes } = file;
	const pieces = bytes === null ? null : piecesOf(bytes);
	const first = pieces?.next().value ?? null;
	const size = bytes === null ? null : sizeOf(bytes);
	sql.run`
		INSERT INTO files (file_id, org_id, file_name, created_at, size, content)
		VALUES (${fileId}, ${organizationId}, ${name}, ${createdAt}, ${size}, ${first})`;
	let position = 0;
	for (const piece of pieces ?? []) {
		position += 1;
		sql.run`
			INSERT INTO file_pieces (file_id, position, content)
			VALUES (${fileId}, ${position}, ${piece})`;
	}
};

/** Stores a file of a request or a generated one, and returns its id. */
export const addFile = (
	{ store, clock }: Service,
	organizationId: number,
	name: string,
	bytes: FileBytes,
): string => {
	const fileId = `file_${randomUUID()}`;
	insertFile(store, { fileId, organizationId, name, createdAt: isoTime(clock.now()), bytes });
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

/** A file as it is stored. */
export interface StoredFile {
	readonly name: string;
	/** Number of its bytes; null if the sandbox does not have them. */
	readonly size: number | null;
}

/** A file by its id, or undefined. */
export const findFile = ({ sql }: Store, fileId: string): StoredFile | undefined => {
	const row = sql.get`SELECT file_name, size FROM files WHERE file_id = ${fileId}`;
	if (row === undefined) return undefined;
	return { name: String(row.file_name), size: row.size === null ? null : Number(row.size) };
};

/** The bytes of a file, read in pieces on demand. */
export const readFile = function* (store: Store, fileId: string): Generator<Uint8Array, void> {
	const { generation } = store;
	let row = store.sql.get`SELECT content FROM files WHERE file_id = ${fileId}`;
	for (let position = 1; row?.content instanceof Uint8Array; position += 1) {
		yield row.content;
		// The next bytes may be of another file, so the reader must learn that this one is incomplete.
		if (store.generation !== generation) throw new Error('The sandbox went back to a snapshot');
		row = store.sql.get`
			SELECT content FROM file_pieces WHERE file_id = ${fileId} AND position = ${position}`;
	}
};
