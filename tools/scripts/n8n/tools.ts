import { z } from 'zod';
import { eventually } from './eventually';
import { runResult, startRun, storedRun } from './executions';
import { parseFlatted } from './flatted';
import { owner } from './owner';
import type { N8n } from './rest';
import type { WorkflowFile } from './workflows';

/** A message of the chat: a text, or a text with buttons. */
const chatMessage = z.union([
	z.string().transform((text) => ({ text })),
	z.object({ text: z.string() }),
]);

type ChatMessage = z.infer<typeof chatMessage>;

/**
 * The workflow without nodes after its agent: only then can n8n run one tool alone. Its chat has a
 * message of the owner of n8n, whom the tools name.
 */
export const withNothingBehind = (file: WorkflowFile, agent: string): WorkflowFile => ({
	...file,
	connections: { ...file.connections, [agent]: {} },
	pinData: { 'On Chat Message': [{ json: { user: { email: owner.email } } }] },
});

/**
 * Runs one tool of an agent without a language model, as the editor does.
 * @param node the tool, or the node that asks a person before a tool runs
 * @param tool the tool, with the input of a model
 * @returns the id of the run
 */
export const startTool = async (
	n8n: N8n,
	workflowId: string,
	node: string,
	{ name, query }: { name: string; query: Record<string, unknown> },
): Promise<string> => {
	// For models, the name of a tool has no spaces.
	const tool = name.replaceAll(' ', '_');
	return await startRun(n8n, workflowId, {
		destinationNode: { nodeName: node, mode: 'inclusive' },
		agentRequest: { query: { [tool]: query }, tool: { name: tool } },
	});
};

/** The message that a stopped run shows at a chat node. */
const shownAt = (node: string, data: string): ChatMessage | undefined => {
	const { lastNodeExecuted, runData } = runResult.parse(parseFlatted(data)).resultData;
	if (lastNodeExecuted !== node) return undefined;
	const output = runData[node]?.at(-1)?.data;
	const [item] = (output?.ai_tool ?? output?.main)?.[0] ?? [];
	return chatMessage.parse(item?.sendMessage);
};

/**
 * Waits until a run stops at a node of the chat, and returns the message to the person.
 * @throws Error when the run ends instead, or stops nowhere in a minute
 */
export const messageAt = async (
	n8n: N8n,
	executionId: string,
	node: string,
): Promise<ChatMessage> =>
	await eventually(`Execution ${executionId} never reached '${node}'`, async () => {
		const { status, data } = await n8n.request('GET', `/executions/${executionId}`, storedRun);
		if (!['new', 'running', 'waiting'].includes(status)) {
			throw new Error(`Execution ${executionId} ended with '${status}', not at '${node}'.`);
		}
		return status === 'waiting' && data ? shownAt(node, data) : undefined;
	});
