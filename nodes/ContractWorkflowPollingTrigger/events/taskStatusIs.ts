import { taskStatus } from '../../shared/panel/taskFilters';
import { event } from '../event';
import { tasks, watchState } from '../rows';

export const taskStatusIs = event({
	name: 'Task Status Changed To',
	value: 'taskStatusIs',
	description: 'A task gets the status that you choose',
	kind: tasks,
	properties: [{ ...taskStatus, default: 'completed' }],
	watch: (settings) =>
		watchState(settings, ({ status }) =>
			status === settings.parameters.status ? String(status) : undefined,
		),
});
