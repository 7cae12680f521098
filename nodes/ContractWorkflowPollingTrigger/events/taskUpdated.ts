import { changesOf, onlyWhenTheseChange } from '../changes';
import { event } from '../event';
import { tasks, watchTasks } from '../rows';
import { taskField } from '../watchedFields';

export const taskUpdated = event({
	name: 'Task Updated',
	value: 'taskUpdated',
	description: 'A task is created or changes',
	kind: tasks,
	choice: onlyWhenTheseChange('watchedTaskFields', taskField),
	watch: (settings) => ({
		...watchTasks('updated_at', settings),
		...changesOf(settings.fields),
	}),
});
