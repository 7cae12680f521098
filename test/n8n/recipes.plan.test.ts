import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { z } from 'zod';
import { jsonOf } from '../../scripts/n8n/executions';
import { owner } from '../../scripts/n8n/owner';
import { browseAs } from '../../scripts/n8n/pages/browsing';
import { fillInPage, submitForm, submitFormAs } from '../../scripts/n8n/pages/forms';
import { requestsTo, useRecipe } from './recipe';
import { signIn } from './signedIn';

const recipe = useRecipe('plan-then-decide');

beforeAll(async () => await recipe().publish());
beforeEach(() => recipe().sandbox.clearRequests());

const summary = z.object({
	approved: z.number(),
	rejected: z.number(),
	not_decided: z.number(),
	rows: z.array(
		z.object({ row: z.number(), task_id: z.string(), outcome: z.string(), reason: z.string() }),
	),
});

/** Its last column names others than the person who is signed in, and is not read. */
const csv = new File(
	[
		[
			'task_id,decision,comment,user_email',
			'10002,approve,"Checked, no objections",amara.okafor@meridian.example',
			'10001,Approve,,',
			'10022, reject ,Wrong party – falsche Partei,lena.schroeder@meridian.example',
			'10006,approve,,',
			'abc {{ 6 * 7 }} <b>,approve,,',
			'10024,maybe,,',
			'10062,approve,,',
			'999999,approve,,',
		].join('\n'),
	],
	'decisions.csv',
	{ type: 'text/csv' },
);

const oneRow = new File(['task_id,decision\n10042,approve'], 'one.csv', { type: 'text/csv' });

const decisions = () => requestsTo(recipe(), /\/approve$/);
const decidedIds = () => decisions().map(({ path }) => path.split('/')[2]);
const rowsIn = (page: string) => page.match(/<tr>/g)?.length ?? 0;

it('shows each row of a list, also one that cannot be, and evaluates nothing of it', async () => {
	await submitForm(recipe().n8n, 'plan-decisions', [csv], async (plan) => {
		expect(rowsIn(plan)).toBe(9);
		expect(plan).toContain('4 of 8 rows would be decided');
		// n8n evaluates what stands in the page as an expression: what a file says must be none.
		expect(plan).toMatch(/<td>abc (\{|&#123;){2} 6 \* 7 \}\} &lt;b(>|&gt;) <\/td>/);
		expect(plan).toMatch(/fails: ("|&quot;)Task\1 must be a whole number/);
		return await Promise.resolve(['', 'No, decide nothing']);
	});
});

it('decides after yes just what was planned and has not moved, and explains the others', async () => {
	const { page, execution } = await submitForm(recipe().n8n, 'plan-decisions', [csv], async () => {
		await recipe().ask('/tasks/10001/approve', { approved: true });
		recipe().sandbox.clearRequests();
		return ['', 'Yes, decide'];
	});
	expect(execution.error).toBeUndefined();
	const { rows, ...counts } = summary.parse(jsonOf(execution, 'Create Summary')[0]);
	expect(rows.map(({ row, task_id, outcome }) => [row, task_id, outcome])).toEqual([
		[2, '10002', 'approved'],
		[3, '10001', 'skipped'],
		[4, '10022', 'rejected'],
		[5, '10006', 'not sent'],
		[6, 'abc {{ 6 * 7 }} <b>', 'not sent'],
		[7, '10024', 'not sent'],
		[8, '10062', 'approved'],
		[9, '999999', 'not sent'],
	]);
	expect(rows.every(({ reason }) => reason !== '')).toBe(true);
	expect(rows[1]?.reason).toMatch(/^The task has moved from .+ since the plan/);
	expect(counts).toEqual({ approved: 2, rejected: 1, not_decided: 5 });
	expect(page).toContain('2 approved, 1 rejected, 5 not decided');
	expect(decidedIds().sort()).toEqual(['10002', '10022', '10062']);
	expect(decisions().find(({ path }) => path.includes('10022'))?.body).toEqual({
		approved: false,
		comment: 'Wrong party – falsche Partei',
		user_email: owner.email,
	});
});

it('plans what it decided as what would no longer be sent', async () => {
	await submitForm(recipe().n8n, 'plan-decisions', [csv], async (plan) => {
		expect(plan).toMatch(
			/<td>10002 [^<]*<\/td><td>Signature \(\w+\)<\/td>(<td>[^<]*<\/td>){2}<td>fails: /,
		);
		return await Promise.resolve(['', 'No, decide nothing']);
	});
});

it('sends nothing to the service for somebody who is not signed in', async () => {
	const { n8n, sandbox } = recipe();
	const form = new FormData();
	form.set('field-0', csv);
	const url = `${n8n.url}/form/plan-decisions`;
	expect((await browseAs(n8n).send(url, { method: 'POST', body: form })).status).toBe(401);
	expect(sandbox.requests()).toEqual([]);
});

it('decides nothing when somebody else than the planner confirms', async () => {
	const { n8n } = recipe();
	const lena = await signIn(n8n, 'lena.schroeder@meridian.example');
	const { execution } = await submitForm(n8n, 'plan-decisions', [oneRow], async (_, url) => {
		await fillInPage(lena, url, ['', 'Yes, decide']);
		return undefined;
	});
	const { rows } = summary.parse(jsonOf(execution, 'Create Summary')[0]);
	expect(rows).toMatchObject([{ outcome: 'refused' }]);
	expect(rows[0]?.reason).toContain('"User Email" differs from the plan');
	expect(decisions()).toEqual([]);
});

it("shows the service's refusal of somebody who is no member of the organization", async () => {
	const { n8n } = recipe();
	const guest = await signIn(n8n, 'guest@n8n.example');
	const { execution } = await submitFormAs(n8n, guest, 'plan-decisions', [oneRow], async () =>
		Promise.resolve(['', 'Yes, decide']),
	);
	const { rows } = summary.parse(jsonOf(execution, 'Create Summary')[0]);
	expect(rows).toMatchObject([{ outcome: 'refused' }]);
	expect(rows[0]?.reason).toContain('guest@n8n.example is not a member of the organization');
	expect(decisions()).toMatchObject([{ body: { user_email: 'guest@n8n.example' } }]);
});
