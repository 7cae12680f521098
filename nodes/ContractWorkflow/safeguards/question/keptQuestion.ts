import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../../../shared/fields/propertyValue';
import { Explained } from '../../../shared/words/explained';
import type { Question } from '../../asked';

const contextKey = 'question';

/**
 * The node's context. Workflows read `asked`: an agent's tool sees nothing else of its human
 * review.
 */
type Store = { [contextKey]?: string; asked?: Question['facts'] | undefined };

const keep = (context: IExecuteFunctions, kept: Store): void => {
	Object.assign(context.getContext('node') as Store, kept);
};

/** Stores a question in the node's context, which n8n saves with the waiting execution. */
export const keepQuestion = (context: IExecuteFunctions, question: Question): void => {
	keep(context, { [contextKey]: JSON.stringify(question), asked: question.facts });
};

/**
 * A text for an expression, with each character escaped: n8n ends an expression at two braces, and
 * does not read all JavaScript string syntax.
 */
const quoted = (text: string): string => {
	const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
	return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
};

/** The parts of n8n's contexts that are needed to read a question. */
type Reading = Pick<IWebhookFunctions, 'getNode' | 'evaluateExpression'>;

/**
 * The question that the node of a webhook waits with; undefined if there is none. A webhook can
 * read the context of its node only with an expression.
 */
export const keptQuestion = (context: Reading): Question | undefined => {
	const { name } = context.getNode();
	const kept = context.evaluateExpression(`{{ $node[${quoted(name)}].context.${contextKey} }}`);
	const question: unknown = typeof kept === 'string' ? JSON.parse(kept) : undefined;
	return isRecord(question) ? (question as unknown as Question) : undefined;
};

/** A question could not be shown, since n8n would not find it. It was not asked. */
class UnreadableQuestion extends Explained {
	override readonly name = 'UnreadableQuestion';

	constructor(name: string) {
		super(
			`The node name ${JSON.stringify(name)} does not work in expressions of n8n`,
			'Nothing was sent. Rename the node. With this name, n8n could not show the page of the question.',
		);
	}
}

/**
 * Checks that a webhook of this node will find its question, and forgets the previous one.
 * @throws {UnreadableQuestion} before anything is sent.
 */
export const checkReadable = (context: IExecuteFunctions): void => {
	const round = randomUUID();
	keep(context, { [contextKey]: JSON.stringify({ round }), asked: undefined });
	const reading: Reading = {
		getNode: () => context.getNode(),
		evaluateExpression: (expression) => context.evaluateExpression(expression, 0),
	};
	try {
		if (keptQuestion(reading)?.round === round) return;
	} catch {
		// Reported below, as for a name that n8n reads differently.
	}
	throw new UnreadableQuestion(context.getNode().name);
};
