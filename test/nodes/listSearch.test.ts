import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties, INodePropertyMode, INodeType } from 'n8n-workflow';
import type { AnsweringServer } from '../support/answeringServer';
import { sendJson, serverPool } from '../support/answeringServer';
import { searchList } from '../support/listSearch';
import { loadNode } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, keyCredential, parametersOf, startStage } from '../support/stage';
import { taskService } from '../support/taskService';

let stage: Stage;
beforeAll(async () => {
	stage = await startStage({ tasks: 205 });
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

const { serve, stopAll } = serverPool();
afterEach(stopAll);

interface Asked {
	readonly parameters?: INodeParameters;
	readonly operation?: string;
	readonly filter?: string;
	readonly paginationToken?: string;
	/** Instead of the sandbox. */
	readonly server?: AnsweringServer;
}

const search = async (
	method: string,
	{ operation = 'task.get', parameters = {}, server, ...given }: Asked = {},
) =>
	await searchList({
		method,
		parameters: parametersOf(operation, parameters),
		credentials: server ? keyCredential(server.url, 'key_c2VjcmV0') : stage.credentials,
		...given,
	});

const bodies = ({ requests }: AnsweringServer) =>
	requests
		.filter(({ line }) => line === 'POST /tasks/list')
		.map(({ body }) => JSON.parse(body) as { offset: number });

const methodsIn = (properties: readonly INodeProperties[]): string[] =>
	properties.flatMap(({ modes = [], options = [] }) => [
		...modes.flatMap(({ typeOptions }: INodePropertyMode) => typeOptions?.searchListMethod ?? []),
		...options.flatMap((option) => ('type' in option ? methodsIn([option]) : [])),
	]);

it.each([
	[
		'contractWorkflow',
		[
			'searchCurrentSteps',
			'searchPeople',
			'searchStepRuns',
			'searchSteps',
			'searchTasks',
			'searchVersions',
			'searchWorkflows',
		],
	],
	['contractWorkflowPollingTrigger', ['searchPeople', 'searchWorkflows']],
])('every list that a field of %s names is there', async (name, expected) => {
	const node = (await loadNode(name)) as INodeType;
	const { properties } = node.description;
	expect([...new Set(methodsIn(properties))].sort()).toEqual(expected);
	expect(Object.keys(node.methods?.listSearch ?? {}).sort()).toEqual(expected);
});

describe('tasks', () => {
	it('come in pages, inactive ones too', async () => {
		const first = await search('searchTasks');
		expect(stage.received()).toEqual([
			{ request: 'POST /tasks/list', body: { limit: 200, offset: 0, include_inactive: true } },
		]);
		expect(first.results).toHaveLength(200);
		expect(first.paginationToken).toBe('200');
		const last = await search('searchTasks', { paginationToken: '200' });
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
			name: 'Vendor agreement: Aldgate Logistics Ltd · pending · 10001',
			value: '10001',
			url: `${stage.sandbox.appUrl}/workflows/tasks/10001`,
		});
	});

	it('are found by words of the title, in any order, on whatever page', async () => {
		const titles = (index: number) =>
			index === 999 ? { task_title: 'Aldgate Logistics Ltd' } : {};
		const server = await serve(taskService(1_000, titles));
		const found = await search('searchTasks', { filter: ' logistics ALDGATE ', server });
		expect(found).toEqual({
			results: [{ name: 'Aldgate Logistics Ltd · in progress · 1000', value: '1000' }],
		});
		expect(bodies(server)).toHaveLength(5);
	});

	it.each(['on_hold', 'On hold'])('are found by their status, written as %s', async (filter) => {
		const { results } = await search('searchTasks', { filter });
		expect(results.length).toBeGreaterThan(0);
		expect(results.every(({ name }) => name.includes(' · on hold · '))).toBe(true);
	});

	it.each(['10003', ' 10003 ', 'https://app.example/workflows/tasks/10003?tab=1'])(
		'are asked for directly: %s',
		async (filter) => {
			const { results } = await search('searchTasks', { filter });
			expect(stage.received()[0]).toEqual({ request: 'GET /tasks/10003' });
			expect(results[0]).toMatchObject({
				value: '10003',
				url: `${stage.sandbox.appUrl}/workflows/tasks/10003`,
			});
		},
	);

	it('are found by ID among 20,000 with two requests, whose titles may hold the number, too', async () => {
		const titles = (index: number) => (index === 7 ? { task_title: 'Invoice 10500' } : {});
		const server = await serve(taskService(20_000, titles));
		const { results, paginationToken } = await search('searchTasks', { filter: '10500', server });
		expect(server.requests.map(({ line }) => line)).toEqual([
			'GET /tasks/10500',
			'POST /tasks/list',
		]);
		expect(results).toEqual([
			{ name: 'Task of row 10499 · in progress · 10500', value: '10500' },
			{ name: 'Invoice 10500 · in progress · 8', value: '8' },
			{ name: '(Searched 200 of 20,000 tasks)', value: false },
			{ name: '(For others, enter the ID)', value: true },
		]);
		expect(paginationToken).toBeUndefined();
	});

	it.each(['99999', '99999999999999999999'])(
		'%s is no task, but may be in a title',
		async (filter) => {
			const titles = (index: number) => (index === 450 ? { task_title: `Bill ${filter}` } : {});
			const server = await serve(taskService(500, titles));
			const { results } = await search('searchTasks', { filter, server });
			expect(results).toEqual([{ name: `Bill ${filter} · in progress · 451`, value: '451' }]);
		},
	);

	it('a search that finds nothing ends at a bound, and says so in lines that nobody can choose', async () => {
		const server = await serve(taskService(20_000));
		const found = await search('searchTasks', { filter: 'no such title', server });
		expect(bodies(server).map(({ offset }) => offset)).toEqual(
			Array.from({ length: 10 }, (_, page) => page * 200),
		);
		expect(found).toEqual({
			results: [
				{ name: '(Searched 2,000 of 20,000 tasks)', value: false },
				{ name: '(For others, enter the ID)', value: true },
			],
		});
	});

	it('the bound is one of requests, also where the service gives smaller pages', async () => {
		const server = await serve(taskService(20_000, undefined, { mostRows: 50 }));
		const { results } = await search('searchTasks', { filter: 'no such title', server });
		expect(results[0]).toMatchObject({ name: '(Searched 500 of 20,000 tasks)' });
		// Those that were read ahead when the bound was reached are under way.
		expect(server.requests.length).toBeLessThanOrEqual(10 + 3);
	});

	it('a search of all that there is says nothing of a bound', async () => {
		const server = await serve(taskService(450));
		expect(await search('searchTasks', { filter: 'no such title', server })).toEqual({
			results: [],
		});
		expect(server.requests).toHaveLength(3);
	});

	it('a search with many hits ends with the first page that fills the list, and goes on from there', async () => {
		const titles = (index: number) => (index % 10 === 0 ? { task_title: 'Supply deal' } : {});
		const server = await serve(taskService(2_000, titles));
		const first = await search('searchTasks', { filter: 'deal', server });
		expect(bodies(server)).toHaveLength(1);
		expect(first.results).toHaveLength(20);
		expect(first.paginationToken).toBe('200');
		const next = await search('searchTasks', { filter: 'deal', paginationToken: '200', server });
		expect(next.results[0]).toMatchObject({ value: '201' });
		expect(next.paginationToken).toBe('400');
	});

	it('a search that goes on and finds little says where it ended', async () => {
		const server = await serve(taskService(20_000));
		const { results, paginationToken } = await search('searchTasks', {
			filter: 'row 2100',
			paginationToken: '2000',
			server,
		});
		expect(results.map(({ name }) => name)).toContain('(Searched 4,000 of 20,000 tasks)');
		expect(paginationToken).toBeUndefined();
		expect(server.requests.every(({ line }) => line === 'POST /tasks/list')).toBe(true);
	});

	it('a slow service is not asked for page after page', async () => {
		const server = await serve(taskService(20_000, undefined, { delayMs: 2_600 }));
		const { results } = await search('searchTasks', { filter: 'no such title', server });
		expect(results[0]).toEqual({ name: '(Searched 200 of 20,000 tasks)', value: false });
		expect(server.requests).toHaveLength(1);
	});

	it('what the rate limit has left goes to running workflows: a list takes a tenth at most', async () => {
		const headers = {
			'x-ratelimit-limit': '60',
			'x-ratelimit-remaining': '30',
			'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 50),
		};
		const server = await serve(taskService(20_000, undefined, { headers }));
		await search('searchTasks', { server });
		const { results } = await search('searchTasks', { filter: 'no such title', server });
		expect(bodies(server)).toHaveLength(1 + 3);
		expect(results[0]).toMatchObject({ name: '(Searched 600 of 20,000 tasks)' });
	});

	it('a long title is shortened, so that the status and the ID are in sight', async () => {
		const title = `Framework agreement ${'on goods and services '.repeat(20)}`;
		const server = await serve(
			taskService(1, () => ({ task_title: title, status: 'on_hold', task_id: 7 })),
		);
		const { results } = await search('searchTasks', { filter: 'services', server });
		expect(results).toEqual([
			{
				name: 'Framework agreement on goods and services o… · on hold · 7',
				value: '7',
			},
		]);
	});

	it('without a title, a name or a link are listed all the same', async () => {
		const bare = { task_title: undefined, workflow_name: null, task_url: undefined };
		const server = await serve(taskService(1, () => bare));
		expect(await search('searchTasks', { server })).toEqual({
			results: [{ name: 'wf_1 · in progress · 1', value: '1' }],
		});
	});
});

