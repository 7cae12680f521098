import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { Operation } from '../../nodes/ContractWorkflow/operation';
import { sendAndWait } from '../../nodes/ContractWorkflow/resources/task/sendAndWait.operation';
import { question } from '../../nodes/ContractWorkflow/safeguards/question/question';

interface Place {
	readonly type?: string;
	readonly items?: number;
	readonly isStopped?: boolean;
}

/** n8n's context of a run, which keeps what the node puts into it. */
const createContext = ({ type = 'contractWorkflow', items = 1, isStopped }: Place = {}) => {
	const kept: IDataObject = {};
	const waits: Date[] = [];
	const context = {
		getNode: () => ({ name: 'Ask', type: `n8n-nodes-contract-workflow.${type}` }),
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getContext: () => kept,
		getExecutionCancelSignal: () => (isStopped ? AbortSignal.abort() : undefined),
		putExecutionToWait: async (until: Date) => {
			waits.push(until);
			await Promise.resolve();
		},
	};
	return { context, kept, waits };
};

/** What asking does in a run; undefined if the operation does not ask. */
const beginIn = (context: object, operation: Operation) =>
	question.begin({ context, operation, round: 'round-1' } as never);

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
		expect(() => beginIn(context, sendAndWait)).toThrow(expect.objectContaining(error));
	});

	const posted = [{ json: { activity_log_id: 7 } }];
	const item = {
		parameters: { message: 'May it go out?', responseType: 'approval', options: {} },
		target: { kind: 'task', id: '42' },
		ask: async () => await Promise.resolve({ task: { task_id: 42 } }),
	} as never;

	it.each([
		['once the comment is posted', false, posted, [WAIT_INDEFINITELY]],
		['for nothing where the run was stopped', true, posted, []],
		['for nothing where nothing came of the comment', false, [], []],
	])('waits %s', async (_, isStopped, outputs, expected) => {
		const { context, kept, waits } = createContext({ isStopped });
		const protection = beginIn(context, sendAndWait);
		await protection?.prepare?.(item);
		const send = protection?.around?.(async () => await Promise.resolve(outputs));
		expect(await send?.({ item })).toBe(outputs);
		expect(waits).toStrictEqual(expected);
		expect(kept.asked !== undefined).toBe(expected.length > 0);
	});
});
