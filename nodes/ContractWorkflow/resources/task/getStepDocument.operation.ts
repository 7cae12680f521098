import { getStepDocument as endpoint } from '../../../../src';
import { taskId } from '../../locators';
import { operation } from '../../operation';
import { download, outputField } from '../../properties';

export const getStepDocument = operation({
	name: 'Get Step Document',
	value: 'getStepDocument',
	action: 'Get document of step',
	description: 'Get the document that a step of a task generated',
	endpoint,
	properties: [
		taskId,
		{
			displayName: 'Step',
			name: 'stepId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The step that generated the document',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchSteps', searchable: true },
				},
				{ displayName: 'By ID', name: 'id', type: 'string' },
			],
			typeOptions: { loadOptionsDependsOn: ['taskId.value'] },
		},
		download,
		outputField,
	],
	request: (parameters) => ({
		params: { task_id: parameters.taskId, step_id: parameters.stepId },
	}),
	items: async (json, { parameters, files, again }) => [
		{
			json,
			...(parameters.download && {
				binary: { [parameters.outputField]: await files.download(json, again) },
			}),
		},
	],
});
