import type { attributeTypes } from '../../../src/contract';
import type { Store } from './database';
import { attributeIndex, attributeValue } from './fieldValues';

/** A file and the document that it belongs to, if any. */
export interface DocumentFile {
	readonly fileId: string;
	readonly documentId: number | null;
}

/** A mapped attribute as it is set on a file. */
export interface Attribute {
	readonly name: string;
	readonly data_type: (typeof attributeTypes)[number];
	/** Text for every type. */
	readonly value: string;
}

/** A file of the organization with its document, or undefined. */
export const fileDocument = (
	{ sql }: Store,
	organizationId: number,
	fileId: string,
): DocumentFile | undefined => {
	const row = sql.get`
		SELECT document_id FROM files f LEFT JOIN documents d ON d.file_id = f.file_id
		WHERE f.file_id = ${fileId} AND f.org_id = ${organizationId}`;
	if (row === undefined) return undefined;
	return { fileId, documentId: row.document_id === null ? null : Number(row.document_id) };
};

/** Section 2: the value of a mapped field is text or a number. */
const shownValue = (type: Attribute['data_type'], text: string): string | number => {
	const value = attributeValue(type, text);
	return typeof value === 'number' ? value : text;
};

const mappedFields = ({ sql }: Store, fileId: string): string => {
	const rows = sql.all`
		SELECT name, field_type, value FROM attributes WHERE file_id = ${fileId} ORDER BY name`;
	return JSON.stringify(
		rows.map(({ name, field_type, value }) => ({
			name,
			field_type,
			value: shownValue(field_type as Attribute['data_type'], String(value)),
		})),
	);
};

/**
 * Sets attributes of a file: an existing name is overwritten with its type, new names are added,
 * others stay (section 4). The values must match their types.
 */
export const setAttributes = (
	store: Store,
	organizationId: number,
	{ fileId, documentId }: DocumentFile,
	attributes: readonly Attribute[],
	now: string,
): void => {
	const rows = attributes.map((attribute) => ({
		...attribute,
		...attributeIndex(attribute.data_type, attribute.value),
	}));
	const json = JSON.stringify(rows);
	store.sql.run`
		INSERT OR REPLACE INTO attributes
			(file_id, name, field_type, value, document_id, text, folded, number)
		SELECT ${fileId}, value ->> 'name', value ->> 'data_type', value ->> 'value', ${documentId},
			value ->> 'text', value ->> 'folded', value ->> 'number'
		FROM json_each(${json}) ORDER BY key`;
	store.sql.run`
		INSERT INTO attribute_definitions (org_id, name, field_type)
		SELECT ${organizationId}, value ->> 'name', value ->> 'data_type' FROM json_each(${json})
		WHERE true ON CONFLICT DO NOTHING`;
	if (documentId === null) return;
	store.sql.run`
		UPDATE documents SET mapped_fields = ${mappedFields(store, fileId)}, updated_at = ${now}
		WHERE document_id = ${documentId}`;
};
