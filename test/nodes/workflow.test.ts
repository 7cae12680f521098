import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { byId, byLane, itemsOf, paired, startStage } from '../support/stage';

let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const launches = () => stage.received().filter(({ request }) => request.startsWith('POST'));

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
