import { describe, expect, it } from '@jest/globals';
import { planDigest } from '../../nodes/ContractWorkflow/plan/planDigest';
import type { PlanParameters } from '../../nodes/ContractWorkflow/plan/plannedDecision';
import {
	checkRequest,
	inputPlanOf,
	plannedDecision,
} from '../../nodes/ContractWorkflow/plan/plannedDecision';
import type { SeenTask } from '../../nodes/ContractWorkflow/taskState';

/*
 * What a decision is compared with in its plan. Anyone can compute the digest of a changed plan
 * again, so these plans have the right one: what they say must be checked all the same.
 */

const task: SeenTask = {
	task_id: 1,
	task_title: 'Supply agreement',
	status: 'in_progress',
	current_step_id: 'finance_approval',
	current_step_name: 'Finance approval',
	current_step_type: 'approval',
	updated_at: '2026-01-06T10:11:12.000Z',
	step_run_ids: [],
	org_name: 'A',
};
const request = { method: 'POST', path: '/tasks/1/approve', body: { approved: true } };
const withoutStep = { ...task, current_step_id: null };

/** A plan to approve task 1, with these fields instead. */
const planWith = (fields: object = {}) => {
	const plan = {
		dry_run: true,
		verdict: 'would_send',
		reason: null,
		resource: 'task',
		operation: 'approve',
		task_id: 1,
		decision: 'approve',
		task,
		request,
		...fields,
	};
	return { ...plan, plan_sha256: planDigest(plan) };
};

const approving = (more: Partial<PlanParameters>) =>
	plannedDecision({ taskId: '1', decision: 'approve', additionalFields: {}, ...more });
const applying = (applyPlan: unknown, skipIfUpdated?: boolean) =>
	approving({
		additionalFields: { applyPlan, ...(skipIfUpdated !== undefined && { skipIfUpdated }) },
	});

describe('"Apply a Plan"', () => {
	it.each<[string, unknown, string, string[]]>([
		[
			'what is no plan',
			'yes',
			'must be a plan, not yes',
			['Enter an item from a dry run of this operation, for example {{ $json }}.'],
		],
		[
			'a plan that was changed',
			{ ...planWith(), reason: 'Fine' },
			'was changed after the dry run',
			['"plan_sha256" does not match the rest of the plan. Run the dry run again.'],
		],
		[
			'a plan of another resource',
			planWith({ resource: 'group' }),
			'is a plan for a different operation: group approve',
			[],
		],
		[
			'a plan of another operation',
			planWith({ operation: 'comment' }),
			'is a plan for a different operation: task comment',
			[],
		],
		[
			'a plan to decide another task',
			planWith({ task_id: 2 }),
			'is a plan for task 2, not for task 1',
			[],
		],
		[
			'a plan to skip another task',
			planWith({ verdict: 'would_skip', reason: 'Elsewhere', task_id: 2 }),
			'is a plan for task 2, not for task 1',
			[],
		],
		[
			'a plan to decide without a task ID',
			planWith({ task_id: null }),
			'is a plan for task null, not for task 1',
			[],
		],
		...[
			['the state of the task', { task: null }] as const,
			['the step of the task', { task: withoutStep }] as const,
			['the request', { request: null }] as const,
		].map(([missing, fields]): [string, unknown, string, string[]] => [
			`a plan without ${missing}`,
			planWith(fields),
			'does not contain the step of the task',
			['Run the dry run again.'],
		]),
	])('refuses %s, and says what to do', (_name, given, fault, details) => {
		expect(() => applying(given)).toThrow(
			expect.objectContaining({ message: `"Apply a Plan" ${fault}`, details }),
		);
	});

	it('holds a decision to the task and the request of its plan', () => {
		const review = { seen: task, by: 'plan', isStrict: false };
		expect(applying(planWith())).toEqual({ verdict: 'would_send', review, request });
		expect(applying(planWith(), false)).toEqual({ verdict: 'would_send', review, request });
		expect(applying(planWith(), true)).toEqual({
			verdict: 'would_send',
			review: { ...review, isStrict: true },
			request,
		});
	});

	it.each([
		[
			'its reason',
			{ verdict: 'would_skip', reason: 'Elsewhere', task_id: '1' },
			{ verdict: 'would_skip', reason: 'Elsewhere' },
		],
		[
			'its reason, if wrong fields left it without a task',
			{ verdict: 'would_fail', reason: 'Wrong', task_id: undefined, task: null, request: null },
			{ verdict: 'would_fail', reason: 'Wrong' },
		],
		[
			'no reason, if it has none',
			{ verdict: 'would_fail', reason: undefined },
			{ verdict: 'would_fail', reason: null },
		],
	])('takes from a plan that is not to be sent %s', (_name, fields, expected) => {
		expect(applying(planWith(fields))).toEqual(expected);
	});
});

