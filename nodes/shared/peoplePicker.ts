import type { Task } from './pickers';
import {
	connectPicker,
	fullList,
	inWordsOfTheNode,
	listOfLook,
	lookThrough,
	matching,
	mostPages,
} from './pickers';
import { property } from './property';

/** A member of the organization, whom the service knows by email (section 1). */
export const person = property({
	displayName: 'User Email',
	name: 'userEmail',
	type: 'resourceLocator',
	trimmed: true,
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchPeople', searchable: true },
		},
		{
			displayName: 'By Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. name@example.com',
		},
	],
});

/** Most collaborators of one task that a list looks at. */
const mostCollaborators = 1_000;

const peopleOf = (task: Task): ReadonlySet<string> =>
	new Set(
		[
			task.owner_email,
			task.assignee_email,
			task.requester_email,
			...(Array.isArray(task.collaborator_emails)
				? task.collaborator_emails.slice(0, mostCollaborators)
				: []),
		].filter((email) => typeof email === 'string' && email !== ''),
	) as ReadonlySet<string>;

/** The people of tasks, those of the most tasks first. */
const peopleIn = (tasks: readonly Task[], isMatch: (text: string) => boolean): string[] => {
	const counts = new Map<string, number>();
	for (const email of tasks.flatMap((task) => [...peopleOf(task)])) {
		if (isMatch(email)) counts.set(email, (counts.get(email) ?? 0) + 1);
	}
	return [...counts].sort(([, one], [, other]) => other - one).map(([email]) => email);
};

/**
 * The people of the tasks: owners, assignees, requesters and collaborators. The text shows no list of
 * the members of the organization.
 */
export const searchPeople = inWordsOfTheNode(async function (filter = '', token = undefined) {
	const isMatch = matching(filter);
	const looked = await lookThrough(
		await connectPicker(this),
		{
			body: { include_inactive: true },
			token,
			mostPages: filter === '' ? mostPages.opened : mostPages.searched,
		},
		(tasks) => peopleIn(tasks, isMatch).length >= fullList,
	);
	const entries = peopleIn(looked.tasks, isMatch).map((email) => ({ name: email, value: email }));
	return listOfLook(entries, looked, 'Anybody else: choose By Email');
});
