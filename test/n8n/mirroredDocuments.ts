import { createHash, randomInt } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { isoTime } from '../../sandbox/clock';
import { organizations } from '../../sandbox/seed/accounts';
import type { Sandbox } from '../../sandbox/server';
import { setAttributes } from '../../sandbox/store/documents';
import { askService } from '../../scripts/demo/service';
import type { MirrorDatabase } from '../../scripts/mirror/database';

/** The organization of the sandbox's key, in its store. */
const organization = organizations.main;

/** How many documents were added, removed and changed. */
export interface Changes {
	readonly added: number;
	readonly removed: number;
	readonly changed: number;
}

const someDocuments = ({ service: { store } }: Sandbox, count: number) =>
	store.sql.all`
		SELECT document_id, file_id FROM documents WHERE org_id = ${organization}
		ORDER BY random() LIMIT ${count}`.map(({ document_id: id, file_id: file }) => ({
		documentId: Number(id),
		fileId: String(file),
	}));

const addDocument = (sandbox: Sandbox, id: number): void => {
	const { store, clock } = sandbox.service;
	const now = isoTime(clock.now());
	const [{ fileId } = { fileId: '' }] = someDocuments(sandbox, 1);
	const added = `file_${id}_${randomInt(1e9)}`;
	store.sql.run`
		INSERT INTO files (file_id, org_id, file_name, created_at)
		VALUES (${added}, ${organization}, ${'added.pdf'}, ${now})`;
	store.sql.run`
		INSERT INTO documents (document_id, org_id, file_id, created_at, updated_at, body)
		SELECT ${id}, org_id, ${added}, ${now}, ${now}, body FROM documents
		WHERE file_id = ${fileId}`;
};

/**
 * Adds, removes and changes documents in a sandbox's store: the API shows no way to add or remove
 * one. At random, up to `most` of each.
 */
export const changeDocuments = (sandbox: Sandbox, most: number): Changes => {
	const { store, clock } = sandbox.service;
	const counts = {
		added: randomInt(most + 1),
		removed: randomInt(most + 1),
		changed: randomInt(most + 1),
	};
	store.transaction(() => {
		// Read before any is removed. Otherwise a new document could get the ID of a removed one.
		const last = Number(store.sql.get`SELECT max(document_id) AS id FROM documents`?.id);
		for (const { documentId } of someDocuments(sandbox, counts.removed)) {
			store.sql.run`DELETE FROM documents WHERE document_id = ${documentId}`;
			store.sql.run`DELETE FROM field_values WHERE document_id = ${documentId}`;
		}
		for (const file of someDocuments(sandbox, counts.changed)) {
			const value = `"${randomInt(1e9)}" \\ \u0000 é`;
			const attributes = [{ name: 'note', data_type: 'text', value } as const];
			setAttributes(store, organization, file, attributes, isoTime(clock.now()));
		}
		for (let added = 1; added <= counts.added; added += 1) addDocument(sandbox, last + added);
	});
	return counts;
};

const page = z.object({
	documents: z.array(z.object({ document_id: z.number() }).passthrough()),
	has_next: z.boolean(),
});

const canonical = (value: unknown): string => canonicalize(value) ?? '';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** All documents of a service by ID, each as its canonical text, read without this package. */
export const documentsOf = async ({ baseUrl, apiKeys }: Sandbox): Promise<Map<number, string>> => {
	const documents = new Map<number, string>();
	for (let hasNext = true; hasNext; ) {
		const body = { limit: 200, offset: documents.size };
		const access = { baseUrl, apiKey: apiKeys.main };
		const answer = page.parse(await askService(access, '/core/documents/search', body));
		for (const row of answer.documents) documents.set(row.document_id, canonical(row));
		hasNext = answer.has_next;
	}
	return documents;
};

/** How a mirror differs from the service; empty if it is an exact copy. */
export interface Differences {
	/** Documents of the service that the mirror lacks or shows differently. */
	readonly wrong: number[];
	/** Documents of the mirror that the service does not have. */
	readonly tooMany: number[];
}

/** Compares a mirror, including its digests, with a service. */
export const differences = async (
	{ query }: MirrorDatabase,
	shown: ReadonlyMap<number, string>,
): Promise<Differences> => {
	const mirrored = new Set<number>();
	const wrong = new Set<number>();
	const rows = await query(
		`SELECT document_id, digest, replace(content::text, E'\\n', ' ') FROM contract_documents WHERE gone_at IS NULL`,
	);
	for (const row of rows) {
		const [id = '', digest, ...content] = row.split('\t');
		const text = canonical(JSON.parse(content.join('\t')));
		mirrored.add(Number(id));
		if (shown.get(Number(id)) !== text || sha256(text) !== digest) wrong.add(Number(id));
	}
	for (const id of shown.keys()) if (!mirrored.has(id)) wrong.add(id);
	const tooMany = [...mirrored].filter((id) => !shown.has(id));
	return { wrong: [...wrong].filter((id) => shown.has(id)), tooMany };
};

/**
 * Where PostgreSQL stores each row of a mirror, and its last writer: both change with each write.
 */
export const fingerprint = async ({ query }: MirrorDatabase): Promise<Map<string, string>> => {
	const rows = await query(
		"SELECT document_id, ctid::text || ' ' || xmin::text FROM contract_documents",
	);
	return new Map(rows.map((row) => row.split('\t') as [string, string]));
};
