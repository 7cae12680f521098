import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { shown } from '../../../nodes/shared/fields/propertyValue';
import { byId, itemsOf, sharedStage } from '../../support/stage';

const stage = sharedStage();

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
const sentFile = {
	variable_id: 'draft',
	type: 'file',
	value: 'Entwurf ß.PDF',
	file_extension: 'PDF',
	base64_content: draft.data,
};
const sent = [
	...entries.map(([variable_id, [, type, value]]) => ({ variable_id, type, value })),
	sentFile,
];

const names = [
	...['Counterparty', 'Contract value', 'Renews automatically', 'Effective date'],
	...['Address for notices', 'Governing law', 'Business owner', 'Contracting entity'],
];

const launch = async (parameters: INodeParameters, ...items: INodeExecutionData[]) =>
	await stage.run(
		'workflow.initiate',
		{ ...masterServices, ...parameters },
		items.length > 0 ? { items } : {},
	);

const upload = { filename: 'Entwurf ß.PDF', mimetype: 'application/pdf', size: 7 };
const json: IDataObject = { ...plain, draft: 'data' };
const binary = { data: draft };
const typed = { ...plain, contract_value: '1200.5', auto_renewal: false };

it.each<readonly [string, INodeParameters, INodeExecutionData, leftOut?: string]>([
	['fixed in the form', form({ ...plain, draft: 'data' }), { json: {}, binary }],
	[
		'expressions in the form',
		form({
			...Object.fromEntries(Object.keys(plain).map((id) => [id, `={{ $json.in.${id} }}`])),
			draft: '={{ $json.field }}',
		}),
		{ json: { field: 'pdf', in: typed }, binary: { other: draft, pdf: draft } },
	],
	['mapped automatically by ID', automatic, { json: plain, binary: { draft } }],
	[
		'mapped automatically by column, from a simplified task',
		automatic,
		{
			json: Object.fromEntries(Object.entries(plain).map(([id, one]) => [`variable_${id}`, one])),
			binary: { variable_draft: draft },
		},
	],
	[
		"mapped automatically by name, from n8n's Form",
		automatic,
		{
			json: {
				...Object.fromEntries(names.map((name, index) => [name, entries[index]?.[1][0] ?? ''])),
				'Draft of the agreement': [upload],
				submittedAt: '2026-01-31T09:00:00Z',
				note: '',
				formMode: 'test',
			},
			binary: { Draft_of_the_agreement: draft, photo: draft },
		},
		'submittedAt, formMode, photo',
	],
	['JSON', { specifyVariables: 'json', variablesJson: '={{ $json }}' }, { json, binary }],
	['an expression for the form', { variables: '={{ $json }}' }, { json, binary }],
])('values of all nine types are sent: %s', async (_name, parameters, item, leftOut = '') => {
	const { error, saved } = await launch(parameters, item);
	expect(error).toBeUndefined();
	expect(stage.received()).toEqual([
		schemaRequest,
		{ request: initiateRequest, body: { variables: expect.arrayContaining(sent) } },
	]);
	if (leftOut === '') expect(saved).not.toContain('match no variable');
	else expect(saved).toContain(`These input fields match no variable: ${leftOut}.`);
});

/** Launches with all values, one of them another one; gives what was sent of it. */
const sentOf = async (
	variable_id: string,
	value: unknown,
	files: INodeExecutionData['binary'] = binary,
) => {
	const item = { json: { ...json, [variable_id]: value } as IDataObject, binary: files };
	const { error } = await launch({ variables: '={{ $json }}' }, item);
	const [, { body } = {}] = stage.received() as ReadonlyArray<{
		body?: { variables: ReadonlyArray<Record<string, string>> };
	}>;
	return { error, sent: body?.variables.find((one) => one.variable_id === variable_id) };
};

