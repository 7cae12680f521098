import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { processorMs } from './support/processorMs';
import type { Service } from './support/service';
import { startService } from './support/service';

const original = 500;
const copies = 200;

let service: Service;
beforeAll(async () => {
	service = await startService({ documents: original, tasks: 1 });
	// Copied inside SQLite: to make each of them as sample data would take longer than the test.
	service.sandbox.service.store.db.exec(`
		BEGIN;
		CREATE TEMP TABLE copy (n INTEGER);
		WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${copies - 1})
		INSERT INTO copy SELECT n FROM counted;
		CREATE TEMP TABLE original AS SELECT * FROM documents WHERE org_id = 4102;
		INSERT INTO documents SELECT document_id + n * 100000, org_id, file_id || n, created_at,
			updated_at, mapped_fields, body FROM copy, original;
		INSERT INTO field_values SELECT field_id, document_id + n * 100000, text, folded, number
			FROM field_values JOIN original USING (document_id), copy;
		INSERT INTO attributes SELECT a.file_id || n, name, field_type, value,
			a.document_id + n * 100000, text, folded, number
			FROM attributes a JOIN original USING (document_id), copy;
		COMMIT;`);
}, 60_000);
afterAll(() => service.sandbox.stop());

const field = (field_id: number, operator: string, value: unknown) => ({
	type: 'field',
	field_id,
	operator,
	value,
});

it('finds a page of 200 among 100,000 documents by a nested filter in under 100 ms of processor time', async () => {
	const total = service.sandbox.service.store.db
		.prepare('SELECT count(*) AS n FROM documents')
		.get();
	expect(Number(total?.n)).toBeGreaterThanOrEqual(original * copies);
	const filters = [
		{
			type: 'group',
			group_operator: 'or',
			filters: [
				{
					type: 'group',
					filters: [
						field(1, 'eq', 'NDA'),
						field(103, 'gt', 2_000_000),
						field(104, 'in', ['Germany']),
					],
				},
				{ type: 'attribute', attribute_id: 'region_text', operator: 'eq', value: '東アジア' },
			],
		},
		field(5, 'eq', true),
	];
	const times: number[] = [];
	// The first ones compile.
	for (let count = 0; count < 20 && !times.some((time) => time < 100); count += 1) {
		const begun = processorMs();
		const { status, data } = await service.post('/core/documents/search', { limit: 200, filters });
		times.push(processorMs() - begun);
		expect([status, (data.documents as unknown as unknown[]).length]).toEqual([200, 200]);
	}
	expect(Math.min(...times)).toBeLessThan(100);
});
