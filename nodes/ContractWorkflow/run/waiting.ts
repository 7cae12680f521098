import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { isStopped } from '../../shared/clock';
import { Explained } from '../../shared/explained';
import type { Parameters } from '../../shared/property';
import { isHumanReview, isTool } from '../../shared/toolNode';
import type { Operation, Surroundings } from '../operation';
import { checkReadable, keepQuestion } from '../question/question';

/** An execution waits as a whole, so it cannot ask about one item and go on with another. */
class ManyQuestions extends Explained {
	override readonly name = 'ManyQuestions';

	constructor({ name }: Operation, count: number) {
		super(
			`"${name}" takes exactly one item, not ${count}`,
			'The whole execution waits for the answer. Nothing was sent. Put a "Loop Over Items" node in front of it, with a batch size of 1, to ask about one item after the other.',
		);
	}
}

/** A model cannot wait for a tool. */
class AskingTool extends Explained {
	override readonly name = 'AskingTool';

	constructor({ name }: Operation) {
		super(
			`"${name}" cannot be a tool itself`,
			'Nothing was sent. To have a person asked before a tool runs, add Contract Workflow as Human Review between the agent and that tool; n8n offers it with the tools.',
		);
	}
}

/**
 * Checks that an operation that asks is run as one that can wait.
 * @throws {Explained} before anything is sent.
 */
export const checkAsking = (context: IExecuteFunctions, operation: Operation): void => {
	if (!operation.asks) return;
	const node = context.getNode();
	if (isTool(node) && !isHumanReview(node)) throw new AskingTool(operation);
	const { length } = context.getInputData();
	if (length !== 1) throw new ManyQuestions(operation, length);
	checkReadable(context);
};

/** n8n 1 checks the signature of a link only where it is asked to; n8n 2 always does. */
interface Signing {
	readonly setSignatureValidationRequired?: () => void;
}

/** The round of a question, and its link, which n8n signs. */
export const roundOf = (context: IExecuteFunctions & Signing) => {
	const round = randomUUID();
	const answerLink = (): string => {
		context.setSignatureValidationRequired?.();
		return context.getSignedResumeUrl({ round });
	};
	return { round, answerLink };
};

/** An item whose write is done. */
interface AskingItem extends Surroundings {
	readonly parameters: Parameters;
	readonly round: string;
}

/**
 * Pauses the execution for the answer to what an operation has asked, and only then: whatever fails
 * before leaves nothing waiting.
 * @param outputs what came of the write
 */
export const waitForAnswer = async (
	{ context, operation }: { readonly context: IExecuteFunctions; readonly operation: Operation },
	item: AskingItem,
	outputs: readonly INodeExecutionData[],
): Promise<void> => {
	const [response] = outputs;
	if (!operation.asks || !response || isStopped(context)) return;
	const { page, facts, until } = await operation.asks(item.parameters, response.json, item);
	keepQuestion(context, { round: item.round, page, facts });
	await context.putExecutionToWait(until ?? WAIT_INDEFINITELY);
};
