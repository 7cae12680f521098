import { beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { jsonOf } from '../../scripts/n8n/executions';
import { owner } from '../../scripts/n8n/owner';
import { browseAs } from '../../scripts/n8n/pages/browsing';
import { submitForm } from '../../scripts/n8n/pages/forms';
import { requestsTo, runNodes, useRecipe } from './recipe';

const recipe = useRecipe('bulk-approval-from-spreadsheet');

beforeAll(async () => await recipe().publish());

const summary = z.object({
	list: z.string(),
	approved: z.number(),
	rejected: z.number(),
	not_decided: z.number(),
	rows: z.array(
		z.object({
			row: z.number(),
			task_id: z.string(),
			decision: z.string(),
			by: z.string(),
			outcome: z.string(),
			reason: z.string(),
		}),
	),
});

const task = z.object({
	task: z.object({ status: z.string(), current_step_id: z.string().nullable() }),
});

const stateOf = async (taskId: number) => task.parse(await recipe().ask(`/tasks/${taskId}`)).task;

const decide = async (list: string, file: File) => {
	const { n8n, sandbox } = recipe();
	sandbox.clearRequests();
	const { page, execution } = await submitForm(n8n, 'decide-by-list', [list, file]);
	expect(execution.error).toBeUndefined();
	const told = summary.parse(jsonOf(execution, 'Create Summary')[0]);
	const outcomes = told.rows.map(({ row, task_id, outcome }) => [row, task_id, outcome]);
	return { page, told, outcomes, sent: requestsTo(recipe(), /approve$/) };
};

/** Its last column names others than the person who is signed in, and is not read. */
const csv = new File(
	[
		[
			'task_id,step,decision,comment,user_email',
			'10002,legal_approval,approve,"Checked, no objections",amara.okafor@meridian.example',
			'10001, legal_approval ,Approve,,',
			'10022,legal_approval, reject ,Wrong party – falsche Partei,lena.schroeder@meridian.example',
			'10010,legal_approval,approve,,',
			'abc,legal_approval,approve,,',
			'10024,freigabe,maybe,,',
			'10042,legal_approval,approve,,',
			'10042,legal_approval,reject,,',
			'10044,freigabe,approve,,nobody@elsewhere.example',
			'10062,legal_approval,approve,,',
		].join('\n'),
	],
	'decisions.csv',
	{ type: 'text/csv' },
);

const sent = ['10001', '10002', '10010', '10022', '10044', '10062'];
const decidedIds = (requests: ReadonlyArray<{ path: string }>) =>
	requests.map(({ path }) => path.split('/')[2]).sort();

it('decides every row that can be decided, and tells who decided what, and what was not', async () => {
	recipe().sandbox.addFault({ kind: 'reset', endpoint: 'approveTask', applied: true, count: 1 });
	const first = new File(
		['task_id,step,decision,comment,user_email\n10019,freigabe,approve,,'],
		'lost.csv',
	);
	const lost = await decide('Lost', first);
	expect(lost.outcomes).toEqual([[2, '10019', 'unknown']]);

	const { page, told, outcomes, sent: requests } = await decide('Round 1', csv);
	expect(outcomes).toEqual([
		[2, '10002', 'approved'],
		[3, '10001', 'approved'],
		[4, '10022', 'rejected'],
		[5, '10010', 'refused'],
		[6, 'abc', 'refused'],
		[7, '10024', 'refused'],
		[8, '10042', 'not sent'],
		[9, '10042', 'not sent'],
		[10, '10044', 'approved'],
		[11, '10062', 'approved'],
	]);
	expect(told).toMatchObject({ list: 'Round 1', approved: 4, rejected: 1, not_decided: 5 });
	expect(told.rows.every(({ reason }) => reason !== '')).toBe(true);
	expect(new Set(told.rows.map(({ by }) => by))).toEqual(new Set([owner.email]));
	expect(page).toContain('4 approved, 1 rejected, 5 not decided');
	expect(page).toContain('Row 6, task abc: refused');

	expect(decidedIds(requests)).toEqual(sent);
	expect(requests.find(({ path }) => path.includes('10022'))?.body).toEqual({
		approved: false,
		comment: 'Wrong party – falsche Partei',
		user_email: owner.email,
	});
	expect(await stateOf(10001)).toMatchObject({ current_step_id: 'finance_approval' });
	expect(await stateOf(10002)).toMatchObject({ current_step_id: 'signature' });
	expect(await stateOf(10022)).toMatchObject({ status: 'rejected' });
	expect(await stateOf(10042)).toMatchObject({ current_step_id: 'legal_approval' });
});

it('tries again only what failed for certain when the list is uploaded again', async () => {
	const { told, sent: requests } = await decide('Round 1', csv);
	expect(told.rows[1]?.reason).toBe('This list already decided this task');
	expect(decidedIds(requests)).toEqual(['10010']);
});

it('does not try again what may have been decided', async () => {
	const again = new File(
		['task_id,step,decision,comment,user_email\n10019,freigabe,approve,,'],
		'lost.csv',
	);
	const { outcomes, sent: requests } = await decide('Lost', again);
	expect(outcomes).toEqual([[2, '10019', 'not sent']]);
	expect(requests).toEqual([]);
});

it('decides a task at the step of its row only, and no row without a step', async () => {
	await recipe().ask('/tasks/10023/approve', { approved: true });
	const rows = ['task_id,step,decision', '10023,counsel_approval,approve', '10043,,approve'];
	const {
		outcomes,
		told,
		sent: requests,
	} = await decide('Round 3', new File([rows.join('\n')], 'moved.csv'));
	expect(requests).toEqual([]);
	expect(outcomes).toEqual([
		[2, '10023', 'refused'],
		[3, '10043', 'not sent'],
	]);
	expect(told.rows[0]?.reason).toContain('The task is at step director_approval');
	expect(told.rows[1]?.reason).toBe('The row has no step');
	expect(await stateOf(10023)).toMatchObject({ current_step_id: 'director_approval' });
});

it('reads an Excel file', async () => {
	const rows = [
		{
			task_id: 10001,
			step: 'finance_approval',
			decision: 'approve',
			comment: '✔',
			user_email: '',
		},
		{ task_id: 10041, step: 'legal_approval', decision: 'reject', comment: '', user_email: '' },
	];
	const made = await runNodes(recipe().n8n, [
		[
			'set',
			{
				values: { string: [{ name: 'rows', value: `={{ ${JSON.stringify(rows)} }}` }] },
				options: {},
			},
		],
		['splitOut', { fieldToSplitOut: 'rows', options: {} }],
		['convertToFile', { operation: 'xlsx', options: {} }],
		['extractFromFile', { operation: 'binaryToPropery', binaryPropertyName: 'data' }],
	]);
	const [{ data } = { data: '' }] = jsonOf(made, 'Step 4');
	const file = new File([Buffer.from(String(data), 'base64')], 'decisions.xlsx');
	const { outcomes } = await decide('Round 2', file);
	expect(outcomes).toEqual([
		[2, '10001', 'approved'],
		[3, '10041', 'rejected'],
	]);
	expect(await stateOf(10001)).toMatchObject({ current_step_id: 'signature' });
});

it('sends nothing to the service for somebody who is not signed in', async () => {
	const { n8n, sandbox } = recipe();
	sandbox.clearRequests();
	const form = new FormData();
	form.set('field-0', 'Round 4');
	form.set('field-1', csv);
	const url = `${n8n.url}/form/decide-by-list`;
	expect((await browseAs(n8n).send(url, { method: 'POST', body: form })).status).toBe(401);
	expect(sandbox.requests()).toEqual([]);
});
