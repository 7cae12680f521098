import { expect, it } from '@jest/globals';
import { byId, byLane, freshStage, itemsOf } from '../support/stage';

const stage = freshStage();

const decision = {
	taskId: byId('={{ $json.id }}'),
	decideIf: 'always',
	decision: '={{ $json.decision }}',
	comment: '={{ $json.comment }}',
	additionalFields: { userEmail: "={{ $json.user ?? 'lena.schroeder@meridian.example' }}" },
};

/** What comes out of a decision; which status follows, and the message, is the service's. */
const decided = (item: number, task_id: number, approved: boolean, user_email: string | null) => ({
	pairedItem: { item },
	json: {
		...{ user_email, task_id, status: expect.any(String), approved, message: expect.any(String) },
		...{ skipped: false, reason: null, task_title: null, step_id: null, step_name: null },
	},
});

it('Approve or Reject decides the task of each item, with what that item says', async () => {
	const { output, error } = await stage.run('task.approve', decision, {
		items: itemsOf(
			{ id: 10001, decision: 'approve' },
			{
				id: '10005',
				decision: 'approve',
				comment: 'In budget – 予算内',
				user: 'priya.raman@meridian.example',
			},
			{ id: 10002, decision: 'reject', comment: 'No.\nSee § 4.' },
			{ id: 10004, decision: 'reject', user: 'omar.haddad@meridian.example' },
		),
	});
	expect(error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([
			{
				request: 'POST /tasks/10001/approve',
				body: { approved: true, user_email: 'lena.schroeder@meridian.example' },
			},
			{
				request: 'POST /tasks/10002/approve',
				body: {
					approved: false,
					comment: 'No.\nSee § 4.',
					user_email: 'lena.schroeder@meridian.example',
				},
			},
			{
				request: 'POST /tasks/10004/approve',
				body: { approved: false, user_email: 'omar.haddad@meridian.example' },
			},
			{
				request: 'POST /tasks/10005/approve',
				body: {
					approved: true,
					comment: 'In budget – 予算内',
					user_email: 'priya.raman@meridian.example',
				},
			},
		]),
	);
	expect(output).toEqual([
		decided(0, 10001, true, 'lena.schroeder@meridian.example'),
		decided(1, 10005, true, 'priya.raman@meridian.example'),
		decided(2, 10002, false, 'lena.schroeder@meridian.example'),
		decided(3, 10004, false, 'omar.haddad@meridian.example'),
	]);
	const { task } = await stage.ask('GET', '/tasks/10005');
	expect(task).toMatchObject({ current_step_type: 'signature' });
});

it('the Decision is Approve unless the panel says otherwise, and the task can be a link', async () => {
	const { output } = await stage.run(
		'task.approve',
		{ taskId: { __rl: true, mode: 'url', value: '={{ $json.link }}' }, decideIf: 'always' },
		{
			items: itemsOf(
				{ link: 'https://app.example/workflows/tasks/10003' },
				{ link: 'http://app.example:8080/x/workflows/tasks/10004?tab=1#top' },
			),
		},
	);
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'POST /tasks/10003/approve', body: { approved: true } },
			{ request: 'POST /tasks/10004/approve', body: { approved: true } },
		]),
	);
	expect(output.map(({ json }) => json.task_id)).toEqual([10003, 10004]);
});
