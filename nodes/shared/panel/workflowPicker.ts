import type { INodeListSearchItems } from 'n8n-workflow';
import type { ListedTask } from '../../../src';
import { getWorkflowSchema } from '../../../src';
import { byText, fromList, locator } from '../fields/locatorModes';
import { property } from '../fields/property';
import {
	connectPicker,
	fullList,
	ifThere,
	inWordsOfTheNode,
	listOfLook,
	lookThrough,
	matching,
	mostPages,
	shortened,
} from './pickers';

const longestName = 60;

export const workflow = property({
	...locator,
	displayName: 'Workflow',
	name: 'workflowId',
	modes: [
		fromList('searchWorkflows', 'You can also enter the ID'),
		byText('By ID', 'id', 'mutual-nda'),
	],
});

/** Names that several workflows share are shown with the ID. */
const entriesOf = (names: ReadonlyMap<string, string>): INodeListSearchItems[] => {
	const counts = new Map<string, number>();
	for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
	return [...names].map(([value, name]) => {
		const isShared = (counts.get(name) ?? 0) > 1;
		return { name: shortened(name, longestName) + (isShared ? ` (${value})` : ''), value };
	});
};

/** The names of the workflows of tasks, by ID. A task may lack the name that another one has. */
const namesIn = (tasks: readonly ListedTask[], isMatch: (text: string) => boolean) => {
	const names = new Map<string, string>();
	for (const { workflow_id: id, workflow_name: name } of tasks) {
		names.set(id, names.get(id) || name || '');
	}
	const matches = [...names].filter(([id, name]) => isMatch(`${name} ${id}`));
	return new Map(matches.map(([id, name]) => [id, name || id]));
};

/**
 * The workflows of the tasks, by name or ID: the API text shows no list of workflows. Typed text is
 * also requested as an ID, so that a workflow without tasks is found.
 */
export const searchWorkflows = inWordsOfTheNode(async function (filter = '', token = undefined) {
	const connection = await connectPicker(this);
	const isMatch = matching(filter);
	const looked = await lookThrough(
		connection,
		{
			body: { include_inactive: true },
			token,
			mostPages: filter === '' ? mostPages.opened : mostPages.searched,
		},
		(tasks) => namesIn(tasks, isMatch).size >= fullList,
	);
	const names = namesIn(looked.tasks, isMatch);
	const id = filter.trim();
	if (token === undefined && id !== '' && !/\s/.test(id) && !names.has(id)) {
		const params = { workflow_id: id, version: 'latest' };
		const found = await ifThere(connection.client.call(getWorkflowSchema, { params }));
		if (found) names.set(id, found.workflow_schema.workflow_name);
	}
	return listOfLook(entriesOf(names), looked, 'For others, enter the ID');
});
