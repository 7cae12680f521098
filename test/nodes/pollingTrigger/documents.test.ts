import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { isoTime } from '../../../tools/sandbox/clock';
import { polledService } from '../../support/polledService';

const { service, serve, trigger, requestsOf } = polledService({ tasks: 1, documents: 1 });

const ids = (items: IDataObject[]) => items.map(({ document_id }) => document_id);

/** The text shows no way to upload a document, so one is put into the store. */
const addDocument = (): number => {
	const { store, clock } = service().sandbox.service;
	const now = isoTime(clock.now());
	const row = store.sql.get`
		SELECT max(document_id) + 1 AS id FROM documents WHERE document_id < 80000`;
	const id = Number(row?.id);
	store.sql.run`
		INSERT INTO files (file_id, org_id, file_name, created_at, content)
		SELECT ${`file_${id}`}, org_id, file_name, ${now}, content FROM files
		WHERE file_id = ${service().sandbox.ids.fileId}`;
	store.sql.run`
		INSERT INTO documents (document_id, org_id, file_id, created_at, updated_at, body)
		SELECT ${id}, org_id, ${`file_${id}`}, ${now}, ${now}, body FROM documents
		WHERE file_id = ${service().sandbox.ids.fileId}`;
	return id;
};

const setOwner = async (fileId: string, value: string) =>
	await service().patch(`/core/files/${fileId}/attributes`, {
		attributes: [{ name: 'renewal_owner', data_type: 'text', value }],
	});

describe.each(['created', 'updated'] as const)('a search by time %s first', (searchOrder) => {
	it('Document Created gives each new document once', async () => {
		await serve({ searchOrder });
		const { poll } = await trigger('documentCreated');
		expect(await poll()).toEqual([]);
		const created = [addDocument(), addDocument()];
		expect(ids(await poll())).toEqual(created);
		expect(await requestsOf(async () => expect(await poll()).toEqual([]))).toBe(2);
	});

	it('Document Updated gives a document whose attributes change, each time', async () => {
		await serve({ searchOrder });
		const { poll } = await trigger('documentUpdated');
		expect(await poll()).toEqual([]);
		const fileId = service().sandbox.ids.fileId ?? '';
		await setOwner(fileId, 'a@meridian.example');
		await setOwner(fileId, 'b@meridian.example');
		const [document, ...more] = await poll();
		expect(more).toEqual([]);
		expect(JSON.stringify(document)).toContain('b@meridian.example');
		expect(await poll()).toEqual([]);
		await setOwner(fileId, 'c@meridian.example');
		expect(ids(await poll())).toEqual([document?.document_id]);
		expect(await requestsOf(poll)).toBe(2);
	});
});

it.each(['documentCreated', 'documentUpdated'])(
	'%s begins without a cursor, and then sends only cursors that the service gave',
	async (event) => {
		await serve({ documents: 201 });
		const { poll, test: press } = await trigger(event);
		service().sandbox.clearRequests();
		await press();
		await poll();
		for (let count = 0; count < 201; count++) addDocument();
		await poll();
		await press();
		const bodies = service()
			.sandbox.requests()
			.map(({ body }) => body as Record<string, unknown>);
		expect(bodies[0]).toEqual({ limit: 200 });
		const given = new Set<unknown>();
		for (const body of bodies) {
			const cursor = body.last_created_at ?? body.last_updated_at;
			if (cursor !== undefined) expect(given).toContain(cursor);
			given.add((await service().post('/core/documents/search', body)).data.next_cursor);
		}
	},
);

it('a long search on a small limit goes on in the next polls, and leaves half of it', async () => {
	await serve({ documents: 2_200, rateLimit: 20 });
	const { poll } = await trigger('documentCreated', { options: { backlog: true } });
	const found: unknown[] = [];
	const requests: number[] = [];
	for (let polls = 0; polls < 4; polls++) {
		requests.push(await requestsOf(async () => found.push(...ids(await poll()))));
	}
	expect(requests).toEqual([10, 2, 1, 1]);
	expect(new Set(found).size).toBe(found.length);
	expect(found).toHaveLength(2_200);
});
