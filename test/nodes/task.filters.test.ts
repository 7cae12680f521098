import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { AnsweringServer } from '../support/answeringServer';
import { sendJson, serverPool } from '../support/answeringServer';
import { task } from '../support/operations.table';
import type { Json } from '../support/stage';
import { byId, itemsOf, keyCredential, paired, sharedStage } from '../support/stage';
import { taskService } from '../support/taskService';
import { refusalsAt } from './refusals';

const stage = sharedStage({ tasks: 450 });

const serve = serverPool();

const refused = refusalsAt(() => stage);

/** A person, as the panel's list or By Email holds one. */
const person = (value: string, mode = 'email'): INodeParameters => ({ __rl: true, mode, value });

/** The nine statuses of section 3, those first that the list of a test gives by itself. */
const active = ['created', 'in_progress', 'pending', 'on_hold'];
const all = [...active, 'completed', 'cancelled', 'failed', 'archived', 'rejected'];
const waiting = ['created', 'in_progress', 'pending'];

const listAll = async (): Promise<Json[]> => {
	const pages = [0, 200, 400].map(
		async (offset) =>
			(await stage.ask('POST', '/tasks/list', { limit: 200, offset, include_inactive: true }))
				.tasks,
	);
	return (await Promise.all(pages)).flatMap((tasks) => tasks as unknown as Json[]);
};

const getMany = async (filters: INodeParameters, more: INodeParameters = {}) =>
	await stage.run('task.getMany', {
		output: 'raw',
		filters: { includeInactive: true, ...filters },
		...more,
	});

describe('a filter that the service does not know', () => {
	it.each<readonly [string, INodeParameters, string, string]>([
		['Workflow', { workflowId: byId(' wf_mutual_nda ') }, 'workflow_id', 'wf_mutual_nda'],
		[
			'Workflow, chosen from the list',
			{ workflowId: person('wf_mutual_nda', 'list') },
			'workflow_id',
			'wf_mutual_nda',
		],
		[
			'Current Step',
			{ currentStepId: person('legal_approval', 'list') },
			'current_step_id',
			'legal_approval',
		],
	])(
		'%s lets only matching tasks out, with Return All all of them',
		async (_name, filters, field, value) => {
			const { output } = await getMany(filters, { returnAll: true });
			expect(stage.received()).toHaveLength(3);
			const all = await listAll();
			const expected = all.filter((task) => (task[field] as unknown) === value);
			expect(expected.length).toBeGreaterThan(0);
			expect(expected.length).toBeLessThan(all.length);
			expect(output.map(({ json }) => json)).toEqual(expected);
		},
	);

	it.each<[string, INodeParameters, string[]]>([
		['neither tasks on hold nor inactive ones', {}, waiting],
		['with Include Inactive the same', { includeInactive: true }, waiting],
		['with a Status both filters', { status: 'pending' }, ['pending']],
		['with On Hold nothing', { status: 'on_hold' }, []],
		['with an inactive Status nothing', { status: 'rejected' }, []],
		['that is off lets all out', { includeInactive: true, waitingForApproval: false }, all],
	])('Waiting for Approval: %s', async (_name, filters, statuses) => {
		const server = await serve((response, { body }) => {
			const { status, include_inactive } = JSON.parse(body) as Json;
			const wanted = status ? [status] : include_inactive ? all : active;
			const tasks = wanted.map((one, index) => ({ ...task, task_id: index + 1, status: one }));
			sendJson(response, 200, { tasks, total_count: tasks.length });
		});
		const { output, error } = await stage.run(
			'task.getMany',
			{ returnAll: true, filters: { waitingForApproval: true, ...filters } },
			{ credentials: keyCredential(server.url, 'key_1') },
		);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.status)).toEqual(statuses);
		// Inactive tasks are many, and none of them waits: they are asked for only where they can pass.
		const asksForInactive = server.requests.some(({ body }) => body.includes('include_inactive'));
		expect(asksForInactive).toBe(statuses === all);
	});

	it.each(['owner_email', 'assignee_email'])(
		'%s: an address counts however it is written',
		async (field) => {
			const all = await listAll();
			const email = all.map((task) => task[field] as unknown).find((one) => one !== null) as string;
			stage.sandbox.clearRequests();
			const name = field === 'owner_email' ? 'ownerEmail' : 'assigneeEmail';
			const { output } = await getMany(
				{ [name]: person(` ${email.toUpperCase()} `) },
				{ returnAll: true },
			);
			expect(output.map(({ json }) => json)).toEqual(
				all.filter((task) => (task[field] as unknown) === email),
			);
			expect(output.length).toBeLessThan(all.length);
		},
	);

	it('goes with those that the service knows, and with other items', async () => {
		const { output } = await stage.run(
			'task.getMany',
			{
				limit: 3,
				output: 'raw',
				filters: {
					status: 'pending',
					workflowId: byId('={{ $json.workflow }}'),
				},
			},
			{ items: itemsOf({ workflow: 'wf_mutual_nda' }, { workflow: 'wf_vendor_agreement' }) },
		);
		expect(stage.received().map(({ body }) => body)).toEqual([
			{ limit: 200, offset: 0, status: 'pending' },
			{ limit: 200, offset: 0, status: 'pending' },
		]);
		expect(
			paired(output).map(({ pairedItem, json }) => [pairedItem, json.workflow_id, json.status]),
		).toEqual([
			...Array.from({ length: 3 }, () => [{ item: 0 }, 'wf_mutual_nda', 'pending']),
			...Array.from({ length: 3 }, () => [{ item: 1 }, 'wf_vendor_agreement', 'pending']),
		]);
	});

	it('that is switched off filters nothing, and costs nothing', async () => {
		const { output } = await getMany({ waitingForApproval: false }, { limit: 10 });
		expect(output).toHaveLength(10);
		expect(stage.received()).toMatchObject([{ body: { limit: 10 } }]);
	});

	const blanks: IDataObject[] = [{ value: null }, { value: '' }, { value: '  ' }];
	it.each(
		[
			['workflowId', 'Workflow'],
			['ownerEmail', 'Owner Email'],
			['assigneeEmail', 'Assignee Email'],
		].flatMap(([name, label]) => blanks.map((blank) => [name, label, blank] as const)),
	)(
		'%s: an expression that gives nothing is an error, never all tasks',
		async (name, label, blank) => {
			const parameters = { filters: { [`${name}`]: byId('={{ $json.value }}') } };
			expect(await refused('task.getMany', parameters, { value: 'a@b.example' }, blank)).toBe(
				`"${label}" was added, but is empty`,
			);
		},
	);
});

