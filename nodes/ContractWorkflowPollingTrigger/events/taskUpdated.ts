import { property } from '../../shared/fields/property';
import { choiceIn, onlyWhenTheseChange } from '../comparing/choices';
import { changesOf } from '../comparing/comparison';
import { taskField, withOwnNames } from '../comparing/watchedFields';
import { event } from '../event';
import { presentTasks } from '../reading/readTasks';
import { tasks, watchTasks } from '../rows/watchTasks';

const notice = property({
	displayName:
		'Not for comments: whether a comment counts as a change of its task is not part of the API description. For comments there is Contract Workflow Trigger.',
	name: 'taskUpdatedNotice',
	type: 'notice',
	default: '',
});

export const taskUpdated = event({
	name: 'Task Updated',
	value: 'taskUpdated',
	description: 'A task changes; a new one counts as well. Not for comments.',
	rows: tasks,
	properties: [notice],
	choice: choiceIn(
		{
			...onlyWhenTheseChange,
			name: 'taskThings',
			typeOptions: { loadOptionsMethod: 'taskThings', loadOptionsDependsOn: ['taskFilters'] },
			hint: 'Variables come with their names once Filters has a workflow',
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
