import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { question } from '../../nodes/ContractWorkflow/question/question';

interface Place {
	readonly type?: string;
	readonly items?: number;
}

/** n8n's context of a run, which keeps what the node puts into it. */
const createContext = ({ type = 'contractWorkflow', items = 1 }: Place = {}) => {
	const kept: IDataObject = {};
	const waits: Date[] = [];
	const input = { node: {}, data: { main: [[{ json: { decision: 'approve' } }]] }, source: null };
	const context = {
		getSignedResumeUrl: ({ round }: { readonly round: string }) => `https://n8n.example/${round}`,
		getExecuteData: () => input,
		getNode: () => ({ name: 'Ask', type: `n8n-nodes-contract-workflow.${type}` }),
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getContext: () => kept,
		putExecutionToWait: async (until: Date) => {
			waits.push(until);
			await Promise.resolve();
		},
	};
	return { context: context as never, kept, waits, input };
};

const name = 'Comment and Wait for Answer';

describe('asking', () => {
	const many = {
		message: '"Comment and Wait for Answer" takes exactly one item, not 2',
		advice:
			'Nothing was sent. The whole execution waits for the answer. To ask about one item at a time, put a "Loop Over Items" node with a batch size of 1 before this node.',
	};
	const tool = {
		message: '"Comment and Wait for Answer" cannot be a tool',
		advice:
			'Nothing was sent. To ask a person before a tool runs, add Contract Workflow as Human Review between the agent and that tool. n8n lists it with the tools.',
	};
	const refusals: Array<[string, Place, object]> = [
		['by a tool', { type: 'contractWorkflowTool' }, tool],
		['about several items', { items: 2 }, many],
		['about several items by a human review', { type: 'contractWorkflowHitlTool', items: 2 }, many],
	];

	it.each(refusals)('%s is refused before anything is sent', (_, place, error) => {
		const { context } = createContext(place);
		expect(() => question(context, name)).toThrow(expect.objectContaining(error));
	});

	it('waits with the comment, and leaves no answer in place of its input', async () => {
		const { context, kept, waits, input } = createContext();
		const { link, prepare } = question(context, name);
		const parameters = { message: 'May it go out?', responseType: 'approval', options: {} };
		const ask = async () => await Promise.resolve({ task: { task_id: 42, task_title: 'Supply' } });
		const pause = await prepare({ ...parameters, taskId: '042' } as never, { ask } as never);
		expect([kept.question, waits]).toStrictEqual([undefined, []]);
		await pause({ activity_log_id: 7 });
		expect(waits).toStrictEqual([WAIT_INDEFINITELY]);
		const facts = {
			...{ task_id: 42, task_title: 'Supply', current_step_id: null },
			...{ current_step_run_id: null, workflow_state_id: null, activity_log_id: 7 },
		};
		expect(kept.asked).toEqual(facts);
		const { round } = JSON.parse(String(kept.question)) as { readonly round: string };
		expect(link).toBe(`https://n8n.example/${round}`);
		const json = { data: null, decision: null, ...facts };
		expect(input.data).toEqual({ main: [[{ json, pairedItem: { item: 0 } }]] });
	});
});
