import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runNode, storeFile } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, itemsOf, parametersOf, startStage } from '../support/stage';

let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

/** What a form holds as n8n saves it; one that comes from elsewhere has no schema. */
const form = (value: IDataObject, schema: IDataObject[] = []): INodeParameters => ({
	variables: { mappingMode: 'defineBelow', value, schema } as unknown as INodeParameters,
});
const automatic: INodeParameters = {
	variables: { mappingMode: 'autoMapInputData', value: null, schema: [] },
};

const masterServices = { workflowId: byId('wf_master_services'), version: 'latest' };
const schemaRequest = { request: 'GET /workflows/wf_master_services/latest/schema' };
const initiateRequest = 'POST /workflows/wf_master_services/latest/initiate';

const draft = { data: 'JSBkcmFmdA==', mimeType: 'application/pdf', fileName: 'Entwurf ß.PDF' };

/** The values of all nine types, as people and nodes give them, and as they are sent. */
const values = {
	counterparty: ['Nordwind "Süd" GmbH', 'text', 'Nordwind "Süd" GmbH'],
	contract_value: [1200.5, 'number', '1200.5'],
	auto_renewal: ['false', 'boolean', 'false'],
	effective_date: ['2026-12-01', 'date', '2026-12-01'],
	notice_email: [' notices@nordwind.example ', 'email', 'notices@nordwind.example'],
	governing_law: ['Germany', 'select', 'Germany'],
	business_owner: ['priya.raman@meridian.example', 'user_entity', 'priya.raman@meridian.example'],
	contracting_entity: ['Meridian Freight Ltd', 'business', 'Meridian Freight Ltd'],
} as const;

const entries = Object.entries(values);
const plain = Object.fromEntries(entries.map(([id, [value]]) => [id, value]));
const sent = [
	...entries.map(([variable_id, [, type, value]]) => ({ variable_id, type, value })),
	{
		variable_id: 'draft',
		type: 'file',
		value: 'Entwurf ß.PDF',
		file_extension: 'PDF',
		base64_content: draft.data,
	},
];

const names = {
	counterparty: 'Counterparty',
	contract_value: 'Contract value',
	auto_renewal: 'Renews automatically',
	effective_date: 'Effective date',
	notice_email: 'Address for notices',
	governing_law: 'Governing law',
	business_owner: 'Business owner',
	contracting_entity: 'Contracting entity',
} as const;

const launched = async (parameters: INodeParameters, item: INodeExecutionData) => {
	const { error, saved } = await stage.run(
		'workflow.initiate',
		{ ...masterServices, ...parameters },
		{ items: [item] },
	);
	expect(error).toBeUndefined();
	expect(stage.received()).toEqual([
		schemaRequest,
		{ request: initiateRequest, body: { variables: sent } },
	]);
	return saved;
};

describe('all nine types of variables', () => {
	it('as fixed values', async () => {
		await launched(form({ ...plain, draft: 'data' }), { json: {}, binary: { data: draft } });
	});

	it('as expressions', async () => {
		const expressions = Object.fromEntries(
			Object.keys(plain).map((id) => [id, `={{ $json.in.${id} }}`]),
		);
		const typed = { contract_value: '1200.5', auto_renewal: false };
		await launched(form({ ...expressions, draft: '={{ $json.field }}' }), {
			json: { field: 'pdf', in: { ...plain, ...typed } },
			binary: { other: draft, pdf: draft },
		});
	});

	it('mapped automatically by ID', async () => {
		const saved = await launched(automatic, { json: plain, binary: { draft } });
		expect(saved).not.toContain('match no variable');
	});

	it('mapped automatically by name, where a form has named the file', async () => {
		const named = Object.fromEntries(Object.entries(names).map(([id, name]) => [name, plain[id]]));
		const upload = { filename: 'Entwurf ß.PDF', mimetype: 'application/pdf', size: 7 };
		const saved = await launched(automatic, {
			json: {
				...named,
				'Draft of the agreement': [upload],
				submittedAt: '2026-01-31T09:00:00Z',
				note: '',
				formMode: 'test',
			},
			binary: { Draft_of_the_agreement: draft, photo: draft },
		});
		expect(saved).toContain('These input fields match no variable: submittedAt, formMode, photo.');
	});

	it.each<[string, INodeParameters]>([
		['as JSON', { specifyVariables: 'json', variablesJson: '={{ $json }}' }],
		[
			'as the text of a JSON',
			{ specifyVariables: 'json', variablesJson: '={{ JSON.stringify($json) }}' },
		],
		['by an expression for the whole form', { variables: '={{ $json }}' }],
		[
			'by an expression that gives the text of a JSON',
			{ variables: '={{ JSON.stringify($json) }}' },
		],
	])('%s', async (_name, parameters) => {
		await launched(parameters, {
			json: { ...plain, draft: 'data' },
			binary: { data: draft },
		});
	});
});

