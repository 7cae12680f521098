import type { ListedTask } from '../../../src';
import { getWorkflowSchema } from '../../../src';
import { byText, fromList, locator } from '../fields/locatorModes';
import { property } from '../fields/property';
import type { PanelList } from './pickers';
import { ifThere } from './pickers';

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
	modes: [
		fromList('searchWorkflows', 'You can also enter the ID'),
		byText('By ID', 'id', 'mutual-nda'),
	],
});

/** Maximum collaborators of one task that a list reads. */
const mostCollaborators = 1_000;

const peopleOf = (task: ListedTask): ReadonlySet<string> => {
	const { owner_email, assignee_email, requester_email, collaborator_emails } = task;
	const others = Array.isArray(collaborator_emails) ? collaborator_emails : [];
	const all: unknown[] = [owner_email, assignee_email, requester_email];
	return new Set(
		[...all, ...others.slice(0, mostCollaborators)].filter(
			(email): email is string => typeof email === 'string' && email !== '',
		),
	);
};

/** How often each text occurs. */
const countsOf = (texts: readonly string[]): ReadonlyMap<string, number> => {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
};

/** Owners, assignees, requesters and collaborators, those of the most tasks first. */
export const searchPeople: PanelList = () => ({
	isOfAll: true,
	others: 'For others, choose By Email',
	entriesOf: (tasks) =>
		[...countsOf(tasks.flatMap((task) => [...peopleOf(task)]))]
			.sort(([, one], [, other]) => other - one)
			.map(([email]) => ({ title: email, value: email })),
});

/** The workflows of the tasks. Those of one name are shown with their ID. */
export const searchWorkflows: PanelList = () => ({
	isOfAll: true,
	others: 'For others, enter the ID',
	entriesOf(tasks) {
		const names = new Map<string, string>();
		// A task may lack the name that another one has.
		for (const { workflow_id: id, workflow_name: name } of tasks) {
			names.set(id, names.get(id) || name || '');
		}
		const counts = countsOf([...names.values()]);
		return [...names].map(([value, name]) => ({
			value,
			title: name || value,
			...(name !== '' && counts.get(name) !== 1 && { end: ` (${value})` }),
		}));
	},
	async withId(typed, client) {
		const params = { workflow_id: typed, version: 'latest' };
		const found = await ifThere(client.call(getWorkflowSchema, { params }));
		return found && { value: typed, title: found.workflow_schema.workflow_name };
	},
});
