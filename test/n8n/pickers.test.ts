import { beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { packageType } from './published';
import { keyFor, session, stackAddresses } from './stack';

const { baseUrl, apiKey } = stackAddresses();

/** A line that only says something has a boolean for its value. */
const entry = z.object({
	name: z.string(),
	value: z.union([z.string(), z.boolean()]),
	url: z.string().optional(),
});

const results = z.object({
	results: z.array(entry),
	paginationToken: z.string().optional(),
});

let n8n: N8n;
let credential: StoredCredential;

beforeAll(async () => {
	n8n = session();
	credential = await keyFor(n8n, baseUrl, apiKey);
});

/** What the editor shows in the picker of a task. */
const pick = async (filter?: string) =>
	await n8n.request('POST', '/dynamic-node-parameters/resource-locator-results', results, {
		path: 'parameters.taskId',
		methodName: 'searchTasks',
		nodeTypeAndVersion: { name: packageType('contractWorkflow'), version: 1 },
		credentials: { contractWorkflowApi: credential },
		currentNodeParameters: { resource: 'task', operation: 'get' },
		filter,
	});

it('tasks are listed with title, status, ID and a link, and found by a part of the title', async () => {
	const { results: tasks } = await pick();
	expect(tasks.length).toBeGreaterThan(20);
	expect(tasks.some(({ url }) => url !== undefined)).toBe(true);
	for (const { name, value, url } of tasks) {
		expect(name).toMatch(new RegExp(`. · [a-z ]+ · ${value}$`));
		// task_url may be null (section 2); then the picker has no link.
		expect(url ?? `/workflows/tasks/${value}`).toMatch(new RegExp(`/workflows/tasks/${value}$`));
	}
	const [first] = tasks;
	const word = first?.name.split(' ')[0]?.toUpperCase() ?? '';
	expect((await pick(word)).results).toContainEqual(first);
	expect((await pick('no such title')).results).toEqual([]);
});