it.each([
	['number', 'contract_value', 12, '12'],
	['number', 'contract_value', '1.50', '1.50'],
	['number', 'contract_value', ' 7 ', '7'],
	['boolean', 'auto_renewal', true, 'true'],
	['boolean', 'auto_renewal', 'TRUE', 'true'],
	['date', 'effective_date', '={{ DateTime.fromISO("2026-12-01T09:00:00Z") }}', undefined],
	['date', 'effective_date', '={{ new Date(Date.UTC(2026, 11, 1)) }}', undefined],
	['text', 'counterparty', 4711, '4711'],
	['text', 'counterparty', ' kept ', ' kept '],
])('a %s of %j is sent in its form', async (type, variable_id, value, text) => {
	const parameters = form({ ...plain, draft: 'data', [variable_id]: value });
	const { error } = await stage.run(
		'workflow.initiate',
		{ ...masterServices, ...parameters },
		{ items: [{ json: {}, binary: { data: draft } }] },
	);
	const [, { body } = {}] = stage.received() as Array<{
		body?: { variables: Array<Record<string, string>> };
	}>;
	const input = body?.variables.find((one) => one.variable_id === variable_id);
	if (text !== undefined) expect(error).toBeUndefined();
	expect(input?.type).toBe(type);
	if (text === undefined) expect(new Date(input?.value ?? '').getUTCMonth()).toBe(11);
	else expect(input?.value).toBe(text);
});

