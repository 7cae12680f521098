import { createGroup } from '../../../../src';
import { operation } from '../../operation';

export const create = operation({
	name: 'Create',
	value: 'create',
	action: 'Create group',
	description: 'Create a group of users in the organization',
	endpoint: createGroup,
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Contract Reviewers',
			description: 'Must be unique in the organization',
		},
		{
			displayName: 'User IDs',
			name: 'userIds',
			type: 'string',
			reads: 'integers',
			default: '',
			placeholder: 'e.g. 12, 34',
		},
	],
	target: ({ name }) => ({ kind: 'group', id: name }),
	words: {
		done: () => 'created',
		labels: { users_ids: 'User IDs' },
		statuses: {
			400: { advice: 'Check the name and the user IDs. A group with this name may already exist.' },
		},
	},
	write: {
		whereToLook: 'Check in the web application if the group exists before you create it again.',
		planColumns: ({ name }) => ({ name }),
		inOrder: false,
	},
	request: ({ name, userIds }) => ({ body: { name, users_ids: userIds } }),
});
