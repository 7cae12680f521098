import { describe, expect, it } from '@jest/globals';
import { readExecution } from '../../scripts/n8n/executions';
import { startTool, withNothingBehind } from '../../scripts/n8n/tools';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { requestsTo, useRecipe } from './recipe';

/* Not in queue mode: on a worker n8n hands nothing to a tool that is run by itself. */
describe('an agent that asks in the task', () => {
	const recipe = useRecipe('agent-asks-in-the-task');
	const [agent, approve] = ['Contract Assistant', 'Approve or Reject'];

	it('cannot decide by a tool that is connected past its question', async () => {
		const { n8n, file, credential } = recipe();
		const direct = { ...withNothingBehind(file, agent), id: 'cwAgentAskDirect' };
		const toAgent = { ai_tool: [[{ node: agent, type: 'ai_tool' as const, index: 0 }]] };
		await importWorkflow(
			n8n,
			{ ...direct, connections: { ...direct.connections, [approve]: toAgent } },
			[credential],
		);
		const run = await startTool(n8n, direct.id, approve, {
			name: approve,
			query: { task_id: '10041', decision: 'approve', comment: '' },
		});
		const { runData } = await readExecution(n8n, run);
		expect(JSON.stringify(runData[approve])).toContain('Apply a Plan');
		expect(requestsTo(recipe(), /\/approve$/)).toEqual([]);
	});
});
