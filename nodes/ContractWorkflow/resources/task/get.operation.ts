import { getTask } from '../../../../src';
import { taskId } from '../../locators';
import { operation } from '../../operation';
import { simplify, simplifyTask } from '../../simplify';

export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get task',
	description: 'Get a task with its steps and variables',
	endpoint: getTask,
	properties: [taskId, simplify],
	request: (parameters) => ({ params: { task_id: parameters.taskId } }),
	items: ({ task }) => [{ json: task }],
	simplify: simplifyTask,
});
