import { upsertCredential } from '../../../n8n/credentials';
import { callTool, connectMcp } from '../../../n8n/mcp/client';
import { addUser } from '../../../n8n/mcp/user';
import { publish, unpublish } from '../../../n8n/publication';
import { importWorkflow } from '../../../n8n/workflows';
import { listTasks } from '../../service';
import { bodiesSentTo, check } from '../../stage';
import type { Trial } from '../../trial';

const workflowId = 'cwDecideAsMember';

/** A user of n8n with the email of a member of the sandbox's organization. */
const member = {
	email: 'lena.schroeder@meridian.example',
	firstName: 'Lena',
	lastName: 'Schröder',
	password: 'Contract-Workflow-1',
};

/** By somebody who is a member, with a workflow of their own, and with an MCP client. */
export const trial: Trial = {
	recipe: 'decide-contracts',
	async run(stage, { tags: _tags, ...recipe }) {
		const { baseUrl, apiKey } = stage.sandbox;
		const { tasks } = await listTasks(stage.sandbox);
		const task = tasks.find(
			({ current_step_type, status }) =>
				current_step_type === 'approval' && status === 'in_progress',
		);
		if (!task) throw new Error('No task waits for a decision.');
		const person = await addUser(stage.n8n, member);
		const data = { baseUrl, apiKey };
		const own = { name: 'Sandbox', type: 'contractWorkflowApi', data };
		const credential = await upsertCredential(person, own);
		await importWorkflow(person, { ...recipe, id: workflowId }, [credential]);
		await publish(person, workflowId);
		const { client } = await connectMcp(person, 'decide-contracts');
		const decision = { task_id: String(task.task_id), decision: 'approve', comment: 'As agreed' };
		const sent = async () => await bodiesSentTo(stage, `/tasks/${decision.task_id}/approve`);
		const madeUp = { ...decision, plan: '{"verdict":"would_send"}' };
		const refused = await callTool(client, 'Approve_or_Reject', madeUp);
		const plan = await callTool(client, 'Plan_a_Decision', decision);
		const before = await sent();
		const answer = await callTool(client, 'Approve_or_Reject', { ...decision, plan });
		await client.close();
		await unpublish(person, workflowId);
		const body = { approved: true, comment: decision.comment, user_email: member.email };
		return {
			did: 'planned a decision, and sent it as planned',
			items: 1,
			checks: [
				check('Without a plan nothing is decided', refused.includes('must be a plan')),
				check('The plan sends nothing', before.length === 0),
				check('The plan names the person', plan.includes(`"user_email":"${member.email}"`)),
				check(
					'One decision is sent, in the name of the person',
					JSON.stringify(await sent()) === JSON.stringify([body]) &&
						answer.includes('"approved":true'),
				),
			],
		};
	},
};
