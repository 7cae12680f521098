import { expect, it } from '@jest/globals';
import {
	bulkApprovalSummary,
	checkBulkApproval,
	stepsOf,
	withOutcome,
} from '../../scripts/bulkApproval';
import { jsonOf } from '../../scripts/n8n/executions';
import { listTasks } from '../../scripts/service';
import { requestsTo, useRecipe } from './recipe';

const recipe = useRecipe('bulk-approval');

const tasks = async (filter: { include_inactive?: boolean } = {}) => {
	const { baseUrl, apiKeys } = recipe().sandbox;
	return (await listTasks({ baseUrl, apiKey: apiKeys.main }, filter)).tasks;
};

/** Runs the recipe between two looks at the service. */
const approve = async () => {
	const { sandbox, run } = recipe();
	const active = await tasks();
	const before = await tasks({ include_inactive: true });
	sandbox.clearRequests();
	const execution = await run();
	expect(execution.error).toBeUndefined();
	const after = await tasks({ include_inactive: true });
	const summary = bulkApprovalSummary.parse(jsonOf(execution, 'Summary')[0]);
	const steps = stepsOf(jsonOf(execution, 'Settings')[0]);
	const sent = requestsTo(recipe(), /\/approve$/).map(({ path }) => Number(path.split('/')[2]));
	return { observed: { active, steps, before, after }, summary, sent };
};

const broken = ({ observed, summary }: Awaited<ReturnType<typeof approve>>) =>
	checkBulkApproval(observed, summary).filter(({ brokenBy }) => brokenBy.length > 0);

it('keeps what it promises, sends one decision for each task, and approves none twice', async () => {
	const first = await approve();
	expect(broken(first)).toEqual([]);
	const approved = withOutcome(first.summary, 'approved');
	const refused = withOutcome(first.summary, 'refused');
	expect(approved.length).toBeGreaterThan(10);
	expect(refused.length).toBeGreaterThan(0);
	expect(first.sent.sort()).toEqual([...approved, ...refused].sort());
	const atAnotherApproval = first.observed.after.filter(
		({ task_id, current_step_type }) =>
			approved.includes(task_id) && current_step_type === 'approval',
	);
	expect(atAnotherApproval.length).toBeGreaterThan(0);

	const second = await approve();
	expect(broken(second)).toEqual([]);
	expect(withOutcome(second.summary, 'approved')).toEqual([]);
	expect(second.sent.sort()).toEqual(refused.sort());
});