describe('an operation that needs a task at a step', () => {
	interface Listed {
		readonly task_id: number;
		readonly status: string;
		readonly current_step_type: string;
	}

	it.each<[string, string, (task: Listed) => boolean]>([
		[
			'task.approve',
			'wait for a decision',
			(task) => task.current_step_type === 'approval' && task.status !== 'on_hold',
		],
		[
			'task.uploadSignedDocument',
			'are at a signature step',
			(task) => task.current_step_type === 'signature',
		],
	])('%s: active tasks are offered, those that %s first', async (operation, _name, isFirst) => {
		const { results } = await search('searchTasks', { operation });
		const asked = stage.received();
		expect(asked[0]).toEqual({
			request: 'POST /tasks/list',
			body: { limit: 200, offset: 0, include_inactive: false },
		});
		const { tasks } = await stage.ask('POST', '/tasks/list', { limit: 200 });
		const listed = tasks as unknown as Listed[];
		const isRight = new Map(listed.map((task) => [String(task.task_id), isFirst(task)]));
		const order = results.map(({ value }) => isRight.get(String(value)));
		expect(order).toEqual([...order].sort((one, other) => Number(other) - Number(one)));
		expect(new Set(order)).toEqual(new Set([true, false]));
		expect(order).toHaveLength(listed.length);
	});

	it('looks further for them, where the first page has few', async () => {
		const at = (index: number) => ({
			current_step_type: index % 50 === 0 ? 'approval' : 'review',
		});
		const server = await serve(taskService(20_000, at));
		const found = await search('searchTasks', { operation: 'task.approve', server });
		expect(bodies(server).length).toBeLessThanOrEqual(5);
		expect(found.results.slice(0, 20).map(({ value }) => (Number(value) - 1) % 50)).toEqual(
			Array.from({ length: 20 }, () => 0),
		);
		expect(found.paginationToken).toBe('1000');
	});

	it('finds any task by its ID', async () => {
		const { results } = await search('searchTasks', { operation: 'task.approve', filter: '10010' });
		expect(results[0]).toMatchObject({ value: '10010' });
	});
});

