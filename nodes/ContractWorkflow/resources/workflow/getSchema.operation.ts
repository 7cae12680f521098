import { getWorkflowSchema } from '../../../../src';
import { operation } from '../../operation';
import { noVersion, version, workflowId, workflowTarget } from '../../properties/locators';

export const getSchema = operation({
	name: 'Get Schema',
	value: 'getSchema',
	action: 'Get schema of workflow',
	description: 'Get the variables and the steps of a workflow version',
	endpoint: getWorkflowSchema,
	properties: [
		workflowId,
		version,
		{
			displayName: 'One Item Per',
			name: 'itemPer',
			type: 'options',
			default: 'workflow',
			options: [
				{ name: 'Workflow', value: 'workflow', description: 'One item with the whole schema' },
				{ name: 'Variable', value: 'variable', description: 'One item per variable' },
				{ name: 'Step', value: 'step', description: 'One item per step, in execution order' },
			],
		},
	],
	target: workflowTarget,
	words: {
		statuses: {
			404: noVersion,
		},
	},
	request: (parameters) => ({
		params: { workflow_id: parameters.workflowId, version: parameters.version },
	}),
	items: ({ workflow_schema: schema }, { parameters: { itemPer } }) => {
		if (itemPer === 'workflow') return [{ json: schema }];
		const { workflow_id, version: number, variables, steps } = schema;
		const of = { workflow_id, version: number };
		// Rows of one table: each also has the columns of the others, as null.
		return itemPer === 'variable'
			? variables.map((row) => ({ json: { ...of, ...row, validation: row.validation ?? null } }))
			: steps.map((row) => ({ json: { ...of, ...row } }));
	},
});
