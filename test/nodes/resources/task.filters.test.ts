import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { pageOfTasks } from '../../support/answeringServer';
import { task } from '../../support/operations.table';
import type { Json } from '../../support/stage';
import { byId, sharedStage } from '../../support/stage';
import { runAt } from '../table';

const stage = sharedStage({ tasks: 210 });

/** A person, as the panel's list or By Email holds one. */
const person = (value: string, mode = 'email'): INodeParameters => ({ __rl: true, mode, value });

/** The nine statuses of section 3, those first that the list of a test gives by itself. */
const active = ['created', 'in_progress', 'pending', 'on_hold'];
const all = [...active, 'completed', 'cancelled', 'failed', 'archived', 'rejected'];
const waiting = ['created', 'in_progress', 'pending'];

const listAll = async (): Promise<Json[]> => {
	const pages = [0, 200].map(
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
			'Current Step',
			{ currentStepId: person('legal_approval', 'list') },
			'current_step_id',
			'legal_approval',
		],
	])(
		'%s lets only matching tasks out, with Return All all of them',
		async (_name, filters, field, value) => {
			const { output } = await getMany(filters, { returnAll: true });
			expect(stage.received()).toHaveLength(2);
			const all = await listAll();
			const expected = all.filter((task) => (task[field] as unknown) === value);
			expect(expected.length).toBeGreaterThan(0);
			expect(expected.length).toBeLessThan(all.length);
			expect(output.map(({ json }) => json)).toEqual(expected);
		},
	);

	it.each<[string, INodeParameters, string[]]>([
		['neither tasks on hold nor inactive ones', {}, waiting],
		['with a Status both filters', { status: 'pending' }, ['pending']],
		['with On Hold nothing', { status: 'on_hold' }, []],
		['that is off lets all out', { includeInactive: true, waitingForApproval: false }, all],
	])('Waiting for Approval: %s', async (_name, filters, statuses) => {
		const { json, requests } = await runAt(
			({ body }) => {
				const { status, include_inactive } = JSON.parse(body) as Json;
				const wanted = status ? [status] : include_inactive ? all : active;
				const tasks = wanted.map((one, index) => ({ ...task, task_id: index + 1, status: one }));
				return [200, { tasks, total_count: tasks.length }];
			},
			'task.getMany',
			{ given: { returnAll: true, filters: { waitingForApproval: true, ...filters } } },
		);
		expect(json.map(({ status }) => status)).toEqual(statuses);
		// Inactive tasks are many, and none of them waits: they are asked for only where they can pass.
		const asksForInactive = requests.some(({ body }) => body.includes('include_inactive'));
		expect(asksForInactive).toBe(statuses === all);
	});

	it.each([
		['owner_email', (email: string) => ` ${email.toUpperCase()} `],
		['assignee_email', (email: string) => `MAILTO:${email}?subject=NDA`],
		['owner_email', (email: string) => `"Raman, Priya" <${email}>`],
		['assignee_email', (email: string) => `<mailto:${email}>`],
	] as const)('%s: an address counts however it is written: %s', async (field, written) => {
		const all = await listAll();
		const email = all.map((task) => task[field] as unknown).find((one) => one !== null) as string;
		stage.sandbox.clearRequests();
		const name = field === 'owner_email' ? 'ownerEmail' : 'assigneeEmail';
		const { output } = await getMany({ [name]: person(written(email)) }, { returnAll: true });
		expect(output.map(({ json }) => json)).toEqual(
			all.filter((task) => (task[field] as unknown) === email),
		);
		expect(output.length).toBeLessThan(all.length);
	});
});

const bounded =
	/The node read 5000 of 6000 rows, and 25 of the 50 wanted rows passed the filters\. To read the whole list, use Return All\./;

/** Each nth of 6,000 tasks passes: how many come out, and how many requests that takes at most. */
it.each<[string, nth: number, INodeParameters, found: number, most: number]>([
	['reads no further than it must', 4, {}, 50, 1],
	['is filled from several pages, with few read ahead', 10, {}, 50, 6],
	['stops reading at a bound, and says so', 200, {}, 25, 25],
	['beyond the bound is bound by itself', 1, { limit: 5_500 }, 5_500, 31],
	['does not bound Return All', 200, { returnAll: true }, 30, 31],
])('a limit %s', async (_name, nth, more, found, most) => {
	const rows = Array.from({ length: 6_000 }, (_, index) => ({
		...task,
		task_id: index + 1,
		current_step_type: index % nth === 0 ? 'approval' : 'review',
	}));
	const { json, sent, hints, error } = await runAt(
		({ body }) => [200, pageOfTasks(rows, body)],
		'task.getMany',
		{
			given: {
				limit: 50,
				filters: { waitingForApproval: true },
				// What is read ahead and not used must not be tried again after the test.
				options: { maxWait: 0 },
				...more,
			},
		},
	);
	expect(error).toBeUndefined();
	expect(json.map(({ task_id }) => task_id)).toEqual(
		Array.from({ length: found }, (_, index) => index * nth + 1),
	);
	expect(sent.length).toBeLessThanOrEqual(most);
	expect(hints).toEqual(found === 25 ? [expect.stringMatching(bounded)] : []);
});
