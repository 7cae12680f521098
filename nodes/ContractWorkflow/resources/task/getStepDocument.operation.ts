import { getStepDocument as endpoint } from '../../../../src';
import { documentItem, downloads } from '../../files/documentItem';
import { operation } from '../../operation';
import { stepId, taskId, taskTarget } from '../../properties/locators';

export const getStepDocument = operation({
	name: 'Get Step Document',
	value: 'getStepDocument',
	action: 'Get document of step',
	description: 'Get the document that a step of a task generated',
	endpoint,
	properties: [
		taskId,
		{ ...stepId, description: 'The step that generated the document' },
		...downloads,
	],
	target: taskTarget,
	words: {
		statuses: {
			404: {
				title: 'The task, the step or its document was not found',
				advice:
					'Check the Task and the Step, and that the step has a document. The Step needs a step_id, not a step_run_id.',
			},
			501: {
				title: 'The step has no document',
				advice:
					'Run this again after the step has generated its document. Not all steps generate one.',
			},
		},
	},
	request: (parameters) => ({
		params: { task_id: parameters.taskId, step_id: parameters.stepId },
	}),
	items: async (response, item) => [await documentItem(response, item, item.again)],
});
