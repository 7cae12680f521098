import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const run = async (operation: string, parameters: object, answer: unknown) => {
	const server = await serve((response) => sendJson(response, 200, answer));
	const { output, error } = await runNode({
		parameters: parametersOf(operation, { ...parameters }),
		credentials: keyCredential(server.url, 'key_1'),
		items: [{ json: {} }],
	});
	expect(error).toBeUndefined();
	return output.map(({ json }) => json);
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const found = (documents: readonly object[]) => ({ documents, has_next: false, next_cursor: null });
const listed = (tasks: readonly object[]) => ({ tasks, total_count: tasks.length });

const field = (org_field_id: number, field_name: string, value: unknown, marks = {}) => ({
	field_name,
	field_value_type: typeof value === 'number' ? 'number' : 'text',
	org_field_id,
	value,
	is_unclear: false,
	is_null: false,
	...marks,
});

describe('Add Digest', () => {
	const row = { document_id: 7, summary: 'é "x"', fields: [], document_type: 'NDA' };
	// RFC 8785 by hand: keys in order, no blanks.
	const digest = sha256(
		'{"document_id":7,"document_type":"NDA","fields":[],"summary":"é \\"x\\""}',
	);
	const search = async (more: object, one: object = row) => {
		const [item] = await run(
			'document.search',
			{ options: { results: { addDigest: true } }, ...more },
			found([one]),
		);
		return item;
	};

	it.each([
		['simplified', {}],
		['raw', {}],
		['selectedFields', { fields: [] }],
	])('is of the whole row, whatever Output is: %s', async (output, more) => {
		expect(await search({ output, ...more })).toMatchObject({ document_id: 7, digest });
	});

	it('is other for any change, and the same for another order of keys', async () => {
		const reordered = { summary: row.summary, document_type: 'NDA', fields: [], document_id: 7 };
		expect(await search({}, reordered)).toMatchObject({ digest });
		for (const other of [
			{ ...row, surprise: null },
			{ ...row, summary: 'é "y"' },
		]) {
			expect((await search({}, other))?.digest).toMatch(/^[0-9a-f]{64}$/);
			expect((await search({}, other))?.digest).not.toBe(digest);
		}
	});

	it('is there for a text with half of a character, of which there is no canonical text', async () => {
		const half = await search({}, { summary: 'x\ud800', document_id: 7 });
		expect(half?.digest).toBe(sha256('{"document_id":7,"summary":"x\\ud800"}'));
	});

	const readNumber = async (value: string) => {
		const server = await serve((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(`{"documents":[{"document_id":1,"value":${value}}],"has_next":false}`);
		});
		const options = { results: { addDigest: true } };
		const { output } = await runNode({
			parameters: parametersOf('document.search', { options, output: 'raw' }),
			credentials: keyCredential(server.url, 'key_1'),
		});
		return output[0]?.json ?? {};
	};

	it('changes with each digit of a number, also where JavaScript cannot hold the number', async () => {
		const numbers = [
			'9007199254740991',
			'9007199254740992',
			'9007199254740993',
			'1e308',
			'1e400',
			'1e401',
			'-1e400',
			'null',
			'0.1',
			'0.10000000000000000001',
			'1e-400',
			'0',
		];
		const digests = new Set<unknown>();
		for (const number of numbers) {
			const { value, digest } = await readNumber(number);
			expect(String(value)).toBe(number.replace('1e308', '1e+308'));
			digests.add(digest);
		}
		expect(digests.size).toBe(numbers.length);
	});

	it('tells a number from a text, except from the text that stands for the number', async () => {
		const digestOf = async (value: string) => (await readNumber(value)).digest;
		expect(await digestOf('1')).not.toBe(await digestOf('"1"'));
		expect(await digestOf('1.0')).toBe(await digestOf('1'));
		expect(await digestOf('1e400')).toBe(await digestOf('"1e400"'));
	});

	it('is there for tasks, and for the documents of a page', async () => {
		const task = { task_id: 5, variables: [] };
		const options = { results: { addDigest: true } };
		expect(await run('task.getMany', { options, output: 'raw' }, listed([task]))).toEqual([
			{ ...task, digest: sha256('{"task_id":5,"variables":[]}') },
		]);
		const page = await run(
			'document.search',
			{ options: { results: { ...options.results, itemPer: 'page' } }, output: 'raw' },
			found([row]),
		);
		expect(page).toEqual([found([{ ...row, digest }])]);
	});

	it('is left out where the option is off', async () => {
		const options = { results: { addDigest: false } };
		expect(await search({ options, output: 'raw' })).toEqual(row);
	});
});

describe('Fields as Columns', () => {
	const documents = [
		{
			document_id: 1,
			fields: [
				field(104, 'Governing Law', 'England', { is_unclear: true }),
				field(9, 'End date', '2027-01-01', { field_value_type: 'date' }),
				field(12, 'document_id', 3),
			],
			mapped_fields: [{ name: 'Region x', field_type: 'text', value: 'EMEA' }],
		},
		{
			document_id: 2,
			fields: [
				field(33, 'Liability', 'first', { field_value_type: 'clause' }),
				field(33, 'Liability', 'second', { field_value_type: 'clause', is_unclear: true }),
				field(105, 'Governing  law!', null, { is_null: true }),
			],
			mapped_fields: [{ name: 'Region x', field_type: 'number', value: 4 }],
		},
		{ document_id: 3, fields: 'none' },
	];
	const columns = async (more: object, rows: readonly object[] = documents) =>
		await run('document.search', { output: 'selectedFields', fields: [], ...more }, found(rows));

	const none = {
		field_9: null,
		type_of_field_9: null,
		unclear_field_9: null,
		field_12: null,
		type_of_field_12: null,
		unclear_field_12: null,
		field_33: null,
		type_of_field_33: null,
		unclear_field_33: null,
		field_104: null,
		type_of_field_104: null,
		unclear_field_104: null,
		field_105: null,
		type_of_field_105: null,
		unclear_field_105: null,
	};
	const byId = [
		{
			document_id: 1,
			'attribute_Region x_number': null,
			'attribute_Region x_text': 'EMEA',
			...none,
			field_9: '2027-01-01',
			type_of_field_9: 'date',
			unclear_field_9: false,
			field_12: 3,
			type_of_field_12: 'number',
			unclear_field_12: false,
			field_104: 'England',
			type_of_field_104: 'text',
			unclear_field_104: true,
		},
		{
			document_id: 2,
			'attribute_Region x_number': 4,
			'attribute_Region x_text': null,
			...none,
			field_33: ['first', 'second'],
			type_of_field_33: 'clause',
			unclear_field_33: true,
			type_of_field_105: 'text',
			unclear_field_105: false,
		},
		{
			document_id: 3,
			'attribute_Region x_number': null,
			'attribute_Region x_text': null,
			...none,
		},
	];

	it('gives each row the same columns in the same order, with null for what it lacks', async () => {
		const options = { results: { fieldsAsColumns: 'id' } };
		expect(JSON.stringify(await columns({ options }))).toBe(JSON.stringify(byId));
		const backwards = await columns({ options }, [...documents].reverse());
		expect(JSON.stringify(backwards.reverse())).toBe(JSON.stringify(byId));
	});

	it('calls them by name with the ID behind it, so that two of one name stay apart', async () => {
		const [first] = await columns({ options: { results: { fieldsAsColumns: 'name' } } });
		expect(first).toMatchObject({
			document_id: 1,
			field_governing_law_104: 'England',
			field_governing_law_105: null,
			field_document_id_12: 3,
			unclear_field_governing_law_104: true,
			type_of_field_end_date_9: 'date',
		});
		const names = Object.keys(first ?? {});
		expect(names).toEqual([...new Set(names)]);
		const [odd] = await columns({ options: { results: { fieldsAsColumns: 'name' } } }, [
			{ document_id: 1, fields: [field(3, '—', 1), field(4, '契約 Größe', 2)] },
		]);
		expect(odd).toMatchObject({ field_3: 1, field_契約_größe_4: 2 });
	});

	it('adds them to Raw and Simplified, beside the digest', async () => {
		const options = { results: { fieldsAsColumns: 'id', addDigest: true } };
		const raw = await columns({ options, output: 'raw' });
		expect(raw[0]).toMatchObject({ ...documents[0], ...byId[0], digest: expect.any(String) });
		const simplified = await columns({ options, output: 'simplified' });
		expect(simplified[0]).toMatchObject({ ...byId[0], unclear_fields: ['Governing Law'] });
		const [page] = await columns({
			options: { results: { ...options.results, itemPer: 'page' } },
			output: 'raw',
		});
		expect(page).toEqual(found(raw));
	});
});

describe('the name of a column', () => {
	// A letter of two signs and four bytes, and one of three bytes.
	const long = [
		'\u{20bb7}'.repeat(60),
		'契'.repeat(60),
		'Governing law of the agreement, '.repeat(4),
	];
	const isFit = (name: string) => Buffer.byteLength(name) <= 63 && !/\p{Cs}/u.test(name);

	it('has at most 63 bytes of whole characters, whatever a field or attribute is called', async () => {
		const fields = long.flatMap((name, index) =>
			[1, 2].map((half) => field(10 * index + half, name + half, `${index} ${half}`)),
		);
		const given = [...fields, field(999_999_999_999_999, 'a'.repeat(80), 'last')];
		const mapped_fields = long.flatMap((name) =>
			[1, 2].map((value) => ({ name: name + value, field_type: 'text', value })),
		);
		const columns = async (rows: readonly object[]) => {
			const options = { results: { fieldsAsColumns: 'name' } };
			const more = { output: 'selectedFields', fields: [], options };
			const [row = {}] = await run('document.search', more, found(rows));
			return new Map(Object.entries(row).filter(([name]) => name !== 'document_id'));
		};
		const all = await columns([{ document_id: 1, fields: given, mapped_fields }]);
		expect([...all.keys()].filter((name) => !isFit(name))).toEqual([]);
		expect(all.size).toBe(3 * given.length + mapped_fields.length);
		expect([...all.values()].filter((value) => value === 'last')).toHaveLength(1);
		for (const name of all.keys()) {
			if (!name.startsWith('field_')) continue;
			expect(all.has(`type_of_${name}`) && all.has(`unclear_${name}`)).toBe(true);
		}
		// None changes its name when others come.
		const [one] = await columns([{ document_id: 1, mapped_fields: mapped_fields.slice(0, 1) }]);
		expect(all.get(one?.[0] ?? '')).toBe(1);
	});

	it('has so many of a variable too, and is cut no earlier than it must be', async () => {
		const ids = [...long.flatMap((id) => [`${id}1`, `${id}2`]), 'a'.repeat(46), 'b'.repeat(47)];
		const variables = ids.map((variable_id, value) => ({
			variable_id,
			value,
			variable_type: 'text',
			step_id: 'intake',
		}));
		const options = { results: { variablesAsColumns: true } };
		const [row = {}] = await run(
			'task.getMany',
			{ output: 'selectedFields', fields: [], options },
			listed([{ task_id: 1, variables }]),
		);
		const names = Object.keys(row).filter((name) => name !== 'task_id');
		expect(names.filter((name) => !isFit(name))).toEqual([]);
		expect(names).toHaveLength(2 * ids.length);
		const values = names.filter((name) => name.startsWith('variable_')).map((name) => row[name]);
		expect(values.sort((a, b) => Number(a) - Number(b))).toEqual(ids.map((_id, value) => value));
		expect(names).toContain(`type_of_variable_${'a'.repeat(46)}`);
		const digest = sha256('b'.repeat(47)).slice(0, 10);
		expect(names).toContain(`variable_${'b'.repeat(35)}_${digest}`);
	});
});

describe('Variables as Columns', () => {
	const variable = (variable_id: string, value: unknown, variable_type = 'text') => ({
		variable_type,
		value,
		step_id: 'intake',
		variable_id,
	});
	const tasks = [
		{
			task_id: 1,
			variables: [
				variable('amount', 10, 'number'),
				variable('amount', 12, 'number'),
				variable('countries', ['GB', 'FR'], 'multi_select'),
				variable('__proto__', 'kept'),
			],
		},
		{
			task_id: 2,
			variables: [
				variable('type_of_variable_amount', 'clash'),
				variable('due', '2026-05-05', 'date'),
			],
		},
	];

	it('gives value and type of each, whatever it is called', async () => {
		const parameters = {
			output: 'selectedFields',
			fields: [],
			options: { results: { variablesAsColumns: true } },
		};
		const [one, other] = await run('task.getMany', parameters, listed(tasks));
		expect(one).toEqual({
			task_id: 1,
			variable___proto__: 'kept',
			type_of_variable___proto__: 'text',
			variable_amount: [10, 12],
			type_of_variable_amount: 'number',
			variable_countries: ['GB', 'FR'],
			type_of_variable_countries: 'multi_select',
			variable_due: null,
			type_of_variable_due: null,
			variable_type_of_variable_amount: null,
			type_of_variable_type_of_variable_amount: null,
		});
		expect(Object.keys(other ?? {})).toEqual(Object.keys(one ?? {}));
		expect(other).toMatchObject({
			variable_type_of_variable_amount: 'clash',
			variable_due: '2026-05-05',
		});
	});

	it('gives the same columns where the node filters by itself', async () => {
		const options = { results: { variablesAsColumns: true } };
		const filters = { waitingForApproval: true };
		const rows = tasks.map((task) => ({
			...task,
			status: 'in_progress',
			current_step_type: 'approval',
		}));
		const [one, other] = await run('task.getMany', { options, filters }, listed(rows));
		expect(one).toMatchObject({ variable_due: null });
		expect(other).toMatchObject({ variable_amount: null });
	});

	it('changes nothing where it is off', async () => {
		const options = { results: { variablesAsColumns: false } };
		const output = await run('task.getMany', { options, output: 'raw' }, listed(tasks));
		expect(output).toEqual(tasks);
	});
});
