import { describe, expect, it } from '@jest/globals';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { initiate } from '../../../tools/sandbox/test/support/service';
import { sendJson, serverPool } from '../../support/answeringServer';
import type { Credentials } from '../../support/n8nHost';
import { task } from '../../support/operations.table';
import { polledService } from '../../support/polledService';
import { startTrigger } from '../../support/pollingTrigger';
import { byId, keyCredential } from '../../support/stage';

const { service, serve, credentials, trigger, requestsOf, decide } = polledService();

const answering = serverPool();

const keys = () => service().sandbox.apiKeys;
const withData = ({ contractWorkflowApi: own }: Credentials, data: IDataObject): Credentials => ({
	contractWorkflowApi: { ...own, ...data } as ICredentialDataDecryptedObject,
});

const ids = (items: IDataObject[]) => items.map(({ task_id }) => task_id);
const comment = async (id: number) =>
	await service().post(`/tasks/${id}/comment`, { comment: 'x' });
describe('Task Created', () => {
	it('gives a task that is already over, which the list leaves out by itself', async () => {
		const { poll } = await trigger('taskCreated');
		await poll();
		const { data } = await service().post('/workflows/wf_mutual_nda/1/initiate', {
			variables: [{ variable_id: 'counterparty', type: 'text', value: 'Aldgate Logistics Ltd' }],
		});
		await decide(Number(data.task_id));
		expect(await poll()).toMatchObject([{ task_id: data.task_id, status: 'completed' }]);
	});

	it.each([0, 80, 300])('an unchanged list of %s tasks costs one request', async (tasks) => {
		await serve({ tasks });
		const { poll } = await trigger('taskCreated');
		await poll();
		expect(await requestsOf(poll)).toBe(1);
		await initiate(service());
		await poll();
		expect(await requestsOf(poll)).toBe(1);
	});
});

describe('whatever it watches', () => {
	it('a poll that fails takes nothing away from the next one', async () => {
		const { poll } = await trigger('taskCreated');
		await poll();
		const id = await initiate(service());
		service().sandbox.addFault({ kind: 'error', status: 501 });
		await expect(poll()).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '501' });
		expect(ids(await poll())).toEqual([id]);
	});

	it.each<[string, (credentials: Credentials) => Credentials, string, boolean]>([
		['a new key in the credential', (own) => withData(own, { apiKey: keys().second }), '1', true],
		['another credential', (own) => own, '2', false],
		[
			'another address',
			(own) =>
				withData(own, { baseUrl: service().sandbox.baseUrl.replace('127.0.0.1', 'localhost') }),
			'1',
			false,
		],
	])('%s: whether it knows what it has seen', async (_what, change, credentialId, knows) => {
		const options = { event: 'taskCreated', options: { backlog: true } };
		const before = await startTrigger(options, credentials());
		expect((await before.poll()).length).toBeGreaterThan(0);
		const id = await initiate(service());
		const now = await startTrigger(options, change(credentials()), 'trigger', credentialId);
		now.restart(before.stored());
		expect(ids(await now.poll())).toEqual(knows ? [id] : []);
		const next = await initiate(service());
		expect(ids(await now.poll())).toEqual([next]);
	});

	it('a list that is too long starts the error workflow, and does not stop the trigger', async () => {
		const page = Array.from({ length: 200 }, (_, index) => ({ ...task, task_id: index + 1 }));
		let total = 0;
		const server = await answering((response, { body }) => {
			const isLater = body.includes('last_created_at');
			const tasks = total > 0 && !isLater ? page : [];
			sendJson(response, 200, { tasks, total_count: isLater ? 0 : total });
		});
		const { poll, reported } = await startTrigger(
			{ event: 'taskCreated' },
			keyCredential(server.url, 'key_1'),
		);
		await poll();
		total = 25_000;
		expect(await poll()).toHaveLength(200);
		expect(await poll()).toEqual([]);
		expect(reported()).toMatchObject([
			{
				name: 'NodeOperationError',
				message: 'Up to 25000 new or changed tasks may be missing',
			},
		]);
	});

	it('a poll that is slower than its interval is not overtaken', async () => {
		const { poll } = await trigger('taskCreated');
		await poll();
		const id = await initiate(service());
		const [first, second] = await Promise.all([poll(), poll()]);
		expect([ids(first), ids(second)]).toEqual([[id], []]);
	});
});

describe('Task Waits for Approval', () => {
	it('gives a task at each of its approval steps, and no task that waited before', async () => {
		const waiting = await initiate(service());
		const { poll } = await trigger('taskWaitsForApproval');
		expect(await poll()).toEqual([]);
		const id = await initiate(service());
		expect(await poll()).toMatchObject([{ task_id: id, current_step_id: 'legal_approval' }]);
		await decide(id);
		expect(await poll()).toMatchObject([{ task_id: id, current_step_id: 'finance_approval' }]);
		await comment(waiting);
		await decide(id);
		expect(await poll()).toEqual([]);
	});

	it('gives no task that is on hold or inactive, and one that comes off hold', async () => {
		const statuses = ['created', 'in_progress', 'pending', 'on_hold', 'completed', 'rejected'];
		const tasks = statuses.map((status, index) => ({
			...task,
			task_id: index + 1,
			status,
			current_step_run_id: `run_${index}`,
			updated_at: '2026-01-06T10:11:12.000Z',
		}));
		const server = await answering((response) =>
			sendJson(response, 200, { tasks, total_count: tasks.length }),
		);
		const { poll } = await startTrigger(
			{ event: 'taskWaitsForApproval', options: { backlog: true } },
			keyCredential(server.url, 'key_1'),
		);
		expect((await poll()).map(({ status }) => status)).toEqual(statuses.slice(0, 3));
		expect(await poll()).toEqual([]);
		Object.assign(tasks[3] ?? {}, {
			status: 'in_progress',
			updated_at: '2026-01-06T10:11:13.000Z',
		});
		expect(ids(await poll())).toEqual([4]);
	});
});

describe('filters', () => {
	it.each([
		['workflow', { workflowId: byId('wf_mutual_nda') }, 'workflow_id', 'wf_mutual_nda'],
		[
			'assignee',
			{ assigneeEmail: { __rl: true, mode: 'email', value: ' Jose.Nunez@meridian.example ' } },
			'assignee_email',
			undefined,
		],
	])('by %s let only matching tasks out', async (_name, taskFilters, field, wanted) => {
		const options = { backlog: true };
		const all = await (await trigger('taskCreated', { options })).poll();
		const { poll } = await trigger('taskCreated', { options, taskFilters });
		const value = wanted ?? 'jose.nunez@meridian.example';
		const expected = all.filter((task) => task[field] === value);
		expect(expected.length).toBeLessThan(all.length);
		expect(await poll()).toEqual(expected);
	});

	it('that are added and left blank are an error, never all tasks', async () => {
		const none = { __rl: true, mode: 'list', value: '' };
		const { poll } = await trigger('taskCreated', { taskFilters: { workflowId: none } });
		await expect(poll()).rejects.toMatchObject({ message: '"Workflow" is empty' });
	});
});
