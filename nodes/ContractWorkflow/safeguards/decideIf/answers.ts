import type { IExecuteFunctions } from 'n8n-workflow';
import type { Row } from '../../../../src';
import { isRecord } from '../../../../src';
import { textIn } from '../../../shared/fields/propertyValue';
import { isTool } from '../../../shared/toolNode';
import { Explained } from '../../../shared/words/explained';
import { isUnanswered } from '../../question/answer';
import type { Verb } from './review';
import { answeredIn, notReviewed } from './review';

/** The last question on the way of an item to this node. */
export interface Asked {
	/** The output of the node that asked; undefined if nobody answered in time. */
	readonly answer: Row | undefined;
	/** Whether the item still shows that answer. */
	readonly isShown: boolean;
	/** Whether this package asked. */
	readonly isOurs: boolean;
}

const isSame = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/** What this file reads of n8n's data proxy. */
interface Proxy {
	readonly $: (node: string) => { readonly item: { readonly json: Row } };
}

/** The output of another node that an item comes from; undefined if n8n cannot tell. */
const linkedAt = (context: IExecuteFunctions, index: number) => {
	const proxy: Proxy = context.getWorkflowDataProxy(index);
	return (node: string): Row | undefined => {
		try {
			return proxy.$(node).item.json;
		} catch {
			return undefined;
		}
	};
};

/**
 * Finds the last question on the way of an item, whichever node asked it: n8n calls that operation
 * `sendAndWait` everywhere. When the time limit of a question ends, n8n passes on its input. So an
 * output that is the input is no answer, even if it holds the answer to an earlier question.
 */
export const questionsBefore = (
	context: IExecuteFunctions,
): ((index: number) => Asked | undefined) => {
	const { name, type } = context.getNode();
	const parentsOf = (node: string, depth?: number) =>
		context.getParentNodes(node, { includeNodeParameters: true, ...(depth && { depth }) });
	// n8n returns the nearest node last.
	const asking = isTool(context.getNode())
		? []
		: parentsOf(name)
				.reverse()
				.filter(({ disabled, parameters }) => !disabled && parameters?.operation === 'sendAndWait');
	return (index) => {
		if (asking.length === 0) return undefined;
		const linked = linkedAt(context, index);
		const { json = {} } = context.getInputData()[index] ?? {};
		const { previousNode } = context.getInputSourceData();
		for (const one of asking) {
			const isDirect = one.name === previousNode;
			const output = isDirect ? json : linked(one.name);
			if (!output) continue;
			const [input] = parentsOf(one.name, 1).flatMap((parent) => linked(parent.name) ?? []);
			const isAnswer = isRecord(output.data) || (input && output.data === undefined);
			return {
				answer: isAnswer && !isSame(output, input) ? output : undefined,
				isShown: isDirect || (isRecord(output.data) && isSame(output.data, json.data)),
				isOurs: one.type === type,
			};
		}
		return undefined;
	};
};

/** Nobody answered in time; nothing was sent. */
export class Silence extends Explained {
	constructor() {
		super('Nobody answered in time, so no decision', 'Nothing was sent. Ask again.');
	}
}

/** Whether nobody answered, by the question before an item, or by what the items themselves show. */
export const silenceIn = (
	asked: Asked | undefined,
	...items: readonly Row[]
): Silence | undefined =>
	(asked && !asked.answer) || items.some(isUnanswered) ? new Silence() : undefined;

/** Why a decision is not what was answered right before it; undefined if it is. */
export const notAsAnswered = (
	asked: Asked | undefined,
	verb: Verb | undefined,
): Explained | undefined => {
	const said = asked?.answer && asked.isShown ? answeredIn(asked.answer) : undefined;
	if (said === undefined || verb === undefined || said === verb) return undefined;
	const advice = 'Check the question, the answer and the plan, and ask again.';
	return notReviewed(`The answer is ${said}, not ${verb}`, advice);
};

/** Who answered: the email, else the service that asked and the person's ID there; null if nobody knows. */
export const responderOf = (asked: Asked | undefined): string | null => {
	const { data } = asked?.answer ?? {};
	const responder = isRecord(data) && isRecord(data.responder) ? data.responder : {};
	const [id, email, source] = [responder.id, responder.email, responder.source].map(textIn);
	return id === undefined ? null : (email ?? `${source ?? 'ID'} ${id}`);
};

/** Why an item cannot be decided as it was answered; undefined if it can. */
export const notFollowed = (asked: Asked | undefined): Explained | undefined => {
	if (!asked?.answer || !asked.isShown) {
		return notReviewed(
			'The input item has no answer, so no decision',
			'Put this node behind the node of this workflow that asks a person and waits. Nodes in between must keep its field "data". If a sub-workflow asks, decide in it.',
		);
	}
	if (answeredIn(asked.answer) === undefined) {
		return notReviewed(
			'The answer is a text, so no decision',
			'Only buttons give a yes or no. Choose a response type with buttons in the node that asks.',
		);
	}
	if (asked.isOurs || responderOf(asked) !== null) return undefined;
	return notReviewed(
		'The answer does not say who gave it, so no decision',
		'In Slack, switch on "Capture Who Responded" (n8n 2.30 or later). Scanners open the links in mail and Teams, too: use "Comment and Wait for Answer", or a form with a login.',
	);
};