describe('workflows', () => {
	it('are those of the tasks, once each', async () => {
		const { results } = await search('searchWorkflows');
		expect([...results].sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
			{ name: 'Kaufvertrag – Prüfung und Freigabe', value: 'wf_kaufvertrag' },
			{ name: 'Master services agreement', value: 'wf_master_services' },
			{ name: 'Mutual NDA', value: 'wf_mutual_nda' },
			{ name: 'Vendor agreement', value: 'wf_vendor_agreement' },
		]);
		const filtered = await search('searchWorkflows', { filter: 'mutual' });
		expect(filtered.results).toEqual([{ name: 'Mutual NDA', value: 'wf_mutual_nda' }]);
	});

	it('of one name are told apart by their IDs, and long names are cut', async () => {
		const server = await serve(
			taskService(3, (index) => ({
				workflow_id: `wf_${index}`,
				workflow_name: index < 2 ? 'NDA' : 'Framework '.repeat(20),
			})),
		);
		const { results } = await search('searchWorkflows', { server });
		expect(results.map(({ name }) => name)).toEqual([
			'NDA (wf_0)',
			'NDA (wf_1)',
			'Framework Framework Framework Framework Framework Framework…',
		]);
	});

	it('without a task are found by their ID', async () => {
		const schemas = {
			'/workflows/wf_new/latest/schema': {
				workflow_id: 'wf_new',
				workflow_name: 'Brand new',
				version: 1,
				variables: [],
				steps: [],
			},
		};
		const server = await serve(taskService(450, undefined, { schemas }));
		const { results } = await search('searchWorkflows', { filter: 'wf_new', server });
		expect(results).toEqual([{ name: 'Brand new', value: 'wf_new' }]);
		const none = await search('searchWorkflows', { filter: 'wf_none', server });
		expect(none.results).toEqual([]);
		expect((await search('searchWorkflows', { filter: '..', server })).results).toEqual([]);
	});

	it('among many tasks are looked for in the first thousand only, when the list is opened', async () => {
		const server = await serve(taskService(20_000));
		const { results, paginationToken } = await search('searchWorkflows', { server });
		expect(server.requests).toHaveLength(5);
		expect(paginationToken).toBeUndefined();
		expect(results).toEqual([
			{ name: 'Supply', value: 'wf_1' },
			{ name: '(Searched 1,000 of 20,000 tasks)', value: false },
			{ name: '(For others, enter the ID)', value: true },
		]);
	});
});

