import { expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, byLane, freshStage, itemsOf } from '../support/stage';

const stage = freshStage();

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

it('Initiate sends user and metadata beside the variables, and gives the task', async () => {
	const { output, error } = await stage.run(
		'workflow.initiate',
		{
			workflowId: byId('wf_mutual_nda'),
			specifyVariables: 'json',
			variablesJson: '={{ { counterparty: $json.party } }}',
			additionalFields: {
				userEmail: "={{ $json.user ?? 'lena.schroeder@meridian.example' }}",
				metadata: '={{ { deal: $json.deal } }}',
			},
		},
		{
			items: itemsOf(
				{ party: 'A', user: 'jose.nunez@meridian.example', deal: { id: 7, tags: ['x'] } },
				{ party: 'B', deal: 'D-1' },
			),
		},
	);
	expect(error).toBeUndefined();
	const bodyOf = (party: string, user: string, metadata: object) => ({
		request: 'POST /workflows/wf_mutual_nda/latest/initiate',
		body: {
			variables: [{ variable_id: 'counterparty', type: 'text', value: party }],
			user,
			metadata,
		},
	});
	expect(byLane(launches())).toEqual(
		byLane([
			bodyOf('A', 'jose.nunez@meridian.example', { deal: { id: 7, tags: ['x'] } }),
			bodyOf('B', 'lena.schroeder@meridian.example', { deal: 'D-1' }),
		]),
	);
	const started = {
		task_id: expect.any(Number),
		workflow_state_id: expect.any(String),
		workflow_id: 'wf_mutual_nda',
		version: 2,
		status: 'pending',
		message: 'Workflow initiated',
	};
	expect(output).toEqual([0, 1].map((item) => ({ pairedItem: { item }, json: started })));
	const { task } = await stage.ask('GET', `/tasks/${String(output[1]?.json.task_id)}`);
	expect(task).toMatchObject({ task_title: 'Mutual NDA: B' });
});

it.each([
	['{"deal": 7, "flags": {"tags": ["x"]}}', { deal: 7, flags: { tags: ['x'] } }],
	['={{ { deal: $json.deal } }}', { deal: 7 }],
])('Initiate sends the metadata %s', async (given, metadata) => {
	await stage.run(
		'workflow.initiate',
		{
			workflowId: byId('wf_mutual_nda'),
			variables: { counterparty: 'A' },
			additionalFields: { metadata: given },
		},
		{ items: itemsOf({ deal: 7 }) },
	);
	expect(launches()).toMatchObject([{ body: { metadata } }]);
});