describe("what n8n's form gives", () => {
	/** Launches with all values, one of them another one; gives what was sent of it. */
	const sentOf = async (
		variable_id: string,
		value: unknown,
		binary: INodeExecutionData['binary'] = { data: draft },
	) => {
		const parameters = { ...masterServices, variables: '={{ $json }}' };
		const json = { ...plain, draft: 'data', [variable_id]: value } as IDataObject;
		const { error } = await stage.run('workflow.initiate', parameters, {
			items: [{ json, binary }],
		});
		const bodies = stage.received() as Array<{
			body?: { variables: Array<Record<string, string>> };
		}>;
		const sentOne = bodies[1]?.body?.variables.find((one) => one.variable_id === variable_id);
		return { error, sent: sentOne };
	};

	it.each([
		...['Yes', 'yes', ' YES ', 'true', 'True', true, 1, '1', ['Yes'], [true]].map(
			(value) => [value, 'true'] as const,
		),
		...['No', 'NO', 'false', false, 0, '0', ['No']].map((value) => [value, 'false'] as const),
	])('%j is a boolean', async (value, text) => {
		const { error, sent: given } = await sentOf('auto_renewal', value);
		expect(error).toBeUndefined();
		expect(given).toEqual({ variable_id: 'auto_renewal', type: 'boolean', value: text });
	});

	it.each([['on'], ['Yes, please'], [2], [['Yes', 'No']], [{ yes: true }], ['1.0']])(
		'%j is no boolean',
		async (value) => {
			const { error, sent: given } = await sentOf('auto_renewal', value);
			expect(error?.message).toContain(
				'"Variables" "Renews automatically" must be Yes or No, true or false, or 1 or 0, not ',
			);
			expect(given).toBeUndefined();
		},
	);

	it('a box that is not ticked is no answer', async () => {
		const { error } = await sentOf('auto_renewal', []);
		expect(error?.message).toBe('"Variables" "Renews automatically" is required');
	});

	const upload = { filename: 'Entwurf ß.PDF', mimetype: 'application/pdf', size: 7 };
	const other = { ...draft, fileName: 'other.pdf' };
	const larger = { ...draft, data: 'JSBkcmFmdA==JSBkcmFm'.slice(0, 8) };
	const word = { ...draft, mimeType: 'application/msword' };

	it.each<[string, unknown, INodeExecutionData['binary']]>([
		['by its name', upload, { photo: other, Contract_draft: draft }],
		['of a field for several files', [upload], { photo: other, Contract_draft_0: draft }],
		['by its type, among two of one name', upload, { a: word, b: draft }],
		['by its size, among two of one name', upload, { a: larger, b: draft }],
		['by its name alone', { filename: 'Entwurf ß.PDF' }, { a: other, b: draft }],
		[
			'with the path of another machine',
			{ ...upload, filename: 'C:\\x\\Entwurf ß.PDF' },
			{ draft },
		],
		['as n8n itself describes a binary field', '={{ $binary.b }}', { a: other, b: draft }],
	])('a file is found %s', async (_name, value, binary) => {
		if (typeof value === 'string') {
			const { error } = await stage.run(
				'workflow.initiate',
				{ ...masterServices, ...form({ ...plain, draft: value }) },
				{ items: [{ json: {}, binary: binary ?? {} }] },
			);
			expect(error).toBeUndefined();
			return;
		}
		const { error, sent: given } = await sentOf('draft', value, binary);
		expect(error).toBeUndefined();
		expect(given).toEqual(sent.at(-1));
	});

	it.each<[string, unknown, INodeExecutionData['binary'], string, string]>([
		[
			'is in two fields',
			upload,
			{ a: draft, b: draft },
			'is the file Entwurf ß.PDF, which is in several binary fields',
			'Enter the name of one of them: a, b.',
		],
		[
			'is in none',
			upload,
			{ a: other },
			'is the file Entwurf ß.PDF, which the input item does not have',
			'The input item has files in a.',
		],
		[
			'is of another size',
			{ ...upload, size: 8 },
			{ a: other, b: draft },
			'is the file Entwurf ß.PDF, which the input item does not have',
			'The input item has files in a, b. Enter b.',
		],
		[
			'came without its bytes',
			upload,
			undefined,
			'is the file Entwurf ß.PDF, which the input item does not have',
			'The input item has no files.',
		],
		[
			'is one of several',
			[upload, { ...upload, filename: 'other.pdf' }],
			{ Draft_0: draft, Draft_1: other },
			'takes one file, not 2',
			'Enter one of Draft_0, Draft_1.',
		],
		[
			'is named by its own name',
			'Entwurf ß.PDF',
			{ a: other, b: draft },
			'names "Entwurf ß.PDF", which is not a binary field',
			'The input item has files in a, b. Enter b.',
		],
		[
			'is named by the label of the form',
			'Contract draft',
			{ a: other, Contract_draft: draft },
			'names "Contract draft", which is not a binary field',
			'The input item has files in a, Contract_draft. Enter Contract_draft.',
		],
	])('a file that %s is refused', async (_name, value, binary, fault, detail) => {
		const { error, sent: given } = await sentOf('draft', value, binary ?? {});
		expect(error?.message).toBe(`"Variables" "Draft of the agreement" ${fault}`);
		expect(error?.description).toMatch(new RegExp(`^${detail} Nothing was sent\\.`));
		expect(given).toBeUndefined();
	});

	it('a file of a field for several is mapped automatically', async () => {
		const saved = await launched(automatic, {
			json: { ...plain, 'Draft of the agreement': [upload] },
			binary: { Draft_of_the_agreement_0: draft },
		});
		expect(saved).not.toContain('match no variable');
	});
});

