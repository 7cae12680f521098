import type { z } from 'zod';
import type { attributeTypes, document } from '../../../src/contract';
import type { Store } from './database';
import { attributeIndex, attributeValue, indexed, kindOfValueType } from './fieldValues';
import { readJson } from './sql';

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

/** The JSON text of attributes as a document shows them. */
export const mappedFields = (attributes: readonly Attribute[]): string =>
	JSON.stringify(
		attributes.map(({ name, data_type, value }) => ({
			name,
			field_type: data_type,
			value: shownValue(data_type, value),
		})),
	);

/** Stores attributes of files with one statement. The values must match their types. */
export const insertAttributes = (
	{ sql }: Store,
	attributes: ReadonlyArray<Attribute & DocumentFile>,
): void => {
	const rows = attributes.map((one) => ({ ...one, ...attributeIndex(one.data_type, one.value) }));
	sql.run`
		INSERT OR REPLACE INTO attributes
			(file_id, name, field_type, value, document_id, text, folded, number)
		SELECT value ->> 'fileId', value ->> 'name', value ->> 'data_type', value ->> 'value',
			value ->> 'documentId', value ->> 'text', value ->> 'folded', value ->> 'number'
		FROM json_each(${JSON.stringify(rows)}) ORDER BY key`;
};

/**
 * Sets attributes of a file: an existing name is overwritten with its type, new names are added,
 * others stay (section 4). The values must match their types.
 */
export const setAttributes = (
	store: Store,
	organizationId: number,
	file: DocumentFile,
	attributes: readonly Attribute[],
	now: string,
): void => {
	const { sql } = store;
	insertAttributes(
		store,
		attributes.map((attribute) => ({ ...attribute, ...file })),
	);
	sql.run`
		INSERT INTO attribute_definitions (org_id, name, field_type)
		SELECT ${organizationId}, value ->> 'name', value ->> 'data_type'
		FROM json_each(${JSON.stringify(attributes)}) WHERE true ON CONFLICT DO NOTHING`;
	if (file.documentId === null) return;
	const all = sql.all`
		SELECT name, field_type AS data_type, value FROM attributes
		WHERE file_id = ${file.fileId} ORDER BY name` as unknown as Attribute[];
	sql.run`
		UPDATE documents SET mapped_fields = ${mappedFields(all)}, updated_at = ${now}
		WHERE document_id = ${file.documentId}`;
};

/** A document as the API shows it. Its ids and mapped fields have columns of their own. */
type StoredDocument = z.output<typeof document>;

type FieldValue = StoredDocument['fields'][number];

/** A document of the organization, or undefined. */
export const findDocument = (
	{ sql }: Store,
	organizationId: number,
	documentId: number,
): StoredDocument | undefined => {
	const row = sql.get`
		SELECT '{' || body || '}' AS json FROM documents
		WHERE document_id = ${documentId} AND org_id = ${organizationId}`;
	return row && readJson<StoredDocument>(row.json);
};

/** A field's new value as its type, or undefined if the text does not match. Empty is null. */
export const parsedFieldValue = (type: string, text: string): FieldValue['value'] | undefined => {
	if (text === '') return null;
	const kind = kindOfValueType(type);
	const value = attributeValue(kind, text);
	return indexed(kind, value) && value;
};

/** Changes a field of a document, which counts as an update of it. */
export const changeField = (
	{ sql }: Store,
	documentId: number,
	shown: StoredDocument,
	field: FieldValue,
	change: Partial<FieldValue>,
	now: string,
): void => {
	const changed = { ...field, ...change };
	const fields = shown.fields.map((entry) => (entry === field ? changed : entry));
	const body = JSON.stringify({ ...shown, fields }).slice(1, -1);
	const { org_field_id: id, field_value_type: type, value } = changed;
	sql.run`
		UPDATE documents SET body = ${body}, updated_at = ${now} WHERE document_id = ${documentId}`;
	sql.run`DELETE FROM field_values WHERE field_id = ${id} AND document_id = ${documentId}`;
	const columns = indexed(kindOfValueType(type), value);
	if (columns === undefined) return;
	sql.run`
		INSERT INTO field_values (field_id, document_id, text, folded, number)
		VALUES (${id}, ${documentId}, ${columns.text}, ${columns.folded}, ${columns.number})`;
};
