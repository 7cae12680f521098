import { getTask } from '../../../../src';
import { operation } from '../../operation';
import { taskId, taskTarget } from '../../properties/locators';
import { simplify, simplifyTask } from '../../properties/simplification';

export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get task',
	description: 'Get a task with its steps and variables',
	endpoint: getTask,
	properties: [taskId, simplify],
	target: taskTarget,
	request: (parameters) => ({ params: { task_id: parameters.taskId } }),
	items: ({ task }) => [{ json: task }],
	simplify: simplifyTask,
});
