import { property } from '../../shared/fields/property';
import { taskStatus } from '../../shared/panel/taskFilters';
import { event } from '../event';
import { tasks, watchState } from '../rows';

const statusField = property({ ...taskStatus, default: 'completed' });

export const taskStatusIs = event({
	name: 'Task Status Changed To',
	value: 'taskStatusIs',
	description: 'A task gets the status that you choose',
	kind: tasks,
	properties: [statusField],
	watch: (settings) =>
		watchState(settings, (task) =>
			task.status === settings.parameters.status ? settings.parameters.status : undefined,
		),
});
