import { listTasksByExternalSourceId } from '../../../../src';
import { output, shapedTask, taskFields } from '../../../shared/rows/output';
import { operation } from '../../operation';

export const getManyByExternalSourceId = operation({
	name: 'Get Many by External Source ID',
	value: 'getManyByExternalSourceId',
	action: 'Get many tasks by external source ID',
	description: 'Get the tasks that a different system, such as a CRM, created with its own ID',
	endpoint: listTasksByExternalSourceId,
	properties: [
		{
			displayName: 'External Source ID',
			name: 'externalSourceId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. crm-deal-1042',
			description: 'Assigned by the creating system',
		},
		output,
		taskFields,
	],
	target: ({ externalSourceId }) => ({ kind: 'external source ID', id: externalSourceId }),
	request: ({ externalSourceId }) => ({ query: { external_source_id: externalSourceId } }),
	items: ({ tasks }) => tasks.map((json) => ({ json })),
	shape: shapedTask,
});
