import { describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '../support/service';
import { startService, useService } from '../support/service';

const documents = 130;
const service = useService({ documents });

const search = (body: unknown, from = service): Promise<Answer> =>
	from.post('/core/documents/search', body);
const rows = ({ data }: Answer): Json[] => data.documents as unknown as Json[];
const ids = (answer: Answer): number[] =>
	rows(answer).map(({ document_id }) => Number(document_id));
const all = async (filters: unknown[]): Promise<Json[]> =>
	rows(await search({ limit: 200, filters }));

it('section 2: a document shows values that are clear, unclear, unavailable and empty', async () => {
	const found = await all([]);
	expect(found).toHaveLength(documents);
	for (const name of ['file_name', 'summary', 'workflow_metadata', 'document_created_at']) {
		expect(new Set(found.map((document) => document[name] === null)).size).toBe(2);
	}
	const fields = found.flatMap((document) => document.fields as unknown as Json[]);
	const states = fields.map(({ is_unclear, is_null, value }) =>
		[is_unclear, is_null, value === null].join(),
	);
	expect([...new Set(states)].sort()).toEqual([
		'false,false,false',
		'false,false,true',
		'false,true,true',
		'true,false,false',
		'true,false,true',
	]);
});

/** Follows a walk to its end; `next` gives the body of the page behind `answer`. */
const walk = async (
	next: (answer: Answer, seen: number) => object,
	from = service,
	limit = 7,
): Promise<number[]> => {
	const seen: number[] = [];
	let answer = await search({ limit }, from);
	for (;;) {
		expect(answer.status).toBe(200);
		seen.push(...ids(answer));
		if (!(answer.data.has_next as unknown as boolean)) return seen;
		expect(String(answer.data.next_cursor)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
		expect(Number.isNaN(Date.parse(String(answer.data.next_cursor)))).toBe(false);
		answer = await search({ limit, ...next(answer, seen.length) }, from);
	}
};

describe('section 4, pages of a search', () => {
	it('holds 100 by default, and 1 to 200 on demand', async () => {
		expect(ids(await search({}))).toHaveLength(100);
		expect(ids(await search({ limit: 200 }))).toHaveLength(documents);
		expect(ids(await search({ limit: 1 }))).toHaveLength(1);
	});

	it.each(['created', 'updated'] as const)(
		'visits every document once by offset and by either cursor (first page by %s)',
		async (searchOrder) => {
			const own = await startService({ documents, searchOrder });
			const expected = ids(await search({ limit: 200 }, own)).sort();
			expect(expected).toHaveLength(documents);
			const walks = [
				await walk((_answer, offset) => ({ offset }), own),
				await walk(({ data }) => ({ last_created_at: data.next_cursor }), own),
				await walk(({ data }) => ({ last_updated_at: data.next_cursor }), own),
			];
			for (const seen of walks) expect([...seen].sort()).toEqual(expected);
			await own.sandbox.stop();
		},
	);

	it('visits every document once when all of them have one time', async () => {
		const own = await startService({ documents: 20 });
		const time = '2026-01-01T00:00:00.000Z';
		own.sandbox.service.store.db.exec(
			`UPDATE documents SET created_at = '${time}', updated_at = '${time}'`,
		);
		for (const field of ['last_created_at', 'last_updated_at']) {
			const seen = await walk(({ data }) => ({ [field]: data.next_cursor }), own, 3);
			expect([seen.length, new Set(seen).size]).toEqual([20, 20]);
		}
		await own.sandbox.stop();
	});
});

describe('section 4, filters', () => {
	const field = (field_id: number, operator: string, value: unknown) => ({
		type: 'field',
		field_id,
		operator,
		value,
	});
	const attribute = (attribute_id: string, operator: string, value: unknown) => ({
		type: 'attribute',
		attribute_id,
		operator,
		value,
	});
	const valueOf = (document: Json, fieldId: number): unknown =>
		(document.fields as unknown as Json[]).find(
			({ org_field_id }) => Number(org_field_id) === fieldId,
		)?.value ?? null;
	/** The value of the attribute with an ID, `<name>_<type>`: the name can have an underscore. */
	const attributeOf = (row: Json, id: string): unknown =>
		(row.mapped_fields as unknown as Json[]).find(
			({ name }) => String(name) === id.slice(0, id.lastIndexOf('_')),
		)?.value ?? null;
	/** Compares what the service finds with what a plain loop over all documents finds. */
	const check = async (filter: object, keep: (document: Json) => boolean): Promise<void> => {
		const expected = (await all([])).filter(keep).map(({ document_id }) => document_id);
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(documents);
		expect((await all([filter])).map(({ document_id }) => document_id)).toEqual(expected);
	};
	const text = (value: unknown): string => String(value);

	it.each([
		[1, 'eq', 'NDA'],
		[2, 'contains', 'kaufvertrag'],
		[3, 'exists', false],
		[4, 'eq', 501],
		[5, 'eq', true],
		[6, 'eq', 'workflow'],
		[7, 'gte', '2026-01-01'],
		[8, 'eq', 'Exhibit A – Preisliste'],
		[9, 'eq', 'Geheimhaltung'],
	])('knows the reserved field %i', async (id, operator, value) => {
		const found = await all([field(id, operator, value)]);
		expect(found.length).toBeGreaterThan(0);
		expect(found.length).toBeLessThan(documents);
	});

	const middle = 1_000_000;
	const laws = ['日本', 'Delaware'];
	const day = (days: number): string =>
		new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

	it.each<[number | string, string, unknown, (value: unknown) => boolean]>([
		[103, 'gt', middle, (value) => Number(value) > middle],
		[103, 'gte', middle, (value) => Number(value) >= middle],
		[103, 'lt', middle, (value) => value !== null && Number(value) < middle],
		[103, 'lte', middle, (value) => value !== null && Number(value) <= middle],
		[103, 'between', [5e5, middle], (value) => Number(value) >= 5e5 && Number(value) <= middle],
		[103, 'exists', true, (value) => value !== null],
		[103, 'exists', false, (value) => value === null],
		[104, 'eq', '日本', (value) => value === '日本'],
		[104, 'in', laws, (value) => laws.includes(text(value))],
		[104, 'not_in', laws, (value) => !laws.includes(text(value))],
		[106, 'contains', 'société', (value) => text(value).includes('Société')],
		[106, 'not_contains', 'société', (value) => !text(value).includes('Société')],
		[105, 'eq', true, (value) => value === true],
		[101, 'lt', day(-350), (value) => value !== null && text(value) < day(-350)],
		['region_text', 'eq', '東アジア', (value) => value === '東アジア'],
		['renewal_date_date', 'lte', day(100), (value) => value !== null && text(value) <= day(100)],
		['dossier_link', 'contains', 'dossiers/1', (value) => text(value).includes('dossiers/1')],
		['region_text', 'exists', false, (value) => value === null],
	])('finds by the value of %s: %s %j', async (id, operator, value, keep) => {
		if (typeof id === 'number')
			await check(field(id, operator, value), (row) => keep(valueOf(row, id)));
		else await check(attribute(id, operator, value), (row) => keep(attributeOf(row, id)));
	});

	it('nests groups; filters and groups are joined by and unless or is asked for', async () => {
		const nda = field(1, 'eq', 'NDA');
		const lease = field(1, 'eq', 'Lease');
		const german = field(104, 'eq', 'Germany');
		const isType = (row: Json, ...types: string[]): boolean =>
			types.includes(text(row.document_type));
		const isGerman = (row: Json): boolean => valueOf(row, 104) === 'Germany';
		await check(
			{
				type: 'group',
				filters: [german, { type: 'group', group_operator: 'or', filters: [nda, lease] }],
			},
			(row) => isGerman(row) && isType(row, 'NDA', 'Lease'),
		);
		await check(
			{
				type: 'group',
				group_operator: 'or',
				filters: [nda, { type: 'group', group_operator: 'and', filters: [lease, german] }],
			},
			(row) => isType(row, 'NDA') || (isType(row, 'Lease') && isGerman(row)),
		);
		expect(await all([nda, lease])).toEqual([]);
	});
});
