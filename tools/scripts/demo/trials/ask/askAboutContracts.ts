import { z } from 'zod';
import type { Endpoint } from '../../../../../src';
import { contract } from '../../../../../src';
import { upsertCredential } from '../../../n8n/credentials';
import { callTool, connectMcp } from '../../../n8n/mcp/client';
import { publish, unpublish } from '../../../n8n/publication';
import { importWorkflow } from '../../../n8n/workflows';
import { check, control } from '../../stage';
import type { Stage, Trial } from '../../trial';

const workflowId = 'cwAskReadingOnly';

const requestLog = z.object({ requests: z.array(z.object({ endpoint: z.string().nullable() })) });

/** How many requests to endpoints that write the sandbox received. */
const writes = async (stage: Stage): Promise<number> => {
	const endpoints: Readonly<Record<string, Endpoint>> = contract;
	const { requests } = await control(stage, '/requests', requestLog);
	return requests.filter(({ endpoint }) => endpoints[endpoint ?? '']?.writes ?? false).length;
};

const germanLaw = { type: 'field', field_id: 104, operator: 'eq', value: 'Germany' };

/** The input of a model for each tool, and what the model reads in the result. */
const readings: ReadonlyArray<[tool: string, args: Record<string, unknown>, shown: RegExp]> = [
	['Get_My_Tasks', {}, /^\[/],
	['Get_Tasks', {}, /"task_id":/],
	['Get_Task', { task_id: '10001' }, /"task_id":10001/],
	['Get_Tasks_by_External_ID', { external_source_id: 'CRM-2025-0001' }, /"task_id":/],
	['Get_Fields', {}, /"org_field_id":104/],
	['Search_Documents', { filters: [germanLaw] }, /"Governing law":"Germany"/],
];

/** With the credential that the recipe requires, and as the owner of n8n, with an MCP client. */
export const trial: Trial = {
	recipe: 'ask-about-contracts',
	async run(stage, recipe) {
		const { n8n, sandbox } = stage;
		const { baseUrl, apiKey } = sandbox;
		const data = { baseUrl, apiKey, allow: 'reading' };
		const readOnly = { name: 'Sandbox (read only)', type: 'contractWorkflowApi', data };
		const credential = await upsertCredential(n8n, readOnly);
		await importWorkflow(n8n, { ...recipe, id: workflowId }, [credential]);
		await publish(n8n, workflowId);
		const { client } = await connectMcp(n8n, 'ask-about-contracts');
		const before = await writes(stage);
		const silent: string[] = [];
		for (const [tool, args, shown] of readings) {
			if (!shown.test(await callTool(client, tool, args))) silent.push(tool);
		}
		const { tools } = await client.listTools();
		await client.close();
		await unpublish(n8n, workflowId);
		return {
			did: 'read by its tools, from an MCP client',
			items: readings.length,
			checks: [
				{ promise: 'Each tool answers', brokenBy: silent },
				check('There are no other tools', tools.length === readings.length),
				check('Nothing is changed', (await writes(stage)) === before),
			],
		};
	},
};
