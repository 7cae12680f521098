import { isoTime } from '../clock';
import type { Store } from '../store/database';
import { setAttributes } from '../store/documents';
import type { ValueKind } from '../store/fieldValues';
import { indexed, kindOfValueType } from '../store/fieldValues';
import { insertFile } from '../store/files';
import { members, organizations } from './accounts';
import { attributesOf, sampleFields, typeNames } from './documentKinds';
import type { Random } from './random';
import type { Calendar } from './values';
import { parties } from './values';
import { workflows } from './workflows';

/** Adds a row to the values by which filters find documents. */
type InsertValue = (documentId: number, fieldId: number, kind: ValueKind, value: unknown) => void;

/** One statement for all rows: there are about fifteen per document. */
const valueInserter = ({ db }: Store): InsertValue => {
	const statement = db.prepare(
		'INSERT INTO field_values (field_id, document_id, text, folded, number) VALUES (?, ?, ?, ?, ?)',
	);
	return (documentId, fieldId, kind, value) => {
		if (value === null) return;
		const columns = indexed(kind, value);
		if (columns === undefined)
			throw new Error(`Field ${fieldId} of document ${documentId} is no ${kind}`);
		statement.run(fieldId, documentId, columns.text, columns.folded, columns.number);
	};
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
	const typeName = random.pick(typeNames);
	const party = random.pick(parties);
	const isBare = index % 19 === 18;
	const source = random.pick(sources);
	const shown = {
		file_name: isBare ? null : `${typeName} ${party} ${index + 1}.pdf`,
		document_title: isBare ? null : `${typeName} – ${party}`,
		document_type: typeName,
		summary: random.chance(0.2) ? null : `${typeName} with ${party}, reviewed by the legal team.`,
		fields: organizationId === organizations.main ? sampleFields(typeName, random, calendar) : [],
		workflow_metadata: source === 'workflow' ? workflowMetadata(seed, index) : null,
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

const seedDocument = (
	seed: DocumentSeed & { readonly insertValue: InsertValue },
	documentId: number,
	index: number,
	count: number,
): string => {
	const { store, random, calendar, organizationId, insertValue } = seed;
	const created = calendar.momentOf(index, count);
	const createdAt = isoTime(created);
	const updatedAt = isoTime(calendar.after(created, 20 * 24 * 3_600_000, random));
	const fileId = `file_${random.id()}`;
	const document = sampleDocument(seed, index, createdAt);
	const { shown } = document;
	const name = shown.file_name ?? 'scan.pdf';
	insertFile(store, { fileId, organizationId, name, createdAt, content: null });
	store.sql.run`
		INSERT INTO documents (document_id, org_id, file_id, created_at, updated_at, body)
		VALUES (${documentId}, ${organizationId}, ${fileId}, ${createdAt}, ${updatedAt},
			${JSON.stringify(shown).slice(1, -1)})`;
	for (const [fieldId, kind, value] of headerFields(random, index, document)) {
		insertValue(documentId, fieldId, kind, value);
	}
	for (const { org_field_id, field_value_type, value } of shown.fields) {
		insertValue(documentId, org_field_id, kindOfValueType(field_value_type), value);
	}
	if (organizationId === organizations.main && index % 5 < 3) {
		const attributes = attributesOf(index, calendar);
		setAttributes(store, organizationId, { fileId, documentId }, attributes, updatedAt);
	}
	return fileId;
};

/**
 * Creates `count` documents of an organization, and returns the file id of the first one, or null.
 */
export const seedDocuments = (seed: DocumentSeed, count: number): string | null => {
	const first = firstDocumentIds[seed.organizationId] ?? 1;
	const insertValue = valueInserter(seed.store);
	let firstFile: string | null = null;
	for (let index = 0; index < count; index += 1) {
		const fileId = seedDocument({ ...seed, insertValue }, first + index, index, count);
		firstFile ??= fileId;
	}
	return firstFile;
};
