import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { INodeParameters, INodePropertyMode, INodeTypeDescription } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { searchList } from '../support/listSearch';
import { loadNode } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, keyCredential, parametersOf, startStage } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

let stage: Stage;
beforeAll(async () => {
	stage = await startStage({ tasks: 205 });
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

const search = async (
	method: string,
	parameters: INodeParameters = {},
	given: { filter?: string; paginationToken?: string } = {},
) =>
	await searchList({
		method,
		parameters: parametersOf('task.get', parameters),
		credentials: stage.credentials,
		...given,
	});

it('every list that a field names is there', async () => {
	const node = await loadNode();
	const { properties } = node.description as INodeTypeDescription;
	const named = properties.flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }: INodePropertyMode) => typeOptions?.searchListMethod ?? []),
	);
	expect([...new Set(named)].sort()).toEqual([
		'searchStepRuns',
		'searchSteps',
		'searchTasks',
		'searchWorkflows',
	]);
	const { listSearch } = ('methods' in node && node.methods) || {};
	expect(Object.keys(listSearch ?? {}).sort()).toEqual([...new Set(named)].sort());
});

it('tasks come in pages, inactive ones too', async () => {
	const first = await search('searchTasks');
	expect(stage.received()).toEqual([
		{ request: 'POST /tasks/list', body: { limit: 200, offset: 0, include_inactive: true } },
	]);
	expect(first.results).toHaveLength(200);
	expect(first.paginationToken).toBe('200');
	const last = await search('searchTasks', {}, { paginationToken: '200' });
	expect(stage.received()).toEqual([
		{ request: 'POST /tasks/list', body: { limit: 200, offset: 200, include_inactive: true } },
	]);
	expect(last.paginationToken).toBeUndefined();
	expect(last.results.map(({ value }) => value).sort()).toEqual([
		'10001',
		'10002',
		'10003',
		'10004',
		'10005',
	]);
	expect(last.results).toContainEqual({
		name: 'Vendor agreement: Aldgate Logistics Ltd (10001, pending)',
		value: '10001',
		url: `${stage.sandbox.appUrl}/workflows/tasks/10001`,
	});
});

it('a filter finds tasks by title, status and id, and goes on with the next page', async () => {
	const byTitle = await search('searchTasks', {}, { filter: ' aldgate ', paginationToken: '200' });
	expect(byTitle.results.map(({ value }) => value)).toEqual(['10001']);
	const byNumber = await search('searchTasks', {}, { filter: '10003', paginationToken: '200' });
	expect(byNumber.results.map(({ value }) => value)).toEqual(['10003']);
	const byStatus = await search('searchTasks', {}, { filter: 'on_hold' });
	expect(byStatus.results.length).toBeGreaterThan(0);
	expect(byStatus.results.every(({ name }) => name.endsWith(', on_hold)'))).toBe(true);
	const none = await search('searchTasks', {}, { filter: 'aldgate logistics ltd (10001' });
	expect(none).toEqual({ results: [], paginationToken: '200' });
});

it('workflows are those of the tasks, once each', async () => {
	const { results } = await search('searchWorkflows');
	expect([...results].sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
		{ name: 'Kaufvertrag – Prüfung und Freigabe', value: 'wf_kaufvertrag' },
		{ name: 'Master services agreement', value: 'wf_master_services' },
		{ name: 'Mutual NDA', value: 'wf_mutual_nda' },
		{ name: 'Vendor agreement', value: 'wf_vendor_agreement' },
	]);
	const filtered = await search('searchWorkflows', {}, { filter: 'NDA' });
	expect(filtered.results).toEqual([{ name: 'Mutual NDA', value: 'wf_mutual_nda' }]);
});

const ofTask = async (method: string, operation: string, taskId: unknown, filter?: string) =>
	await searchList({
		method,
		parameters: parametersOf(operation, { taskId: taskId as INodeParameters }),
		credentials: stage.credentials,
		filter,
	});

it('step runs and steps are those of the chosen task', async () => {
	const runs = await ofTask('searchStepRuns', 'task.uploadSignedDocument', byId('10008'));
	expect(stage.received()).toEqual([{ request: 'GET /tasks/10008' }]);
	expect(runs.results.map(({ name }) => name)).toEqual([
		'Intake (intake, completed)',
		'Draft agreement (agent, completed)',
		'Legal approval (approval, completed)',
		'Finance approval (approval, completed)',
		'Signature (signature, in_progress)',
	]);
	const { task } = await stage.ask('GET', '/tasks/10008');
	const expected = task?.step_runs as unknown as Array<{ step_run_id: string }>;
	expect(runs.results.map(({ value }) => value)).toEqual(
		expected.map(({ step_run_id }) => step_run_id),
	);
	const signature = await ofTask(
		'searchStepRuns',
		'task.uploadSignedDocument',
		byId('10008'),
		'signature',
	);
	expect(signature.results).toHaveLength(1);
	const link = { __rl: true, mode: 'url', value: 'https://app.example/workflows/tasks/10001' };
	const steps = await ofTask('searchSteps', 'task.getStepDocument', link);
	expect(steps.results).toEqual([
		{ name: 'Intake', value: 'intake' },
		{ name: 'Draft agreement', value: 'draft' },
		{ name: 'Legal approval', value: 'legal_approval' },
	]);
});

it('without a task there is nothing to list, and nothing is asked', async () => {
	const none = { __rl: true, mode: 'list', value: '' };
	expect(await ofTask('searchSteps', 'task.getStepDocument', none)).toEqual({ results: [] });
	expect(await ofTask('searchStepRuns', 'task.uploadSignedDocument', none)).toEqual({
		results: [],
	});
	expect(stage.received()).toEqual([]);
});

it('a list that cannot be fetched says why, in the words of the node', async () => {
	const failing = searchList({
		method: 'searchTasks',
		parameters: parametersOf('task.get', {}),
		credentials: keyCredential(stage.sandbox.baseUrl, stage.sandbox.apiKeys.expired),
	});
	await expect(failing).rejects.toMatchObject({
		name: 'NodeApiError',
		message: 'The service did not accept the credential',
		description: expect.stringContaining('The service says: API key has expired.'),
	});
});

const failureAt = async (url: string): Promise<string> => {
	const failing = searchList({
		method: 'searchTasks',
		parameters: parametersOf('task.get', {}),
		credentials: keyCredential(url, 'key_1'),
	});
	const { message, description } = (await failing.catch((error: unknown) => error)) as {
		message: string;
		description: string;
	};
	return `${message}: ${description}`;
};

it('a list that meets the rate limit names no option of a run', async () => {
	const { url } = await serve((response) =>
		sendJson(response, 429, { detail: 'Rate limit exceeded' }, { 'retry-after': '60' }),
	);
	expect(await failureAt(url)).toBe(
		'The rate limit of the service is used up: The service says: Rate limit exceeded. Open the list again in a minute, or give the ID itself.',
	);
});

it('a list whose path the service does not know, and one that breaks, are told for a list', async () => {
	const unknown = await serve((response) => sendJson(response, 404, { detail: 'Not Found' }));
	expect(await failureAt(unknown.url)).toMatch(/does not know this request: .*Base URL/);
	const broken = await serve((response) => response.destroy());
	expect(await failureAt(broken.url)).toMatch(/: Open the list again\. /);
});