it('nine missing variables are a list, with the input fields that matched none', async () => {
	const fields = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${index}`, 'x']));
	const { error } = await stage.run(
		'workflow.initiate',
		{ ...masterServices, ...automatic },
		{ items: itemsOf(fields) },
	);
	expect(error?.message).toBe('9 variables are missing or wrong');
	const lines = error?.description?.split('\n') ?? [];
	expect(lines).toEqual([
		...[...Object.values(names).slice(0, 6), 'Draft of the agreement'].map(
			(name) => `• ${name}: is required`,
		),
		...Object.values(names)
			.slice(6)
			.map((name) => `• ${name}: is required`),
		'Nothing was sent. Correct the fields and run again. These input fields match no variable: F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, and 2 more.',
	]);
	expect(error?.context?.descriptionTemplate).toBe(lines.join('<br>'));
	expect(stage.received()).toEqual([schemaRequest]);
});

const law = '"Variables" "Governing law"';

it.each<[IDataObject, string]>([
	[{ contract_value: 'twelve' }, '"Variables" "Contract value" must be a number, not twelve'],
	[{ contract_value: '1,200' }, '"Variables" "Contract value" must be a number, not 1,200'],
	[{ contract_value: true }, '"Variables" "Contract value" must be a number, not true'],
	[
		{ auto_renewal: 'maybe' },
		'"Variables" "Renews automatically" must be Yes or No, true or false, or 1 or 0, not maybe',
	],
	[
		{ effective_date: '01.12.2026' },
		'"Variables" "Effective date" must be an ISO 8601 date, for example 2026-01-31 or 2026-01-31T09:00:00Z, not 01.12.2026',
	],
	[{ notice_email: 'me' }, '"Variables" "Address for notices" must be an email address, not me'],
	[{ business_owner: 'me' }, '"Variables" "Business owner" must be an email address, not me'],
	[{ governing_law: { a: 1 } }, `${law} must be text, not {"a":1}`],
	[{ governing_law: null }, `${law} is required`],
	[{ governing_law: '' }, `${law} is required`],
	[
		{ draft: 'pdf' },
		'"Variables" "Draft of the agreement" names "pdf", which is not a binary field. The input item has files in data, text.',
	],
	[
		{ draft: 'text' },
		'"Variables" "Draft of the agreement" names the file notes.txt, but the workflow allows only pdf, docx',
	],
	[
		{ draft: { a: 1 } },
		'"Variables" "Draft of the agreement" must name an input binary field, not {"a":1}. The input item has files in data, text.',
	],
	[
		{ governing_lawe: 'x' },
		'"Variables" "governing_lawe" is not a variable of Master services agreement, version 1. The variables are counterparty, contract_value, auto_renewal, effective_date, notice_email, governing_law, draft, business_owner, contracting_entity, note',
	],
	[{ Counterparty: 'B' }, '"Variables" "counterparty" is set twice'],
	[
		{ contract_value: 'x', auto_renewal: null, notice_email: 'y' },
		'3 variables are missing or wrong: Contract value: must be a number, not x; Address for notices: must be an email address, not y; Renews automatically: is required',
	],
])('variables with %j are refused before anything is written', async (wrong, message) => {
	const notes = { data: 'YQ==', mimeType: 'text/plain', fileName: 'notes.txt' };
	const { error, output } = await stage.run(
		'workflow.initiate',
		{ ...masterServices, variables: '={{ $json }}' },
		{
			items: [
				{ json: { ...plain, draft: 'data' } },
				{ json: { ...plain, draft: 'data', ...wrong } },
			].map((item) => ({ ...item, binary: { data: draft, text: notes } })),
		},
	);
	const [title, list] = message.split(': ');
	if (list === undefined) expect(`${error?.message}. ${error?.description}`).toContain(message);
	else expect(error?.message).toBe(title);
	for (const fault of list?.split('; ') ?? []) expect(error?.description).toContain(fault);
	expect(error?.context?.itemIndex).toBe(1);
	expect(output).toEqual([]);
	expect(stage.received()).toEqual([schemaRequest]);
});

it('what is wrong with each item is told at once, and nothing is sent', async () => {
	const parties = ['A', '', 'B', '', 'C', 7].map((party, index) => ({
		party,
		value: index === 4 ? 'x' : 5,
	}));
	const { error } = await stage.run(
		'workflow.initiate',
		{
			workflowId: byId('wf_kaufvertrag'),
			...form({ gegenpartei: '={{ $json.party }}', kaufpreis: '={{ $json.value }}' }),
		},
		{ items: itemsOf(...parties) },
	);
	expect(error).toMatchObject({
		message: '3 of 6 items failed (nothing was sent)',
		description: [
			'• Item 1, Item 3: "Variables" "Gegenpartei" is required.',
			'• Item 4: "Variables" "Kaufpreis (€)" must be a number, not x.',
			'Nothing was sent. Correct the field and run again. To run the other items, set On Error to "Continue (using error output)" in the Settings of the node.',
		].join('\n'),
	});
	expect(stage.received()).toEqual([{ request: 'GET /workflows/wf_kaufvertrag/latest/schema' }]);
});

it('where the node goes on, the wrong items come out as such and the others are sent', async () => {
	const { output, error } = await stage.run(
		'workflow.initiate',
		{ workflowId: byId('wf_mutual_nda'), ...form({ counterparty: '={{ $json.party }}' }) },
		{ items: itemsOf({ party: 'A' }, {}, { party: 'B' }), onError: 'continueRegularOutput' },
	);
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json.error ?? json.workflow_id)).toEqual([
		'wf_mutual_nda',
		{
			message: '"Variables" "Counterparty" is required',
			description: 'Nothing was sent. Correct the field and run again.',
			outcome: 'failed',
			operation: 'workflow.initiate',
		},
		'wf_mutual_nda',
	]);
	expect(stage.received()).toHaveLength(3);
});

it('a run of 100 items reads each schema once, and every run reads it anew', async () => {
	const parameters = {
		workflowId: byId('={{ $json.workflow }}'),
		version: '={{ $json.version }}',
		variables: '={{ { [$json.variable]: "Item " + $itemIndex } }}',
	};
	const items = Array.from({ length: 100 }, (_, index) => ({
		json:
			index % 3 === 0
				? { workflow: 'wf_mutual_nda', version: '1', variable: 'counterparty' }
				: { workflow: 'wf_mutual_nda', version: 'latest', variable: 'counterparty' },
	}));
	const { error } = await runNode({
		parameters: parametersOf('workflow.initiate', parameters),
		credentials: stage.credentials,
		items,
		rounds: 2,
	});
	expect(error).toBeUndefined();
	const lines = stage.received().map(({ request }) => request);
	const count = (line: string) => lines.filter((one) => one === line).length;
	expect(count('GET /workflows/wf_mutual_nda/1/schema')).toBe(2);
	expect(count('GET /workflows/wf_mutual_nda/latest/schema')).toBe(2);
	expect(lines).toHaveLength(204);
});

it('a version that is not active is initiated, and told', async () => {
	const { error, saved } = await stage.run('workflow.initiate', {
		workflowId: byId('wf_mutual_nda'),
		version: '1',
		...form({ counterparty: 'A' }),
	});
	expect(error).toBeUndefined();
	expect(saved).toContain('Version 1 of Mutual NDA is not active.');
	expect(stage.received()).toHaveLength(2);
});

it('a field that was taken out of the form is not sent, though n8n has kept its value', async () => {
	const { error } = await stage.run('workflow.initiate', {
		workflowId: byId('wf_mutual_nda'),
		...form({ counterparty: 'A', effective_date: '2026-01-31' }, [
			{ id: 'counterparty', displayName: 'C', type: 'string', required: true, removed: false },
			{ id: 'effective_date', displayName: 'E', type: 'string', required: false, removed: true },
		]),
	});
	expect(error).toBeUndefined();
	expect(stage.received()[1]?.body).toEqual({
		variables: [{ variable_id: 'counterparty', type: 'text', value: 'A' }],
	});
});

it('a form with a stale schema is written by the live one', async () => {
	const stale = [
		{ id: 'counterparty', displayName: 'C', type: 'number', required: false, removed: false },
	];
	const { error } = await stage.run('workflow.initiate', {
		workflowId: byId('wf_mutual_nda'),
		...form({ counterparty: '={{ "4711" }}' }, stale),
	});
	expect(error).toBeUndefined();
	expect(stage.received()[1]?.body).toEqual({
		variables: [{ variable_id: 'counterparty', type: 'text', value: '4711' }],
	});
});

it.each<[string, INodeParameters, string]>([
	[
		'JSON that is a list',
		{ specifyVariables: 'json', variablesJson: '[1]' },
		'must be an object, not [1]',
	],
	['JSON that is none', { specifyVariables: 'json', variablesJson: '{"a"' }, 'must be valid JSON'],
	['a form that is a text', { variables: '={{ "counterparty" }}' }, 'must be valid JSON'],
	['a form that is a number', { variables: '={{ 5 }}' }, 'must be an object, not 5'],
])('%s is refused', async (_name, parameters, message) => {
	const { error } = await stage.run('workflow.initiate', {
		workflowId: byId('wf_mutual_nda'),
		...parameters,
	});
	expect(error?.message).toContain(`"Variables" ${message}`);
	expect(stage.received()).toEqual([]);
});

describe('a decision', () => {
	const approve = { taskId: byId('={{ $json.id }}'), decideIf: 'always' };
	const lines = () => stage.received().map(({ request }) => request);

	it.each<[string, INodeParameters]>([
		['no variables', {}],
		['blank values', { variablesJson: { cost_center: '', note: null } }],
		['an empty JSON', { variablesJson: '{}' }],
	])('with %s reads nothing before it', async (_name, additionalFields) => {
		const { error } = await stage.run(
			'task.approve',
			{ ...approve, additionalFields },
			{ items: itemsOf({ id: 10005 }) },
		);
		expect(error).toBeUndefined();
		expect(lines()).toEqual(['POST /tasks/10005/approve']);
	});

	it('with values reads task and schema, the schema once for all tasks of a workflow', async () => {
		const file_id = stage.sandbox.ids.fileId ?? '';
		const { error } = await stage.run(
			'task.approve',
			{
				...approve,
				additionalFields: {
					variablesJson: '={{ { cost_center: $json.center, draft: $json.draft ?? "data" } }}',
				},
			},
			{
				items: itemsOf(
					{ id: 10005, center: 4711 },
					{ id: 10018, center: '', draft: { file_id, file_name: 'a.pdf' } },
				).map((item) => ({ ...item, binary: { data: draft } })),
			},
		);
		expect(error).toBeUndefined();
		const requests = stage.received();
		expect(
			requests.filter(({ request }) => request.startsWith('GET')).map(({ request }) => request),
		).toEqual([
			'GET /tasks/10005',
			'GET /tasks/10018',
			'GET /workflows/wf_vendor_agreement/2/schema',
		]);
		const file = sent.find(({ type }) => type === 'file');
		const bodyOf = (id: number) =>
			requests.find(({ request }) => request === `POST /tasks/${id}/approve`)?.body;
		expect(bodyOf(10005)).toEqual({
			approved: true,
			variables: [{ variable_id: 'cost_center', type: 'text', value: '4711' }, file],
		});
		expect(bodyOf(10018)).toEqual({
			approved: true,
			variables: [{ variable_id: 'draft', type: 'file', value: 'a.pdf', file_id }],
		});
	});

	it('refuses a variable that the schema does not have', async () => {
		const { error } = await stage.run(
			'task.approve',
			{ ...approve, additionalFields: { variablesJson: { other: 'x' } } },
			{ items: itemsOf({ id: 10005 }) },
		);
		expect(error?.message).toBe(
			'"Variables" "other" is not a variable of Vendor agreement, version 2',
		);
		expect(error?.description).toMatch(/^The variables are .+\. Nothing was sent\./);
		expect(lines().filter((line) => line.startsWith('POST'))).toEqual([]);
	});
});

it('a file in n8n’s store is checked by its extension before it is read', async () => {
	const stored = await storeFile(Buffer.from('MZ'), 'setup.exe', 'application/octet-stream');
	const { error } = await stage.run(
		'workflow.initiate',
		{ ...masterServices, ...automatic },
		{ items: [{ json: plain, binary: { draft: stored } }] },
	);
	expect(error?.message).toBe(
		'"Variables" "Draft of the agreement" names the file setup.exe, but the workflow allows only pdf, docx',
	);
	expect(stage.received()).toEqual([schemaRequest]);
});
