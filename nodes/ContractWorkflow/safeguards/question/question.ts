import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { isStopped } from '../../../shared/client/clock';
import { isRecord } from '../../../shared/fields/propertyValue';
import { isHumanReview, isTool } from '../../../shared/toolNode';
import { Explained } from '../../../shared/words/explained';
import type { Question } from '../../asked';
import type { Operation } from '../../operation';
import type { Safeguard } from '../../run/run';

const contextKey = 'question';

/**
 * The node's context. Workflows read `asked`: an agent's tool sees nothing else of its human
 * review.
 */
type Store = { [contextKey]: string | undefined; asked: Question['facts'] | undefined };

/**
 * Stores a question in the node's context, which n8n saves with the waiting execution. Without one,
 * forgets that of an earlier round.
 */
const keepQuestion = (context: IExecuteFunctions, question?: Question): void => {
	const kept: Store = {
		[contextKey]: question && JSON.stringify(question),
		asked: question?.facts,
	};
	Object.assign(context.getContext('node') as Store, kept);
};

/**
 * A text for an expression, with each character escaped: n8n ends an expression at two braces, and
 * does not read all JavaScript string syntax.
 */
const quoted = (text: string): string => {
	const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
	return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
};

/**
 * The question that the node of a webhook waits with; undefined if there is none. A webhook can
 * read the context of its node only with an expression.
 */
export const keptQuestion = (context: IWebhookFunctions): Question | undefined => {
	const { name } = context.getNode();
	const kept = context.evaluateExpression(`{{ $node[${quoted(name)}].context.${contextKey} }}`);
	const question: unknown = typeof kept === 'string' ? JSON.parse(kept) : undefined;
	return isRecord(question) ? (question as unknown as Question) : undefined;
};

/**
 * Checks that an operation that asks a question runs where it can wait, and forgets the question of
 * an earlier round. A model cannot wait for a tool. An execution waits as a whole, so it cannot ask
 * about one item and continue with another.
 * @throws {Explained} before anything is sent.
 */
const checkAsking = (context: IExecuteFunctions, { name }: Operation): void => {
	const node = context.getNode();
	if (isTool(node) && !isHumanReview(node)) {
		throw new Explained(
			`"${name}" cannot be a tool`,
			'Nothing was sent. To ask a person before a tool runs, add Contract Workflow as Human Review between the agent and that tool. n8n lists it with the tools.',
		);
	}
	const { length } = context.getInputData();
	if (length !== 1) {
		throw new Explained(
			`"${name}" takes exactly one item, not ${length}`,
			'Nothing was sent. The whole execution waits for the answer. To ask about one item at a time, put a "Loop Over Items" node with a batch size of 1 before this node.',
		);
	}
	keepQuestion(context);
};

/**
 * Asks a person once a write is done, and pauses the execution for the answer. If anything fails
 * before that, nothing waits.
 */
export const question: Safeguard = {
	begin({ context, isDry, operation, round }) {
		const { write } = operation;
		const asks = write?.asks?.bind(write);
		if (!asks) return undefined;
		checkAsking(context, operation);
		if (isDry) return {};
		return {
			around: (next) => async (attempt) => {
				const outputs = await next(attempt);
				const [response] = outputs;
				if (!response || isStopped(context)) return outputs;
				const { item } = attempt;
				const { page, facts, until } = await asks(item.parameters, response.json, item);
				keepQuestion(context, { round, page, facts });
				await context.putExecutionToWait(until ?? WAIT_INDEFINITELY);
				return outputs;
			},
		};
	},
};
