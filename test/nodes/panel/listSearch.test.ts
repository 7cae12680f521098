import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { useFastTime } from '../../faults/fastTime';
import type { AnsweringServer } from '../../support/answeringServer';
import { pageOfTasks, sendJson, serverPool } from '../../support/answeringServer';
import { searchList } from '../../support/listSearch';
import { task } from '../../support/operations.table';
import { byId, keyCredential, parametersOf, sharedStage } from '../../support/stage';

// The node waits before it repeats a request.
useFastTime();

const stage = sharedStage({ tasks: 205 });

const serve = serverPool();

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

const lines = ({ requests }: AnsweringServer): string[] => requests.map(({ line }) => line);

const remarks = (looked: string) => [
	{ name: `(Searched ${looked} tasks. Enter others by hand)`, value: false },
];

const people = (index: number) => ({
	owner_email: index > 1 ? null : 'rare@one.example',
	assignee_email: index === 0 ? null : 'often@one.example',
	requester_email: index === 2 ? 'third@two.example' : 'often@one.example',
	collaborator_emails: index === 1 ? ['rare@one.example', 'with@two.example'] : [],
});

const steps = (index: number) => ({
	workflow_name: index === 3 ? null : 'Mutual NDA',
	current_step_id: ['legal', 'legal', 'signing', 'archive', null][index] ?? null,
	current_step_name: index === 2 ? null : 'Legal review',
});

const versionsOf = (index: number) =>
	index === 3 ? { workflow_id: 'wf_2', workflow_version: 99 } : { workflow_version: index + 6 };

/** What a list shows of so many tasks. */
interface Row extends Asked {
	readonly method: string;
	readonly tasks: number;
	readonly taskAt?: (index: number) => object;
	readonly shows: ReadonlyArray<readonly [name: string, value: string]>;
	/** What follows the entries. */
	readonly remarks?: object[];
	/** How many requests it takes. */
	readonly requests: number;
}

const long = 'Framework agreement on goods and services and on goods and services';
const ofWorkflow = { operation: 'workflow.initiate', parameters: { workflowId: byId('wf_1') } };

const rows: Readonly<Record<string, Row>> = {
	'tasks by words of the title, in any order, on whatever page': {
		...{ method: 'searchTasks', filter: ' logistics ALDGATE ', tasks: 1_000, requests: 5 },
		taskAt: (index) => (index === 999 ? { task_title: 'Aldgate Logistics Ltd' } : {}),
		shows: [['Aldgate Logistics Ltd · in progress · 1000', '1000']],
	},
	'no task of many: a search ends at a bound, and says so in lines that nobody can choose': {
		...{ method: 'searchTasks', filter: 'no such title', tasks: 20_000, requests: 5 },
		...{ shows: [], remarks: remarks('1,000 of 20,000') },
	},
	'a long title, shortened so that the status and the ID are in sight': {
		...{ method: 'searchTasks', filter: 'services', tasks: 1, requests: 1 },
		taskAt: () => ({ task_title: long, status: 'on_hold', task_id: 7 }),
		shows: [['Framework agreement on goods and s… services · on hold · 7', '7']],
	},
	'workflows of one name with their IDs, and long names cut': {
		...{ method: 'searchWorkflows', tasks: 3, requests: 1 },
		taskAt: (index) => ({ workflow_id: `wf_${index}`, workflow_name: index < 2 ? 'NDA' : long }),
		shows: [
			['NDA · wf_0', 'wf_0'],
			['NDA · wf_1', 'wf_1'],
			['Framework agreement on goods and s…ods and services · wf_2', 'wf_2'],
		],
	},
	'current steps by name with their workflow': {
		...{ method: 'searchCurrentSteps', operation: 'task.getMany', tasks: 5, requests: 1 },
		taskAt: steps,
		shows: [
			['Legal review · Mutual NDA', 'legal'],
			['signing · Mutual NDA', 'signing'],
			['Legal review', 'archive'],
		],
	},
	'owners, assignees, requesters and collaborators, those of most tasks first': {
		...{ method: 'searchPeople', operation: 'task.comment', tasks: 4, requests: 1, taskAt: people },
		shows: [
			['often@one.example', 'often@one.example'],
			['rare@one.example', 'rare@one.example'],
			['with@two.example', 'with@two.example'],
			['third@two.example', 'third@two.example'],
		],
	},
	'the latest version, and those of the tasks of the workflow': {
		...{ method: 'searchVersions', ...ofWorkflow, tasks: 4, requests: 1, taskAt: versionsOf },
		shows: [
			['Latest', 'latest'],
			['Version 8', '8'],
			['Version 7', '7'],
			['Version 6', '6'],
		],
	},
	'no version without a workflow': {
		...{ method: 'searchVersions', tasks: 1, requests: 0, operation: 'workflow.initiate' },
		parameters: { workflowId: { __rl: true, mode: 'list', value: '' } },
		shows: [['Latest', 'latest']],
		remarks: [{ name: '(Choose a workflow to see its versions)', value: false }],
	},
};

