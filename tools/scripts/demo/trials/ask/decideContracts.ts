import { callTool, connectMcp } from '../../../n8n/mcp/client';
import { owner } from '../../../n8n/owner';
import { listTasks } from '../../service';
import { bodiesSentTo, check, publishRecipe } from '../../stage';
import type { Trial } from '../../trial';

/** The owner of n8n is a member of the sandbox's organization. */
export const trial: Trial = {
	recipe: 'decide-contracts',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const { tasks } = await listTasks(stage.sandbox);
		const task = tasks.find(
			({ current_step_type, status }) =>
				current_step_type === 'approval' && status === 'in_progress',
		);
		if (!task) throw new Error('No task waits for a decision.');
		const { client } = await connectMcp(stage.n8n, 'decide-contracts');
		const decision = { task_id: String(task.task_id), decision: 'approve', comment: 'As agreed' };
		const sent = async () => await bodiesSentTo(stage, `/tasks/${decision.task_id}/approve`);
		const { length: earlier } = await sent();
		const madeUp = { ...decision, plan: '{"verdict":"would_send"}' };
		const refused = await callTool(client, 'Approve_or_Reject', madeUp);
		const plan = await callTool(client, 'Plan_a_Decision', decision);
		const { length: planned } = await sent();
		const answer = await callTool(client, 'Approve_or_Reject', { ...decision, plan });
		await client.close();
		const decided = (await sent()).slice(earlier);
		const body = { approved: true, comment: decision.comment, user_email: owner.email };
		return {
			did: 'planned a decision, and sent it as planned',
			items: decided.length,
			checks: [
				check('Without a step nothing is decided', refused.includes('does not show the step')),
				check('The plan sends nothing', planned === earlier),
				check('The plan names the person', plan.includes(`"user_email":"${owner.email}"`)),
				check(
					'One decision is sent, in the name of the person',
					JSON.stringify(decided) === JSON.stringify([body]) && answer.includes('"approved":true'),
				),
			],
		};
	},
};
