import { property } from '../../shared/fields/property';
import { choiceIn, onlyWhenTheseChange } from '../comparing/choices';
import { changesOf } from '../comparing/comparison';
import { taskField, withOwnNames } from '../comparing/watchedFields';
import { event } from '../event';
import { presentTasks } from '../reading/readTasks';
import { tasks, watchTasks } from '../rows/watchTasks';

const notice = property({
	displayName: 'For comments, use Contract Workflow Trigger.',
	name: 'taskUpdatedNotice',
	type: 'notice',
	default: '',
});

export const taskUpdated = event({
	name: 'Task Updated',
	value: 'taskUpdated',
	description: 'A task is created or changes',
	rows: tasks,
	properties: [notice],
	choice: choiceIn(
		{
			...onlyWhenTheseChange,
			name: 'watchedTaskFields',
			typeOptions: {
				loadOptionsMethod: 'watchedTaskFields',
				loadOptionsDependsOn: ['taskFilters'],
			},
			hint: 'To see variables by name, choose a workflow in Filters',
		},
		taskField,
		withOwnNames,
	),
	asksIfNotRemembered: true,
	watch: (client, settings) => ({
		...watchTasks(client, 'updated_at', settings.filters),
		...changesOf(settings),
		...(settings.fields.length > 0 && {
			present: async () => await presentTasks(client, { include_inactive: true }),
		}),
	}),
});