it.each<readonly [variable: string, given: unknown, text: string | RegExp]>([
	['contract_value', ' 7\u200b', '7'],
	...[true, 'TRUE', 'Yes', ' YES ', 1, '1', ['Yes'], [true]].map(
		(given) => ['auto_renewal', given, 'true'] as const,
	),
	// n8n's Form gives an empty list for a box that is not checked.
	...[false, 'No', 0, '0', ['No'], []].map((given) => ['auto_renewal', given, 'false'] as const),
	['effective_date', ' 2026-12-01', '2026-12-01'],
	['effective_date', '2026-12-01 09:00', /^2026-12-01T09:00[+-]\d\d:\d\d$/],
	['notice_email', '\u00a0a@b.example\ufeff', 'a@b.example'],
	['counterparty', 4711, '4711'],
	['counterparty', ' kept ', ' kept '],
])('%s takes %j', async (variable, given, text) => {
	const { error, sent: input } = await sentOf(variable, given);
	expect(error).toBeUndefined();
	if (typeof text === 'string') expect(input?.value).toBe(text);
	else expect(input?.value).toMatch(text);
});

const other = { ...draft, fileName: 'other.pdf' };
const notes = { data: 'YQ==', mimeType: 'text/plain', fileName: 'notes.txt' };

it.each<readonly [string, unknown, INodeExecutionData['binary']]>([
	['by its name', upload, { photo: other, Contract_draft: draft }],
	['of a field for several files', [upload], { photo: other, Contract_draft_0: draft }],
])('a file is found %s', async (_name, value, files) => {
	const { error, sent: input } = await sentOf('draft', value, files);
	expect(error).toBeUndefined();
	expect(input).toEqual(sentFile);
});

const noYesOrNo = 'must be true or false, not';
const isoDate = 'must be an ISO 8601 date, for example 2026-01-31 or 2026-01-31T09:00:00Z, not';
const ofSheet = 'It looks like a date of a spreadsheet, which counts days from 1900.';
const inAll = 'does not exist in Master services agreement, version 1';

/** An error that names the variable, and says what to do. Nothing is sent. */
const expectRefusal = async (
	[key, given, files]: Parameters<typeof sentOf>,
	message: string,
	detail = '',
) => {
	const { error, sent: input } = await sentOf(key, given, files);
	expect(error?.message).toBe(`Variable ${message}`);
	expect(error?.description).toContain(detail);
	expect(error?.description).toContain('Nothing was sent. ');
	expect(input).toBeUndefined();
};

it.each<readonly [key: string, given: unknown, message: string, detail?: string]>([
	['contract_value', 'twelve', '"Contract value" must be a number, not twelve'],
	['contract_value', [], '"Contract value" must be a number, not []'],
	['auto_renewal', 'on', `"Renews automatically" ${noYesOrNo} on`],
	['auto_renewal', ['Yes', 'No'], `"Renews automatically" ${noYesOrNo} ["Yes","No"]`],
	['effective_date', '01.12.2026', `"Effective date" ${isoDate} 01.12.2026`],
	['effective_date', '2026-02-30', '"Effective date" must be a date that exists, not 2026-02-30'],
	['effective_date', 46205, `"Effective date" ${isoDate} 46205`, ofSheet],
	['notice_email', 'me', '"Address for notices" must be an email address, not me'],
	['governing_law', ' \u200b', '"Governing law" is required'],
	['counterpart', 'x', `"counterpart" ${inAll}`],
	['Counterparty', 'B', '"Counterparty" is set twice'],
])('%s is refused by its name for %j', async (key, given, message, detail = '') => {
	await expectRefusal([key, given], message, detail);
});

const noField = 'must name an input binary field, not';

it.each<
	readonly [
		given: unknown,
		files: NonNullable<INodeExecutionData['binary']>,
		fault: string,
		detail?: string,
	]
>([
	['text', { text: notes }, 'names the file notes.txt, but the workflow allows only pdf, docx'],
	[{ a: 1 }, binary, 'must name an input binary field, not {"a":1}', 'has files in data.'],
	[upload, { a: draft, b: draft }, `${noField} ${shown(upload)}`, 'has files in a, b.'],
	[upload, {}, `${noField} ${shown(upload)}`, 'The input item has no files.'],
	[
		[upload, { ...upload, filename: 'other.pdf' }],
		{ Draft_0: draft, Draft_1: other },
		`${noField} ${shown([upload, { ...upload, filename: 'other.pdf' }])}`,
		'has files in Draft_0, Draft_1.',
	],
	[
		'Contract draft',
		{ a: other, Contract_draft: draft },
		'names "Contract draft", which is not a binary field',
		'The input item has files in a, Contract_draft.',
	],
])('a file is refused by its name: %j of %j', async (given, files, fault, detail = '') => {
	await expectRefusal(['draft', given, files], `"Draft of the agreement" ${fault}`, detail);
});

