import { getTask } from '../../../../src';
import { output, shapedTask, taskFields } from '../../../shared/rows/output';
import { operation } from '../../operation';
import { taskId, taskTarget } from '../../properties/locators';

export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get task',
	description: 'Get a task with its steps and variables',
	endpoint: getTask,
	properties: [taskId, output, taskFields],
	target: taskTarget,
	request: (parameters) => ({ params: { task_id: parameters.taskId } }),
	items: ({ task }) => [{ json: task }],
	shape: shapedTask,
});
