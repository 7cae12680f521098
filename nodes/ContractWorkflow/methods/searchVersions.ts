import type { INodeListSearchItems } from 'n8n-workflow';
import type { Client, ListedTask } from '../../../src';
import { getWorkflowSchema } from '../../../src';
import { parameterReader } from '../../shared/fields/parameters';
import {
	connectPicker,
	fullList,
	ifThere,
	inWordsOfTheNode,
	listOfLook,
	lookThrough,
	matching,
	mostPages,
	remarks,
} from '../../shared/panel/pickers';
import { workflowId } from '../properties/locators';

const latest: INodeListSearchItems = { name: 'Latest', value: 'latest' };

const entryOf = (version: number): INodeListSearchItems => ({
	name: `Version ${version}`,
	value: String(version),
});

/** The schema of a version, if there is one. */
const schemaOf = async (client: Client, workflow_id: string, version: string) => {
	const params = { workflow_id, version };
	return (await ifThere(client.call(getWorkflowSchema, { params })))?.workflow_schema;
};

/** The versions that tasks of a workflow ran with, newest first. */
const versionsIn = (tasks: readonly ListedTask[], workflow: string): number[] => {
	const own = tasks.filter(({ workflow_id: id }) => id === workflow);
	return [...new Set(own.map(({ workflow_version: version }) => version))].sort(
		(one, other) => other - one,
	);
};

/**
 * The latest version of the workflow chosen in the panel, and the versions of its tasks: the API
 * text shows no list of versions. A number that the builder types is requested directly.
 */
export const searchVersions = inWordsOfTheNode(async function (filter = '') {
	const { workflowId: workflow } = parameterReader(this)({ ...workflowId, required: false });
	if (workflow === undefined) {
		return { results: [latest, ...remarks('Choose a workflow to see its versions')] };
	}
	const connection = await connectPicker(this);
	const number = filter.trim();
	const asked = /^\d+$/.test(number) ? number : 'latest';
	const schema = await schemaOf(connection.client, workflow, asked);
	const known = schema ? [schema.version] : [];
	if (asked !== 'latest') return { results: known.map(entryOf) };

	const looked = await lookThrough(
		connection,
		{ body: { include_inactive: true }, token: undefined, mostPages: mostPages.opened },
		(tasks) => versionsIn(tasks, workflow).length >= fullList,
	);
	const versions = new Set([...known, ...versionsIn(looked.tasks, workflow)]);
	const isMatch = matching(filter);
	const entries = [latest, ...[...versions].map(entryOf)].filter(({ name }) => isMatch(name));
	return listOfLook(entries, looked, 'For others, enter the number');
});