it('all that is wrong with an item is one error, with the input fields that matched none', async () => {
	const given = { 'Contract value': 'x', notice_email: 'y', F1: 'x', F2: 'y' };
	const { error } = await launch(automatic, ...itemsOf(given));
	expect(error?.message).toBe('9 variables are missing or wrong');
	expect(error?.description?.split('\n')).toEqual([
		'• Variable "Contract value" must be a number, not x',
		'• Variable "Address for notices" must be an email address, not y',
		...[0, 2, 3, 5].map((index) => `• Variable "${names[index]}" is required`),
		'• Variable "Draft of the agreement" is required',
		...[6, 7].map((index) => `• Variable "${names[index]}" is required`),
		'Nothing was sent. Correct the fields and run again. These input fields match no variable: F1, F2.',
	]);
	expect(stage.received()).toEqual([schemaRequest]);
});

describe('a form of the workflow', () => {
	const nda = { workflowId: byId('wf_mutual_nda') };
	const counterparty = { variable_id: 'counterparty', type: 'text', value: '4711' };
	const field = { id: 'counterparty', displayName: 'C', type: 'number', required: false };
	const removed = { ...field, id: 'effective_date', type: 'string', removed: true };

	it.each<readonly [string, INodeParameters]>([
		['with a stale schema', form({ counterparty: '={{ "4711" }}' }, [field])],
		[
			'with the value of a field that was removed',
			form({ counterparty: 4711, effective_date: '2026-01-31' }, [field, removed]),
		],
		['of values by name', { variables: { counterparty: 4711 } }],
	])('%s is written by the live schema', async (_name, parameters) => {
		const { error } = await launch({ ...nda, ...parameters });
		expect(error).toBeUndefined();
		expect(stage.received()[1]?.body).toEqual({ variables: [counterparty] });
	});

	it.each<readonly [INodeParameters, message: string]>([
		[{ variables: { value: 'Nordwind' } }, '2 variables are missing or wrong'],
		[{ variables: '={{ "counterparty" }}' }, '"Variables" must be valid JSON'],
	])('%j is refused', async (parameters, message) => {
		const { error } = await launch({ ...nda, ...parameters });
		expect(error?.message).toContain(message);
		expect(stage.received().filter(({ request }) => request.startsWith('POST'))).toEqual([]);
	});
});

describe('a decision', () => {
	const stage = sharedStage();
	const approve = { taskId: byId('={{ $json.id }}'), decideIf: 'always' };
	const lines = () => stage.received().map(({ request }) => request);

	it.each<readonly [string, INodeParameters]>([
		['no variables', {}],
		['blank values', { variablesJson: { cost_center: '', note: null } }],
	])('with %s reads nothing before it', async (_name, additionalFields) => {
		await stage.run(
			'task.approve',
			{ ...approve, additionalFields },
			{ items: itemsOf({ id: 10001 }) },
		);
		expect(lines()).toEqual(['POST /tasks/10001/approve']);
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
				).map((item) => ({ ...item, binary })),
			},
		);
		expect(error).toBeUndefined();
		const requests = stage.received();
		const read = requests.flatMap(({ request }) => (request.startsWith('GET') ? [request] : []));
		expect(read.sort()).toEqual([
			'GET /tasks/10005',
			'GET /tasks/10018',
			'GET /workflows/wf_vendor_agreement/2/schema',
		]);
		const bodyOf = (id: number) =>
			requests.find(({ request }) => request === `POST /tasks/${id}/approve`)?.body;
		expect(bodyOf(10005)).toEqual({
			approved: true,
			variables: [{ variable_id: 'cost_center', type: 'text', value: '4711' }, sentFile],
		});
		expect(bodyOf(10018)).toEqual({
			approved: true,
			variables: [{ variable_id: 'draft', type: 'file', value: 'a.pdf', file_id }],
		});
	});
});
