import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { operationNamed } from '../../support/operations.table';
import { byId, sharedStage } from '../../support/stage';
import { runAt } from '../table';

const stage = sharedStage();

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

const entries = (...entry: INodeParameters[]): INodeParameters => ({ metadata: { entry } });

it.each<[string, INodeParameters, string]>([
	['a row without a name', entries({ name: '' }), '"Metadata" has a row without a name'],
	[
		'a name twice',
		entries({ name: 'a', value: '1' }, { name: 'a' }),
		'"Metadata" has two rows with the name a',
	],
])('Initiate refuses metadata with %s', async (_name, additionalFields, message) => {
	const { given, answer } = operationNamed('workflow.initiate');
	const { error, sent } = await runAt(() => [200, answer], 'workflow.initiate', {
		given: { ...given, additionalFields },
	});
	expect(error?.message).toBe(message);
	expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
});
