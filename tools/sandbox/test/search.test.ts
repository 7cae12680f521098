import { describe, expect, it } from '@jest/globals';
import type { Answer, Json } from './support/service';
import { locations, startService, useService } from './support/service';

const documents = 130;
const service = useService({ documents });

const search = (body: unknown, from = service): Promise<Answer> =>
	from.post('/core/documents/search', body);
const rows = ({ data }: Answer): Json[] => data.documents as unknown as Json[];
const ids = (answer: Answer): number[] =>
	rows(answer).map(({ document_id }) => Number(document_id));
const all = async (filters: unknown[]): Promise<Json[]> =>
	rows(await search({ limit: 200, filters }));

describe('section 2, document', () => {
	it('is null, somewhere in the sample data, in every field that may be', async () => {
		const found = await all([]);
		expect(found).toHaveLength(documents);
		for (const name of ['file_name', 'summary', 'workflow_metadata', 'document_created_at']) {
			expect(new Set(found.map((document) => document[name] === null))).toEqual(
				new Set([true, false]),
			);
		}
	});

	it('has field values that are certain, unclear, unavailable, and resolved as empty', async () => {
		const fields = (await all([])).flatMap((document) => document.fields as unknown as Json[]);
		for (const field of fields) {
			if (field.is_null as unknown as boolean) expect(field.value).toBeNull();
		}
		expect(fields.some(({ is_unclear }) => is_unclear as unknown as boolean)).toBe(true);
		expect(fields.some(({ is_null }) => is_null as unknown as boolean)).toBe(true);
		expect(fields.some(({ value, is_null }) => value === null && !is_null)).toBe(true);
	});
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
		for (const limit of [0, 201, 1.5, '10', null]) {
			const answer = await search({ limit });
			expect([answer.status, locations(answer)]).toEqual([422, ['body.limit']]);
		}
		const negative = await search({ offset: -1 });
		expect([negative.status, locations(negative)]).toEqual([422, ['body.offset']]);
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

	it('has no further page, and no cursor, at the end', async () => {
		const last = await search({ limit: 30, offset: 100 });
		expect([ids(last).length, last.data.has_next, last.data.next_cursor]).toEqual([
			30,
			false,
			null,
		]);
		const beyond = await search({ offset: 5000 });
		expect([ids(beyond), beyond.data.has_next]).toEqual([[], false]);
	});

	it('refuses both cursors, and a cursor with an offset', async () => {
		const time = '2025-06-01T00:00:00Z';
		const both = await search({ last_created_at: time, last_updated_at: time });
		expect([both.status, locations(both)]).toEqual([422, ['body.last_created_at']]);
		for (const field of ['last_created_at', 'last_updated_at']) {
			for (const offset of [0, 5]) {
				const answer = await search({ [field]: time, offset });
				expect([answer.status, locations(answer)]).toEqual([422, ['body.offset']]);
			}
			const unreadable = await search({ [field]: 'page 2' });
			expect([unreadable.status, locations(unreadable)]).toEqual([422, [`body.${field}`]]);
		}
		const unset = await search({ last_created_at: null, last_updated_at: null, offset: 1 });
		expect(unset.status).toBe(200);
	});

	it('takes a plain time as a cursor: documents of that time or later', async () => {
		const found = await all([]);
		const time = String(found[60]?.document_created_at);
		const later = rows(await search({ limit: 200, last_created_at: time }));
		expect(later).toHaveLength(
			found.findIndex((row) => String(row.document_created_at) === time) * -1 + documents,
		);
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
	/** Compares what the service finds with what a plain loop over all documents finds. */
	const check = async (filter: object, keep: (document: Json) => boolean): Promise<void> => {
		const expected = (await all([])).filter(keep).map(({ document_id }) => document_id);
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(documents);
		expect((await all([filter])).map(({ document_id }) => document_id)).toEqual(expected);
	};
	const text = (value: unknown): string => String(value);

	it('knows each reserved field by its id', async () => {
		await check(field(1, 'eq', 'NDA'), (row) => text(row.document_type) === 'NDA');
		await check(field(2, 'contains', 'kaufvertrag'), (row) =>
			text(row.document_title).includes('Kaufvertrag'),
		);
		await check(field(3, 'exists', false), (row) => row.file_name === null);
		const day = text((await all([]))[60]?.document_created_at).slice(0, 10);
		await check(field(7, 'gte', day), (row) =>
			row.document_created_at === null ? false : text(row.document_created_at) >= day,
		);
		await check(field(6, 'eq', 'workflow'), (row) => row.workflow_metadata !== null);
		for (const [id, value] of [
			[4, 501],
			[5, true],
			[8, 'Exhibit A – Preisliste'],
			[9, 'Geheimhaltung'],
		] as const) {
			const found = await all([field(id, 'eq', value)]);
			expect(found.length).toBeGreaterThan(0);
			expect(found.length).toBeLessThan(documents);
		}
	});

	it('has every operator', async () => {
		const amount = (row: Json): number | null => valueOf(row, 103) as number | null;
		const middle = 1_000_000;
		const ofAmount: Array<[string, unknown, (value: number) => boolean]> = [
			['gt', middle, (value) => value > middle],
			['gte', middle, (value) => value >= middle],
			['lt', middle, (value) => value < middle],
			['lte', middle, (value) => value <= middle],
			['between', [500_000, middle], (value) => value >= 500_000 && value <= middle],
		];
		for (const [operator, value, test] of ofAmount) {
			await check(field(103, operator, value), (row) => test(amount(row) ?? NaN));
		}
		await check(field(103, 'exists', true), (row) => amount(row) !== null);
		await check(field(103, 'exists', false), (row) => amount(row) === null);
		const law = (row: Json): unknown => valueOf(row, 104);
		await check(field(104, 'eq', '日本'), (row) => law(row) === '日本');
		await check(field(104, 'in', ['日本', 'Delaware']), (row) =>
			['日本', 'Delaware'].includes(text(law(row))),
		);
		await check(
			field(104, 'not_in', ['日本', 'Delaware']),
			(row) => !['日本', 'Delaware'].includes(text(law(row))),
		);
		const party = (row: Json): string => text(valueOf(row, 106) ?? '');
		await check(field(106, 'contains', 'société'), (row) => party(row).includes('Société'));
		await check(field(106, 'not_contains', 'société'), (row) => !party(row).includes('Société'));
		await check(field(105, 'eq', true), (row) => valueOf(row, 105) === true);
		const day = new Date(Date.now() - 350 * 24 * 3_600_000).toISOString().slice(0, 10);
		await check(field(101, 'lt', day), (row) => {
			const value = valueOf(row, 101);
			return value !== null && text(value) < day;
		});
	});

	it('finds mapped attributes by <name>_<type>, also when the name has an underscore', async () => {
		const mapped = (row: Json, wanted: string): unknown =>
			(row.mapped_fields as unknown as Json[]).find(({ name }) => text(name) === wanted)?.value;
		await check(
			attribute('region_text', 'eq', '東アジア'),
			(row) => mapped(row, 'region') === '東アジア',
		);
		await check(
			attribute('risk_score_number', 'gt', 50),
			(row) => Number(mapped(row, 'risk_score')) > 50,
		);
		await check(
			attribute('reviewed_boolean', 'eq', true),
			(row) => mapped(row, 'reviewed') === 'true',
		);
		const day = new Date(Date.now() + 100 * 24 * 3_600_000).toISOString().slice(0, 10);
		await check(attribute('renewal_date_date', 'lte', day), (row) => {
			const value = mapped(row, 'renewal_date');
			return value !== undefined && text(value) <= day;
		});
		await check(attribute('dossier_link', 'contains', 'dossiers/1'), (row) =>
			text(mapped(row, 'dossier')).includes('dossiers/1'),
		);
		await check(
			attribute('region_text', 'exists', false),
			(row) => mapped(row, 'region') === undefined,
		);
	});

	it('nests groups; filters and groups are joined by and unless or is asked for', async () => {
		const nda = field(1, 'eq', 'NDA');
		const lease = field(1, 'eq', 'Lease');
		const german = field(104, 'eq', 'Germany');
		const isType = (row: Json, ...types: string[]): boolean =>
			types.includes(text(row.document_type));
		const isGerman = (row: Json): boolean => valueOf(row, 104) === 'Germany';
		await check({ type: 'group', group_operator: 'or', filters: [nda, lease] }, (row) =>
			isType(row, 'NDA', 'Lease'),
		);
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

	it('collects what is wrong with filters and returns it together', async () => {
		const answer = await search({
			filters: [
				field(103, 'contains', 5),
				field(999, 'eq', 'x'),
				{ type: 'group', filters: [field(103, 'between', [1]), attribute('nope_text', 'eq', 'x')] },
				field(104, 'in', 'Delaware'),
				field(1, 'eq', 'NDA'),
			],
		});
		expect([answer.status, locations(answer)]).toEqual([
			422,
			[
				'body.filters.0.operator',
				'body.filters.1.field_id',
				'body.filters.2.filters.0.value',
				'body.filters.2.filters.1.attribute_id',
				'body.filters.3.value',
			],
		]);
	});

	it('refuses filters of the wrong form, with their place', async () => {
		const answer = await search({
			filters: [
				{ type: 'field', field_id: '1', operator: 'like', value: 'x' },
				{ type: 'attribute', attribute_id: 'region', operator: 'eq', value: 'x' },
				{ type: 'group', group_operator: 'xor', filters: [{ type: 'other' }] },
				{ type: 'field', field_id: 1, operator: 'eq' },
			],
		});
		expect([answer.status, locations(answer)]).toEqual([
			422,
			[
				'body.filters.0.field_id',
				'body.filters.0.operator',
				'body.filters.1.attribute_id',
				'body.filters.2.group_operator',
				'body.filters.2.filters.0.type',
				'body.filters.3.value',
			],
		]);
	});

	it('takes hundreds of filters and deep nesting, and says where its bounds are', async () => {
		const many = Array.from({ length: 400 }, (_, index) => field(103, 'gt', index));
		expect((await search({ filters: many })).status).toBe(200);
		const nest = (levels: number): object =>
			levels === 0 ? field(1, 'eq', 'NDA') : { type: 'group', filters: [nest(levels - 1)] };
		expect((await search({ filters: [nest(25)] })).status).toBe(200);
		expect((await search({ filters: [nest(2000)] })).status).toBe(422);
		expect((await search({ filters: [...many, ...many] })).status).toBe(422);
	});
});
