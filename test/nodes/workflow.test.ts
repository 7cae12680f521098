import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { storeFile } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, byLane, itemsOf, paired, startStage } from '../support/stage';

let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const workflow = { workflowId: byId('={{ $json.workflow }}'), version: '={{ $json.version }}' };

it('Get Schema gives the schema of the workflow and version of each item', async () => {
	const { output, error } = await stage.run('workflow.getSchema', workflow, {
		items: itemsOf(
			{ workflow: 'wf_mutual_nda', version: 1 },
			{ workflow: 'wf_mutual_nda', version: 'latest' },
			{ workflow: 'wf_kaufvertrag', version: '1' },
		),
	});
	expect(error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'GET /workflows/wf_kaufvertrag/1/schema' },
			{ request: 'GET /workflows/wf_mutual_nda/1/schema' },
			{ request: 'GET /workflows/wf_mutual_nda/latest/schema' },
		]),
	);
	const schema = async (path: string) =>
		(await stage.ask('GET', `/workflows/${path}/schema`)).workflow_schema;
	expect(paired(output)).toEqual([
		{ pairedItem: { item: 0 }, json: await schema('wf_mutual_nda/1') },
		{ pairedItem: { item: 1 }, json: await schema('wf_mutual_nda/2') },
		{ pairedItem: { item: 2 }, json: await schema('wf_kaufvertrag/1') },
	]);
});

it.each(['variable', 'step'] as const)(
	'Get Schema gives an item for each %s, with the same columns, where that is asked for',
	async (itemPer) => {
		const { output } = await stage.run('workflow.getSchema', {
			workflowId: byId('wf_mutual_nda'),
			itemPer,
		});
		stage.received();
		const { workflow_schema: schema } = await stage.ask(
			'GET',
			'/workflows/wf_mutual_nda/latest/schema',
		);
		const { workflow_id, version, variables, steps } = schema as unknown as Record<
			string,
			object[]
		>;
		const rows = (itemPer === 'variable' ? variables : steps) ?? [];
		expect(rows.length).toBeGreaterThan(1);
		expect(output.map(({ json }) => json)).toMatchObject(
			rows.map((row) => ({ workflow_id, version, ...row })),
		);
		expect(new Set(output.map(({ json }) => Object.keys(json).join())).size).toBe(1);
	},
);

const given = (variableId: string, type: string, value: string) => ({ variableId, type, value });

const masterServices: INodeParameters = {
	workflowId: byId('wf_master_services'),
	version: 'latest',
	specifyVariables: 'list',
	variableList: {
		variable: [
			given('counterparty', 'text', '={{ $json.party }}'),
			given('contract_value', 'number', '={{ $json.amount }}'),
			given('auto_renewal', 'boolean', '={{ $json.renews }}'),
			given('effective_date', 'date', '={{ $json.from }}'),
			given('notice_email', 'email', 'notices@counterparty.example'),
			given('governing_law', 'select', '={{ $json.law }}'),
			{
				variableId: 'draft',
				type: 'file',
				fileSource: '={{ $json.source }}',
				binaryPropertyName: '={{ $json.field }}',
				fileId: '={{ $json.fileId }}',
				fileName: '={{ $json.fileName }}',
				fileExtension: '={{ $json.extension }}',
			},
			given('business_owner', 'user_entity', 'priya.raman@meridian.example'),
			given('contracting_entity', 'business', 'Meridian Freight Ltd'),
		],
	},
	additionalFields: {
		userEmail: "={{ $json.user ?? 'lena.schroeder@meridian.example' }}",
		metadataJson: '={{ $json.metadata }}',
	},
};

const terms = { amount: 1200.5, renews: true, from: '2026-01-31', law: 'Delaware' };

const masterServicesBody = (party: string, draft: object, more: object = {}) => ({
	variables: [
		{ variable_id: 'counterparty', type: 'text', value: party },
		{ variable_id: 'contract_value', type: 'number', value: '1200.5' },
		{ variable_id: 'auto_renewal', type: 'boolean', value: 'true' },
		{ variable_id: 'effective_date', type: 'date', value: '2026-01-31' },
		{ variable_id: 'notice_email', type: 'email', value: 'notices@counterparty.example' },
		{ variable_id: 'governing_law', type: 'select', value: 'Delaware' },
		{ variable_id: 'draft', type: 'file', ...draft },
		{ variable_id: 'business_owner', type: 'user_entity', value: 'priya.raman@meridian.example' },
		{ variable_id: 'contracting_entity', type: 'business', value: 'Meridian Freight Ltd' },
	],
	...more,
});

