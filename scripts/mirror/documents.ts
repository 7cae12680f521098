import { createHash, randomInt } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { isoTime } from '../../sandbox/clock';
import type { Sandbox } from '../../sandbox/server';
import { setAttributes } from '../../sandbox/store/documents';
import { askService } from '../service';
import type { MirrorDatabase } from './database';

/** The organization of the sandbox's key, in its store. */
const organization = 4102;

/** How many documents came, went and changed. */
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

const addDocument = ({ service: { store, clock } }: Sandbox): void => {
	const now = isoTime(clock.now());
	const [{ fileId } = { fileId: '' }] = someDocuments({ service: { store, clock } } as Sandbox, 1);
	const id = Number(store.sql.get`SELECT max(document_id) + 1 AS id FROM documents`?.id);
	store.sql.run`
		INSERT INTO files (file_id, org_id, file_name, created_at)
		VALUES (${`file_${id}`}, ${organization}, ${'added.pdf'}, ${now})`;
	store.sql.run`
		INSERT INTO documents (document_id, org_id, file_id, created_at, updated_at, body)
		SELECT ${id}, org_id, ${`file_${id}`}, ${now}, ${now}, body FROM documents
		WHERE file_id = ${fileId}`;
};

/**
 * Lets documents come, go and change in a sandbox's store: the API shows no way to add or remove one.
 * At random, up to `most` of each.
 */
export const changeDocuments = (sandbox: Sandbox, most: number): Changes => {
	const { store, clock } = sandbox.service;
	const counts = {
		added: randomInt(most + 1),
		removed: randomInt(most + 1),
		changed: randomInt(most + 1),
	};
	store.transaction(() => {
		for (const { documentId } of someDocuments(sandbox, counts.removed)) {
			store.sql.run`DELETE FROM documents WHERE document_id = ${documentId}`;
			store.sql.run`DELETE FROM field_values WHERE document_id = ${documentId}`;
		}
		for (const file of someDocuments(sandbox, counts.changed)) {
			const value = `"${randomInt(1e9)}" \\ \u0000 é`;
			const attributes = [{ name: 'note', data_type: 'text', value } as const];
			setAttributes(store, organization, file, attributes, isoTime(clock.now()));
		}
		for (let added = 0; added < counts.added; added += 1) addDocument(sandbox);
	});
	return counts;
};

const page = z.object({
	documents: z.array(z.object({ document_id: z.number() }).passthrough()),
	has_next: z.boolean(),
});

const canonical = (value: unknown): string => canonicalize(value) ?? '';

/** All documents of a service by their IDs, each as its canonical text, read without this package. */
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

/** How a mirror differs from the service; nothing where it is an exact copy. */
export interface Differences {
	/** Documents that the service shows and the mirror does not, or not so. */
	readonly wrong: number[];
	/** Documents that the mirror shows and the service does not. */
	readonly tooMany: number[];
}

/** Compares a mirror, its digests included, with what a service shows. */
export const differences = async (
	{ query }: MirrorDatabase,
	shown: ReadonlyMap<number, string>,
): Promise<Differences> => {
	const rows = await query(
		"SELECT document_id, digest, replace(content::text, E'\\n', ' ') FROM contract_documents WHERE gone_at IS NULL",
	);
	const mirrored = new Map<number, string>();
	const wrong = new Set<number>();
	for (const row of rows) {
		const [id = '', digest, ...content] = row.split('\t');
		const text = canonical(JSON.parse(content.join('\t')));
		mirrored.set(Number(id), text);
		if (createHash('sha256').update(text).digest('hex') !== digest) wrong.add(Number(id));
	}
	for (const [id, text] of shown) if (mirrored.get(id) !== text) wrong.add(id);
	return {
		wrong: [...wrong],
		tooMany: [...mirrored.keys()].filter((id) => !shown.has(id)),
	};
};

/** What changes with every write to a mirror: where PostgreSQL keeps each row, and who wrote it. */
export const fingerprint = async ({ query }: MirrorDatabase): Promise<string | undefined> => {
	const [hash] = await query(
		"SELECT md5(string_agg(ctid::text || ' ' || xmin::text, ',' ORDER BY document_id)) FROM contract_documents",
	);
	return hash;
};
