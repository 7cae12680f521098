import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { session, stackAddresses } from './stack';

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
	credential = await upsertCredential(n8n, {
		name: 'Pickers',
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey },
	});
});

/** What the editor shows in a picker. */
const pick = async (
	method: string,
	parameter: string,
	currentNodeParameters: object,
	more: { filter?: string; paginationToken?: string } = {},
) =>
	await n8n.request('POST', '/dynamic-node-parameters/resource-locator-results', results, {
		path: `parameters.${parameter}`,
		methodName: method,
		nodeTypeAndVersion: { name: 'n8n-nodes-contract-workflow.contractWorkflow', version: 1 },
		credentials: { contractWorkflowApi: { id: credential.id, name: credential.name } },
		currentNodeParameters,
		...more,
	});

const getTask = { resource: 'task', operation: 'get' };
const locator = (value: string) => ({ __rl: true, mode: 'id', value });

describe('tasks', () => {
	it('are listed with title, ID and status, and a link', async () => {
		const { results: tasks } = await pick('searchTasks', 'taskId', getTask);
		expect(tasks.length).toBeGreaterThan(20);
		expect(tasks.some(({ url }) => url !== undefined)).toBe(true);
		for (const { name, value, url } of tasks) {
			expect(name).toMatch(new RegExp(`. · [a-z ]+ · ${value}$`));
			// task_url may be null (section 2); then the picker has no link.
			expect(url ?? `/workflows/tasks/${value}`).toMatch(new RegExp(`/workflows/tasks/${value}$`));
		}
	});

	it('are found by a part of the title, and by ID', async () => {
		const { results: all } = await pick('searchTasks', 'taskId', getTask);
		const [first] = all;
		const byId = await pick('searchTasks', 'taskId', getTask, { filter: String(first?.value) });
		expect(byId.results).toContainEqual(first);
		const word = first?.name.split(' ')[0]?.toUpperCase() ?? '';
		const byTitle = await pick('searchTasks', 'taskId', getTask, { filter: word });
		expect(byTitle.results).toContainEqual(first);
		const none = await pick('searchTasks', 'taskId', getTask, { filter: 'no such title' });
		expect(none.results).toEqual([]);
	});
});

it.each([
	['searchStepRuns', 'stepRunId', 'uploadSignedDocument'],
	['searchSteps', 'stepId', 'getStepDocument'],
])('%s lists what the chosen task has run through', async (method, parameter, operation) => {
	const { results: tasks } = await pick('searchTasks', 'taskId', getTask);
	const parameters = { resource: 'task', operation, taskId: locator(String(tasks[0]?.value)) };
	const { results: steps } = await pick(method, parameter, parameters);
	expect(steps.length).toBeGreaterThan(0);
	for (const { name, value } of steps) {
		expect(name).not.toBe('');
		expect(value).not.toBe('');
	}
});

it('people are those of tasks, within a collection as well', async () => {
	const parameters = { resource: 'task', operation: 'comment', taskId: locator('10001') };
	const { results: people } = await pick('searchPeople', 'additionalFields.userEmail', parameters);
	expect(people.length).toBeGreaterThan(2);
	for (const { name, value } of people) expect(value).toBe(name);
});