it('Initiate sends variables of every type, files of every source, user and metadata', async () => {
	const stored = await storeFile(
		Buffer.from('stored draft'),
		'Entwurf ß.DOCX',
		'application/msword',
	);
	const inMemory = { data: 'aW4gbWVtb3J5', mimeType: 'application/pdf', fileName: 'memo.pdf' };
	const fileId = stage.sandbox.ids.fileId ?? '';
	const items: INodeExecutionData[] = [
		{
			json: {
				...terms,
				party: 'A',
				source: 'binary',
				field: 'data',
				user: 'jose.nunez@meridian.example',
				metadata: { deal: 7, tags: ['x'], nested: { deep: true } },
			},
			binary: { data: stored },
		},
		{
			json: {
				...terms,
				party: 'B',
				source: 'binary',
				field: 'memo',
				fileName: 'renamed',
				extension: 'pdf',
				metadata: '{"from": "text"}',
			},
			binary: { data: stored, memo: inMemory },
		},
		{ json: { ...terms, party: 'C', source: 'fileId', fileId, fileName: 'old.pdf' } },
	];
	const { output, error } = await stage.run('workflow.initiate', masterServices, { items });
	expect(error).toBeUndefined();
	const request = 'POST /workflows/wf_master_services/latest/initiate';
	expect(byLane(stage.received())).toEqual(
		byLane([
			{
				request,
				body: masterServicesBody(
					'A',
					{
						value: 'Entwurf ß.DOCX',
						file_extension: 'DOCX',
						base64_content: Buffer.from('stored draft').toString('base64'),
					},
					{
						user: 'jose.nunez@meridian.example',
						metadata: { deal: 7, tags: ['x'], nested: { deep: true } },
					},
				),
			},
			{
				request,
				body: masterServicesBody(
					'B',
					{ value: 'renamed', file_extension: 'pdf', base64_content: 'aW4gbWVtb3J5' },
					{ user: 'lena.schroeder@meridian.example', metadata: { from: 'text' } },
				),
			},
			{
				request,
				body: masterServicesBody(
					'C',
					{ value: 'old.pdf', file_id: fileId },
					{ user: 'lena.schroeder@meridian.example' },
				),
			},
		]),
	);
	const started = {
		task_id: expect.any(Number),
		workflow_state_id: expect.any(String),
		workflow_id: 'wf_master_services',
		version: 1,
		status: 'in_progress',
		message: 'Workflow initiated',
	};
	expect(output).toEqual([0, 1, 2].map((item) => ({ pairedItem: { item }, json: started })));
	const { task } = await stage.ask('GET', `/tasks/${String(output[2]?.json.task_id)}`);
	expect(task).toMatchObject({ task_title: 'Master services agreement: C' });
});

const launched = async (additionalFields: INodeParameters, item: IDataObject = {}) => {
	stage.sandbox.clearRequests();
	const { error } = await stage.run(
		'workflow.initiate',
		{
			workflowId: byId('wf_mutual_nda'),
			specifyVariables: 'list',
			variableList: { variable: [{ variableId: 'counterparty', type: 'text', value: 'A' }] },
			additionalFields,
		},
		{ items: itemsOf(item) },
	);
	const metadata = stage.received().map(({ body }) => (body as { metadata?: unknown }).metadata);
	return { error, metadata };
};

const entries = (...entry: INodeParameters[]): INodeParameters => ({ metadata: { entry } });

it('Initiate sends metadata entered as rows, values of expressions as they are', async () => {
	const rows = entries(
		{ name: 'source_system', value: 'procurement portal' },
		{ name: '={{ $json.name }}', value: '={{ $json.value }}' },
		{ name: 'flags', value: '={{ $json.flags }}' },
		{ name: 'blank' },
	);
	const item = { name: 'deal', value: 7, flags: { confidential: true, tags: ['x'] } };
	expect((await launched(rows, item)).metadata.map((sent) => JSON.stringify(sent))).toEqual([
		'{"source_system":"procurement portal","deal":7,"flags":{"confidential":true,"tags":["x"]},"blank":""}',
	]);
});

it.each<[string, INodeParameters, string]>([
	[
		'rows that are wrong, all of them',
		entries({ name: '', value: 'a' }, { name: 'a', value: '1' }, { name: 'a', value: '2' }),
		'2 fields are missing or wrong',
	],
	[
		'rows and JSON together',
		{ ...entries({ name: 'a', value: 'b' }), metadataJson: '{}' },
		'"Metadata as JSON" cannot be combined with "Metadata"',
	],
])('Initiate refuses metadata with %s', async (_name, additionalFields, message) => {
	const { error, metadata } = await launched(additionalFields);
	expect(error?.message).toBe(message);
	expect(metadata).toEqual([]);
});
