import { contract } from '../../../../src';
import { callTool, connectMcp } from '../../n8n/mcp/client';
import { owner } from '../../n8n/owner';
import { publish } from '../../n8n/publication';
import { listTasks } from '../service';
import { bodiesSentTo, isSameJson } from '../stage';
import type { Promises, Stage, Trial } from '../trial';

/** How many requests to endpoints that write the sandbox received. */
const writes = ({ sandbox }: Stage): number =>
	sandbox
		.requests()
		.filter(({ endpoint }) =>
			Object.entries(contract).some(([name, { writes }]) => name === endpoint && writes),
		).length;

const germanLaw = { type: 'field', field_id: 104, operator: 'eq', value: 'Germany' };

/** The input of a model for each tool, and what the model reads in the result. */
const readings: ReadonlyArray<[tool: string, args: Record<string, unknown>, shown: RegExp]> = [
	['Get_My_Tasks', {}, /^\[/],
	['Get_Tasks', {}, /"task_id":/],
	['Get_Task', { task_id: '10001' }, /"task_id":10001/],
	['Get_Tasks_by_External_ID', { external_source_id: 'CRM-2025-0001' }, /"task_id":/],
	['Get_Fields', {}, /"org_field_id":104/],
	['Search_Documents', { filters: [germanLaw] }, /"field_Governing law":"Germany"/],
];

const ask = async (stage: Stage): Promise<Promises> => {
	const { client } = await connectMcp(stage.n8n, 'ask-about-contracts');
	const before = writes(stage);
	const silent: string[] = [];
	for (const [tool, args, shown] of readings) {
		if (!shown.test(await callTool(client, tool, args))) silent.push(tool);
	}
	const { tools } = await client.listTools();
	await client.close();
	return {
		'Each tool that reads answers': silent,
		'The server that reads has no other tools': tools.length === readings.length,
		'Reading changes nothing': writes(stage) === before,
	};
};

/** The owner of n8n is a member of the sandbox's organization. */
const decide = async (stage: Stage): Promise<Promises> => {
	const { tasks } = await listTasks(stage.sandbox);
	const task = tasks.find(
		({ current_step_type, status }) => current_step_type === 'approval' && status === 'in_progress',
	);
	const { client } = await connectMcp(stage.n8n, 'decide-contracts');
	const decision = { task_id: String(task?.task_id), decision: 'approve', comment: 'As agreed' };
	const sent = () => bodiesSentTo(stage, `/tasks/${decision.task_id}/approve`);
	const { length: earlier } = sent();
	const madeUp = { ...decision, plan: '{"verdict":"would_send"}' };
	const refused = await callTool(client, 'Approve_or_Reject', madeUp);
	const plan = await callTool(client, 'Plan_a_Decision', decision);
	const { length: planned } = sent();
	await callTool(client, 'Approve_or_Reject', { ...decision, plan });
	await client.close();
	const body = { approved: true, comment: decision.comment, user_email: owner.email };
	return {
		'Without a step nothing is decided': refused.includes('does not show the step'),
		'The plan sends nothing': planned === earlier,
		'One decision is sent, in the name of the person': isSameJson(sent().slice(earlier), [body]),
	};
};

/** As the owner of n8n, with an MCP client. */
const askAndDecideContracts: Trial = {
	recipe: 'ask-and-decide-contracts',
	async run(stage, recipe) {
		await publish(stage.n8n, recipe.id);
		return { ...(await ask(stage)), ...(await decide(stage)) };
	},
};

export const trials = [askAndDecideContracts];
