import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../../../shared/fields/propertyValue';
import type { Question } from '../../asked';

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
export const keepQuestion = (context: IExecuteFunctions, question?: Question): void => {
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
