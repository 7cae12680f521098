import type { ListedTask } from '../../../src';
import { byText, fromList, locator } from '../fields/locatorModes';
import { property } from '../fields/property';
import {
	connectPicker,
	fullList,
	inWordsOfTheNode,
	listOfLook,
	lookThrough,
	matching,
	mostPages,
} from './pickers';

/** A member of the organization, identified by email (section 1). */
export const person = property({
	...locator,
	displayName: 'User Email',
	name: 'userEmail',
	trimmed: true,
	modes: [fromList('searchPeople'), byText('By Email', 'email', 'name@example.com')],
});

/** Maximum collaborators of one task that a list reads. */
const mostCollaborators = 1_000;

const peopleOf = (task: ListedTask): ReadonlySet<string> =>
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

/** The people of tasks, those with the most tasks first. */
const peopleIn = (tasks: readonly ListedTask[], isMatch: (text: string) => boolean): string[] => {
	const counts = new Map<string, number>();
	for (const email of tasks.flatMap((task) => [...peopleOf(task)])) {
		if (isMatch(email)) counts.set(email, (counts.get(email) ?? 0) + 1);
	}
	return [...counts].sort(([, one], [, other]) => other - one).map(([email]) => email);
};

/**
 * The people of the tasks: owners, assignees, requesters and collaborators. The API text shows no
 * list of the members of the organization.
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
	return listOfLook(entries, looked, 'For others, choose By Email');
});