describe('current steps', () => {
	const steps = (index: number) => ({
		workflow_name: index === 3 ? null : 'Mutual NDA',
		current_step_id: ['legal', 'legal', 'signing', 'archive', null][index] ?? null,
		current_step_name: index === 2 ? null : 'Legal review',
	});

	it('are those that active tasks are at, by name with their workflow', async () => {
		const server = await serve(taskService(5, steps));
		const operation = 'task.getMany';
		const { results } = await search('searchCurrentSteps', { operation, server });
		expect(results).toEqual([
			{ name: 'Legal review · Mutual NDA', value: 'legal' },
			{ name: 'signing · Mutual NDA', value: 'signing' },
			{ name: 'Legal review', value: 'archive' },
		]);
		expect(server.requests.map(({ body }) => JSON.parse(body))).toEqual([
			{ limit: 200, offset: 0 },
		]);
		const found = await search('searchCurrentSteps', { operation, server, filter: 'SIGN' });
		expect(found.results.map(({ value }) => value)).toEqual(['signing']);
	});
});

describe('people', () => {
	const people = (index: number) => ({
		owner_email: 'rare@one.example',
		assignee_email: index === 0 ? null : 'often@one.example',
		requester_email: index === 2 ? 'third@two.example' : 'often@one.example',
		collaborator_emails: index === 1 ? ['rare@one.example', 'with@two.example'] : [],
		...(index > 1 && { owner_email: null }),
	});

	it('are owners, assignees, requesters and collaborators, those of most tasks first', async () => {
		const server = await serve(taskService(4, people));
		const { results } = await search('searchPeople', { operation: 'task.comment', server });
		expect(results.map(({ value }) => value)).toEqual([
			'often@one.example',
			'rare@one.example',
			'with@two.example',
			'third@two.example',
		]);
	});

	it('are found by a part of the address; anybody else is entered by email', async () => {
		const server = await serve(taskService(20_000, people));
		const { results } = await search('searchPeople', { filter: 'TWO.example', server });
		expect(results).toEqual([
			{ name: 'with@two.example', value: 'with@two.example' },
			{ name: 'third@two.example', value: 'third@two.example' },
			{ name: '(Searched 2,000 of 20,000 tasks)', value: false },
			{ name: '(For others, choose By Email)', value: true },
		]);
		expect(server.requests).toHaveLength(10);
	});

	it('and workflows are there for the filters of the polling trigger', async () => {
		const server = await serve(taskService(4, people));
		for (const [method, first] of [
			['searchPeople', 'often@one.example'],
			['searchWorkflows', 'wf_1'],
		] as const) {
			const { results } = await searchList({
				method,
				node: 'contractWorkflowPollingTrigger',
				parameters: { event: 'taskCreated' },
				credentials: keyCredential(server.url, 'key_c2VjcmV0'),
			});
			expect(results[0]?.value).toBe(first);
		}
	});
});

