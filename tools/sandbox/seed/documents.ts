import { isoTime } from '../clock';
import type { Store } from '../store/database';
import type { Attribute, DocumentFile } from '../store/documents';
import { insertAttributes, mappedFields } from '../store/documents';
import type { ValueKind } from '../store/fieldValues';
import { indexed, kindOfValueType } from '../store/fieldValues';
import { insertFile } from '../store/files';
import { members, organizations } from './accounts';
import { attributesOf, sampleFields, typeNames } from './documentKinds';
import type { Random } from './random';
import type { Calendar } from './values';
import { parties } from './values';
import { workflows } from './workflows';

/** A value by which filters find a document: its document, field, kind and the value. */
type SampleValue = readonly [documentId: number, fieldId: number, kind: ValueKind, value: unknown];

/** Adds all values with one statement: there are about fifteen per document. */
const insertValues = ({ sql }: Store, values: readonly SampleValue[]): void => {
	const rows = values.flatMap(([documentId, fieldId, kind, value]) => {
		if (value === null) return [];
		const columns = indexed(kind, value);
		if (columns === undefined)
			throw new Error(`Field ${fieldId} of document ${documentId} is no ${kind}`);
		return [[fieldId, documentId, columns.text, columns.folded, columns.number]];
	});
	sql.run`
		INSERT INTO field_values (field_id, document_id, text, folded, number)
		SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
		FROM json_each(${JSON.stringify(rows)})`;
};

interface DocumentSeed {
	readonly store: Store;
	readonly random: Random;
	readonly calendar: Calendar;
	readonly organizationId: number;
	/** Id of the organization's first task, whose workflow some documents come from. */
	readonly firstTaskId: number | null;
}

/** Those of the main organization come last, so that there is room for any number of them. */
const firstDocumentIds: Readonly<Record<number, number>> = {
	[organizations.main]: 60001,
	[organizations.other]: 50001,
};

const sources = ['upload', 'workflow', 'email'] as const;
const categories = ['Procurement', 'Sales', 'Geheimhaltung'] as const;

const workflowMetadata = ({ random, organizationId, firstTaskId }: DocumentSeed, index: number) => {
	const { schema } = workflows.vendor;
	return {
		workflow_state_id: `state_${random.id()}`,
		workflow_id: schema.workflow_id,
		org_id: organizationId,
		user_id: random.pick(members).userId,
		workflow_version: index % 2 === 0 ? schema.version : null,
		task_id: index % 4 === 0 ? firstTaskId : null,
	};
};

/** A sample document; every 19th has neither name nor title, every 13th no date. */
const sampleDocument = (seed: DocumentSeed, index: number, createdAt: string) => {
	const { random, calendar, organizationId } = seed;
	const isBare = index % 19 === 18;
	const source = random.pick(sources);
	const workflow_metadata = source === 'workflow' ? workflowMetadata(seed, index) : null;
	const typeName = workflow_metadata ? 'Master Services Agreement' : random.pick(typeNames);
	// The first task is one with the first party.
	const party = workflow_metadata?.task_id ? parties[0] : random.pick(parties);
	const shown = {
		file_name: isBare ? null : `${typeName} ${party} ${index + 1}.pdf`,
		document_title: isBare ? null : `${typeName} – ${party}`,
		document_type: typeName,
		summary: random.chance(0.2) ? null : `${typeName} with ${party}, reviewed by the legal team.`,
		fields:
			organizationId === organizations.main ? sampleFields(typeName, party, random, calendar) : [],
		workflow_metadata,
		document_created_at: index % 13 === 12 ? null : createdAt,
	};
	return { source, shown };
};

type SampleDocument = ReturnType<typeof sampleDocument>;

/** The reserved header fields (section 4, document search): id, kind and value. */
const headerFields = (
	random: Random,
	index: number,
	{ source, shown }: SampleDocument,
): ReadonlyArray<readonly [number, ValueKind, unknown]> => [
	[1, 'text', shown.document_type],
	[2, 'text', shown.document_title],
	[3, 'text', shown.file_name],
	[4, 'number', random.pick(members).userId],
	[5, 'boolean', index % 10 !== 9],
	[6, 'text', source],
	[7, 'date', shown.document_created_at],
	[8, 'text', random.chance(0.3) ? 'Exhibit A – Preisliste' : null],
	[9, 'text', random.pick(categories)],
];

/** What filters find documents by, stored for all documents at once. */
interface Found {
	readonly values: SampleValue[];
	readonly attributes: Array<Attribute & DocumentFile>;
}

const seedDocument = (
	seed: DocumentSeed & Found,
	documentId: number,
	index: number,
	count: number,
): string => {
	const { store, random, calendar, organizationId, values } = seed;
	const created = calendar.momentOf(index, count);
	const createdAt = isoTime(created);
	const updatedAt = isoTime(calendar.after(created, 20 * 24 * 3_600_000, random));
	const fileId = `file_${random.id()}`;
	const document = sampleDocument(seed, index, createdAt);
	const { shown } = document;
	const name = shown.file_name ?? 'scan.pdf';
	const hasAttributes = organizationId === organizations.main && index % 5 < 3;
	const attributes = hasAttributes ? attributesOf(index, calendar) : [];
	insertFile(store, { fileId, organizationId, name, createdAt, content: null });
	store.sql.run`
		INSERT INTO documents
			(document_id, org_id, file_id, created_at, updated_at, mapped_fields, body)
		VALUES (${documentId}, ${organizationId}, ${fileId}, ${createdAt}, ${updatedAt},
			${mappedFields(attributes)}, ${JSON.stringify(shown).slice(1, -1)})`;
	for (const [fieldId, kind, value] of headerFields(random, index, document)) {
		values.push([documentId, fieldId, kind, value]);
	}
	for (const { org_field_id, field_value_type, value } of shown.fields) {
		values.push([documentId, org_field_id, kindOfValueType(field_value_type), value]);
	}
	seed.attributes.push(...attributes.map((one) => ({ ...one, fileId, documentId })));
	return fileId;
};

/**
 * Creates `count` documents of an organization, and returns the file id of the first one, or null.
 */
export const seedDocuments = (seed: DocumentSeed, count: number): string | null => {
	const first = firstDocumentIds[seed.organizationId] ?? 1;
	const found: Found = { values: [], attributes: [] };
	let firstFile: string | null = null;
	for (let index = 0; index < count; index += 1) {
		const fileId = seedDocument({ ...seed, ...found }, first + index, index, count);
		firstFile ??= fileId;
	}
	insertValues(seed.store, found.values);
	insertAttributes(seed.store, found.attributes);
	return firstFile;
};