describe('an input item', () => {
	it('is taken for a plan only if it says that it is dry', () => {
		const plan = planWith();
		expect(inputPlanOf(plan)).toEqual({ inputPlan: plan });
		for (const dry_run of [undefined, false, 'true', 1]) {
			expect(inputPlanOf({ ...plan, dry_run })).toEqual({});
		}
	});

	it('that is the plan of the decision holds it to where the task was, not to its update', () => {
		expect(approving({ inputPlan: planWith() })).toEqual({
			verdict: 'would_send',
			review: { seen: task, by: 'plan', isStrict: false },
		});
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['a plan that was changed', { ...planWith(), reason: 'Fine' }],
		['a plan to fail', planWith({ verdict: 'would_fail' })],
		['a plan of another resource', planWith({ resource: 'group' })],
		['a plan of another operation', planWith({ operation: 'comment' })],
		['a plan of another decision', planWith({ decision: 'reject' })],
		['a plan for another task', planWith({ task_id: 2 })],
		['a plan without the state of the task', planWith({ task: null })],
		['a plan without the step of the task', planWith({ task: withoutStep })],
	])('that is %s holds no decision', (_name, inputPlan) => {
		expect(approving({ inputPlan })).toBeUndefined();
	});
});

describe('the request of a decision', () => {
	const variable = (value: string) => ({ variable_id: value, type: 'text', value }) as const;
	const variables = ['a', 'b', 'c', 'd'].map(variable);
	const body = { approved: true, comment: 'Fine', variables };
	const check = async (planned: object) => {
		const review = { seen: task, by: 'plan', isStrict: false } as const;
		const plan = {
			verdict: 'would_send',
			review,
			request: { ...request, body, ...planned },
		} as const;
		const labelled = { labels: { approved: 'Decision' } };
		await checkRequest({ params: { task_id: '1' }, body }, plan, labelled);
	};

	it('may be sent if it is the planned one', async () => {
		await expect(check({})).resolves.toBeUndefined();
	});

	it.each<[string, object, string]>([
		['another task', { path: '/tasks/2/approve' }, '"Task" differs'],
		['another comment', { body: { ...body, comment: 'No' } }, '"Comment" differs'],
		['a list for a text', { body: { ...body, comment: [...'Fine'] } }, '"Comment" differs'],
		['a text for a list', { body: { ...body, variables: 'abcd' } }, '"Variables" differs'],
		['nothing for a list', { body: { ...body, variables: null } }, '"Variables" differs'],
		['one more field', { body: { ...body, user_email: 'a@b.c' } }, '"User Email" differs'],
		[
			'much else, of which the first five are named',
			{
				body: {
					approved: false,
					comment: 'No',
					variables: variables.map((one) => ({ ...one, value: 'x' })),
				},
			},
			'"Decision", "Comment", "Variables" 1 "Value", "Variables" 2 "Value", "Variables" 3 "Value" differ',
		],
	])('is refused if the plan has %s', async (_name, planned, fault) => {
		await expect(check(planned)).rejects.toMatchObject({
			name: 'RequestNotPlanned',
			message: `${fault} from the plan`,
			advice:
				'Nothing was sent. Set the fields to the values in "request" of the plan, or run the dry run again.',
		});
	});
});