describe('versions', () => {
	const ofWorkflow = { workflowId: byId('wf_1') };
	const schema = (version: number) => ({
		workflow_id: 'wf_1',
		workflow_name: 'Supply',
		version,
		variables: [],
		steps: [],
	});
	const schemas = {
		'/workflows/wf_1/latest/schema': schema(9),
		'/workflows/wf_1/4/schema': schema(4),
	};
	const versions = async (given: Asked = {}, count = 4) => {
		const at = (index: number) =>
			index === 3 ? { workflow_id: 'wf_2', workflow_version: 99 } : { workflow_version: index + 6 };
		const server = await serve(taskService(count, at, { schemas }));
		const asked = { operation: 'workflow.initiate', parameters: ofWorkflow, server, ...given };
		return { ...(await search('searchVersions', asked)), server };
	};

	it('are the latest, and those that tasks of the workflow ran with', async () => {
		const { results } = await versions();
		expect(results).toEqual([
			{ name: 'Latest', value: 'latest' },
			{ name: 'Version 9', value: '9' },
			{ name: 'Version 8', value: '8' },
			{ name: 'Version 7', value: '7' },
			{ name: 'Version 6', value: '6' },
		]);
	});

	it('are asked for directly by number, among however many tasks', async () => {
		const { results, server } = await versions({ filter: '4' }, 20_000);
		expect(results).toEqual([{ name: 'Version 4', value: '4' }]);
		expect(server.requests.map(({ line }) => line)).toEqual(['GET /workflows/wf_1/4/schema']);
		expect((await versions({ filter: '5' })).results).toEqual([]);
	});

	it('need a workflow, and say so', async () => {
		const none = { __rl: true, mode: 'list', value: '' };
		const { results, server } = await versions({ parameters: { workflowId: none } });
		expect(results).toEqual([
			{ name: 'Latest', value: 'latest' },
			{ name: '(Choose a workflow to see its versions)', value: false },
		]);
		expect(server.requests).toEqual([]);
	});
});

const ofTask = async (method: string, operation: string, taskId: unknown, filter?: string) =>
	await search(method, { operation, parameters: { taskId: taskId as INodeParameters }, filter });

describe('steps', () => {
	it('and step runs are those of the chosen task', async () => {
		const runs = await ofTask('searchStepRuns', 'task.uploadSignedDocument', byId('10008'));
		expect(stage.received()).toEqual([{ request: 'GET /tasks/10008' }]);
		expect(runs.results.map(({ name }) => name)).toEqual([
			'Intake (intake, completed)',
			'Draft agreement (agent, completed)',
			'Legal approval (approval, completed)',
			'Finance approval (approval, completed)',
			'Signature (signature, in progress)',
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
	});

	it('tell which one is the current', async () => {
		const link = { __rl: true, mode: 'url', value: 'https://app.example/workflows/tasks/10001' };
		const steps = await ofTask('searchSteps', 'task.getStepDocument', link);
		expect(steps.results).toEqual([
			{ name: 'Intake (intake)', value: 'intake' },
			{ name: 'Draft agreement (agent)', value: 'draft' },
			{ name: 'Legal approval (approval, current step)', value: 'legal_approval' },
		]);
	});

	it('of no task are none, and nothing is asked', async () => {
		const none = { __rl: true, mode: 'list', value: '' };
		for (const [method, operation] of [
			['searchSteps', 'task.getStepDocument'],
			['searchStepRuns', 'task.uploadSignedDocument'],
		] as const) {
			expect(await ofTask(method, operation, none)).toEqual({
				results: [{ name: '(Choose a task first, or enter the ID)', value: false }],
			});
		}
		expect(stage.received()).toEqual([]);
	});
});

it.each(['searchTasks', 'searchWorkflows', 'searchPeople'])(
	'%s: a list that cannot be fetched says why, in the words of the node',
	async (method) => {
		const failing = searchList({
			method,
			parameters: parametersOf('task.get', {}),
			credentials: keyCredential(stage.sandbox.baseUrl, stage.sandbox.apiKeys.expired),
		});
		await expect(failing).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'The service did not accept the credential',
			description: expect.stringContaining('The service says: API key has expired.'),
		});
	},
);

it('a refusal of one task is not taken for "no such task"', async () => {
	stage.sandbox.addFault({ kind: 'error', status: 403 });
	await expect(search('searchTasks', { filter: '10003' })).rejects.toMatchObject({
		name: 'NodeApiError',
		httpCode: '403',
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
		'The rate limit of the service was exceeded: The service says: Rate limit exceeded. Open the list again in a minute, or enter the ID.',
	);
});

it('a list whose path the service does not know, and one that breaks, are told for a list', async () => {
	const unknown = await serve((response) => sendJson(response, 404, { detail: 'Not Found' }));
	expect(await failureAt(unknown.url)).toMatch(/was not found at this address.*Base URL/);
	const broken = await serve((response) => response.destroy());
	expect(await failureAt(broken.url)).toMatch(/: Open the list again\. /);
});
