import { expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, itemsOf, sharedStage } from '../../support/stage';

const stage = sharedStage();

const launches = () => stage.received().filter(({ request }) => request.startsWith('POST'));

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

const launched = async (additionalFields: INodeParameters, item: IDataObject = {}) => {
	stage.sandbox.clearRequests();
	const { error } = await stage.run(
		'workflow.initiate',
		{
			workflowId: byId('wf_mutual_nda'),
			specifyVariables: 'json',
			variablesJson: { counterparty: 'A' },
			additionalFields,
		},
		{ items: itemsOf(item) },
	);
	const metadata = launches().map(({ body }) => (body as { metadata?: unknown }).metadata);
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
	['a row without a name', entries({ name: '' }), '"Metadata" has a row without a name'],
	[
		'a name twice',
		entries({ name: 'a', value: '1' }, { name: 'a' }),
		'"Metadata" has two rows with the name a',
	],
])('Initiate refuses metadata with %s', async (_name, additionalFields, message) => {
	const { error, metadata } = await launched(additionalFields);
	expect(error?.message).toBe(message);
	expect(metadata).toEqual([]);
});
