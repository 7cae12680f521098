import type { ListedTask } from '../../../src';
import { byText, fromList, locator } from '../fields/locatorModes';
import { property } from '../fields/property';
import type { PanelList } from './pickers';

/** A member of the organization, identified by email (section 1). */
export const person = property({
	...locator,
	displayName: 'User Email',
	name: 'userEmail',
	modes: [fromList('searchPeople'), byText('By Email', 'email', 'name@example.com')],
});

export const workflow = property({
	...locator,
	displayName: 'Workflow',
	name: 'workflowId',
	modes: [fromList('searchWorkflows'), byText('By ID', 'id', 'mutual-nda')],
});

const peopleOf = (task: ListedTask): ReadonlySet<string> => {
	const { owner_email, assignee_email, requester_email, collaborator_emails } = task;
	const all: unknown[] = [owner_email, assignee_email, requester_email].concat(
		collaborator_emails ?? [],
	);
	return new Set(all.filter((email) => typeof email === 'string' && email !== '') as string[]);
};

/** Owners, assignees, requesters and collaborators, those of the most tasks first. */
export const searchPeople: PanelList = () => ({
	isOfAll: true,
	entriesOf(tasks) {
		const counts = new Map<string, number>();
		for (const email of tasks.flatMap((task) => [...peopleOf(task)])) {
			counts.set(email, (counts.get(email) ?? 0) + 1);
		}
		const emails = [...counts].sort(([, one], [, other]) => other - one);
		return emails.map(([email]) => ({ name: email, value: email }));
	},
});

/** The workflows of the tasks, each with its ID: several may have one name. */
export const searchWorkflows: PanelList = () => ({
	isOfAll: true,
	entriesOf(tasks) {
		const names = new Map<string, string | null>();
		// A task may lack the name that another one has.
		for (const { workflow_id: id, workflow_name: name } of tasks) {
			names.set(id, names.get(id) ?? name);
		}
		return [...names].map(([value, name]) => ({
			value,
			name: name ? `${name} · ${value}` : value,
		}));
	},
});