describe('a limit', () => {
	const every = (nth: number) => (index: number) => ({
		current_step_type: index % nth === 0 ? 'approval' : 'review',
	});
	const limited = async (server: AnsweringServer, more: INodeParameters = {}) =>
		await stage.run(
			'task.getMany',
			{ limit: 50, filters: { waitingForApproval: true }, ...more },
			{ credentials: keyCredential(server.url, 'key_c2VjcmV0') },
		);
	const hint = 'wanted rows passed the filters';

	it('counts the tasks that pass, and reads no further than it must', async () => {
		const server = await serve(taskService(20_000, every(4)));
		const { output, saved } = await limited(server);
		expect(output.map(({ json }) => json.task_id)).toEqual(
			Array.from({ length: 50 }, (_, index) => index * 4 + 1),
		);
		expect(server.requests).toHaveLength(1);
		expect(saved).not.toContain(hint);
	});

	it('is filled from several pages, with few read ahead', async () => {
		const server = await serve(taskService(20_000, every(10)));
		const { output } = await limited(server);
		expect(output).toHaveLength(50);
		expect(output.at(-1)?.json.task_id).toBe(491);
		expect(server.requests.length).toBeLessThanOrEqual(1 + 2 + 3);
	});

	it('stops reading at a bound, and says so', async () => {
		const server = await serve(taskService(20_000, every(200)));
		const { output, saved, error } = await limited(server);
		expect(error).toBeUndefined();
		expect(output).toHaveLength(25);
		expect(server.requests).toHaveLength(25);
		expect(saved).toContain(
			'The node read 5000 of 20000 rows, and 25 of the 50 wanted rows passed the filters. To read the whole list, use Return All.',
		);
	});

	it('that the whole list cannot fill says nothing of a bound', async () => {
		const server = await serve(taskService(5_000, every(200)));
		const { output, saved } = await limited(server);
		expect(output).toHaveLength(25);
		expect(saved).not.toContain(hint);
	});

	it('beyond the bound is bound by itself', async () => {
		const server = await serve(taskService(20_000, every(1)));
		const { output } = await limited(server, { limit: 6_000 });
		expect(output).toHaveLength(6_000);
	});

	it('does not bound Return All', async () => {
		const server = await serve(taskService(20_000, every(200)));
		const { output } = await limited(server, { returnAll: true });
		expect(output).toHaveLength(100);
	});
});
