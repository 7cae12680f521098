import { describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '../support/service';
import { useService } from '../support/service';

const service = useService();

const list = (data: Json, name: string): Json[] => data[name] as unknown as Json[];

it('section 2: the id of a document type may be null', async () => {
	const { data } = await service.get('/core/document-types');
	const types = list(data, 'document_types');
	expect(types.some(({ document_type_id }) => document_type_id === null)).toBe(true);
});

describe('section 4, org fields', () => {
	it('gives every field type; enum values with enums only, attributes only when asked', async () => {
		const { data } = await service.get('/core/org-fields');
		const fields = list(data, 'org_fields');
		expect(data.attributes).toBeNull();
		expect(new Set(fields.map(({ field_value_type }) => field_value_type))).toEqual(
			new Set(['text', 'enum', 'number', 'boolean', 'date', 'clause']),
		);
		for (const field of fields) {
			expect(Array.isArray(field.enum_values)).toBe(String(field.field_value_type) === 'enum');
		}
	});

	it('gives the mapped attributes with include_attributes true', async () => {
		const { data } = await service.get('/core/org-fields?include_attributes=true');
		const types = list(data, 'attributes').map(({ field_type }) => String(field_type));
		expect(types.sort()).toEqual(['boolean', 'date', 'link', 'number', 'text']);
	});
});

describe('section 4, file attributes', () => {
	const patch = (attributes: unknown, fileId = service.sandbox.ids.fileId): Promise<Answer> =>
		service.patch(`/core/files/${fileId}/attributes`, { attributes });
	const mapped = async (): Promise<Record<string, unknown>> => {
		const { data } = await service.post('/core/documents/search', { limit: 1 });
		const fields = list(data.documents?.[0] ?? {}, 'mapped_fields');
		return Object.fromEntries(
			fields.map(({ name, field_type, value }) => [name, [field_type, value]]),
		);
	};

	it('merges: overwrites names that exist, adds new ones, leaves the others', async () => {
		const before = await mapped();
		const { status, data } = await patch([
			{ name: 'region', data_type: 'text', value: 'LATAM' },
			{ name: 'Kostenstelle', data_type: 'number', value: '4711' },
		]);
		expect([status, data]).toEqual([
			200,
			{
				file_id: service.sandbox.ids.fileId,
				status: 'success',
				updated_attributes: ['region', 'Kostenstelle'],
			},
		]);
		expect(await mapped()).toEqual({
			...before,
			region: ['text', 'LATAM'],
			Kostenstelle: ['number', 4711],
		});
		await patch([{ name: 'region', data_type: 'boolean', value: 'true' }]);
		expect((await mapped()).region).toEqual(['boolean', 'true']);
	});

	it('takes all five types, always as text, and shows text or numbers', async () => {
		const values = {
			text: 'a',
			date: '2026-05-01',
			number: '1.5',
			boolean: 'false',
			link: 'https://a.example',
		};
		const attributes = Object.entries(values).map(([data_type, value]) => ({
			name: `all ${data_type}`,
			data_type,
			value,
		}));
		expect((await patch(attributes)).status).toBe(200);
		expect(await mapped()).toMatchObject({
			'all text': ['text', 'a'],
			'all date': ['date', '2026-05-01'],
			'all number': ['number', 1.5],
			'all boolean': ['boolean', 'false'],
			'all link': ['link', 'https://a.example'],
		});
		const { data } = await service.get('/core/org-fields?include_attributes=true');
		expect(list(data, 'attributes')).toContainEqual({ name: 'all link', field_type: 'link' });
	});
});