it.each(Object.entries(rows))('%s', async (_name, row) => {
	const { tasks: length, taskAt, method, shows, requests } = row;
	const tasks = Array.from({ length }, (_, index) => ({
		...task,
		task_id: index + 1,
		task_title: `Task of row ${index}`,
		workflow_name: 'Supply',
		task_url: null,
		...taskAt?.(index),
	}));
	const server = await serve((response, { body }) =>
		sendJson(response, 200, pageOfTasks(tasks, body)),
	);
	const { results, paginationToken } = await search(method, { ...row, server });
	expect(results).toEqual([
		...shows.map(([name, value]) => ({ name, value })),
		...(row.remarks ?? []),
	]);
	expect(paginationToken).toBeUndefined();
	expect(lines(server)).toHaveLength(requests);
	// What somebody types next searches what was read.
	await search(method, { ...row, server });
	expect(lines(server)).toHaveLength(requests);
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
		expect(last.results).toHaveLength(5);
		expect(last.results).toContainEqual({
			name: 'Vendor agreement: Aldgate Logistics Ltd · pending · 10001',
			value: '10001',
			url: `${stage.sandbox.appUrl}/workflows/tasks/10001`,
		});
	});

	it('are found by their IDs', async () => {
		const { results } = await search('searchTasks', { filter: ' 10003 ' });
		expect(results.map(({ value }) => value)).toEqual(['10003']);
	});
});

interface Listed {
	readonly task_id: number;
	readonly status: string;
	readonly current_step_type: string;
}

it.each<[string, (task: Listed) => boolean]>([
	['task.approve', (task) => task.current_step_type === 'approval' && task.status !== 'on_hold'],
	['task.uploadSignedDocument', (task) => task.current_step_type === 'signature'],
])('%s: active tasks are offered, those at a right step first', async (operation, isRight) => {
	const { results } = await search('searchTasks', { operation });
	// The second operation shows what the first one has read.
	const bodies = stage.received().map(({ body }) => body);
	expect(bodies).toEqual(operation === 'task.approve' ? [{ limit: 200, offset: 0 }] : []);
	const { tasks } = await stage.ask('POST', '/tasks/list', { limit: 200 });
	const listed = tasks as unknown as Listed[];
	const right = new Map(listed.map((task) => [String(task.task_id), isRight(task)]));
	const order = results.map(({ value }) => right.get(String(value)));
	expect(order).toEqual([...order].sort((one, other) => Number(other) - Number(one)));
	expect(new Set(order)).toEqual(new Set([true, false]));
	expect(order).toHaveLength(listed.length);
});

const ofTask = async (method: string, operation: string, taskId: unknown, filter?: string) =>
	await search(method, { operation, parameters: { taskId: taskId as INodeParameters }, filter });

describe('steps', () => {
	it('and step runs are those of the chosen task', async () => {
		const runs = async (filter?: string) =>
			await ofTask('searchStepRuns', 'task.uploadSignedDocument', byId('10008'), filter);
		const { results } = await runs();
		expect(stage.received()).toEqual([{ request: 'GET /tasks/10008' }]);
		expect(results.map(({ name }) => name)).toEqual([
			'Intake (intake, completed)',
			'Draft agreement (agent, completed)',
			'Legal approval (approval, completed)',
			'Finance approval (approval, completed)',
			'Signature (signature, in progress)',
		]);
		const { task } = await stage.ask('GET', '/tasks/10008');
		const expected = task?.step_runs as unknown as Array<{ step_run_id: string }>;
		expect(results.map(({ value }) => value)).toEqual(
			expected.map(({ step_run_id }) => step_run_id),
		);
		expect((await runs('signature')).results).toHaveLength(1);
	});

	it.each([
		['searchSteps', 'task.getStepDocument'],
		['searchStepRuns', 'task.uploadSignedDocument'],
	])('of no task are none, and nothing is asked: %s', async (method, operation) => {
		const none = { __rl: true, mode: 'list', value: '' };
		expect(await ofTask(method, operation, none)).toEqual({
			results: [{ name: '(Choose a task first, or enter the ID)', value: false }],
		});
		expect(stage.received()).toEqual([]);
	});
});

const failureAt = async (method: string, url: string, key = 'key_1') => {
	const parameters = parametersOf('task.get', {});
	const failing = searchList({ method, parameters, credentials: keyCredential(url, key) });
	return (await failing.catch((error: unknown) => error)) as Record<string, string>;
};

it('errors are told for a list: they name no option of a run', async () => {
	const at = async (status: number, detail: string, headers: Record<string, string> = {}) => {
		const { url } = await serve((response) => sendJson(response, status, { detail }, headers));
		const { message, description } = await failureAt('searchTasks', url);
		return `${message}: ${description}`;
	};
	expect(await at(429, 'Rate limit exceeded', { 'retry-after': '60' })).toBe(
		'The rate limit of the service was exceeded: The service says: Rate limit exceeded. The service asks to wait 60 s. Open the list again in a minute, or enter the ID.',
	);
	expect(await at(404, 'Not Found')).toMatch(/not found at this address.*Base URL/);
});
