import type { IExecuteFunctions } from 'n8n-workflow';
import type { Row } from '../../../../src';
import { isRecord } from '../../../../src';
import { textIn } from '../../../shared/fields/propertyValue';
import { isTool } from '../../../shared/toolNode';
import { Explained } from '../../../shared/words/explained';
import { isUnanswered } from '../../question/answer';
import type { Verb } from './evidence';
import { answeredIn } from './evidence';
import { notReviewed } from './review';

/** The last question on the way of an item to this node. */
export interface PriorQuestion {
	/** The output of the node that asked; undefined if nobody answered in time. */
	readonly answer: Row | undefined;
	/** Whether the item still shows that answer. */
	readonly isShown: boolean;
}

/** What this file reads of n8n's data proxy. */
interface Proxy {
	readonly $: (node: string) => { readonly item: { readonly json: Row } };
}

/** The output of a node before, from which an item comes; undefined if n8n cannot tell. */
const outputBefore = (proxy: Proxy, node: string): Row | undefined => {
	try {
		return proxy.$(node).item.json;
	} catch {
		return undefined;
	}
};

const isSame = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/**
 * Finds the last question on the way of an item, whichever node asked it: n8n calls that operation
 * `sendAndWait` everywhere. When the time limit of a question ends, n8n passes on its input. So an
 * output that is the input is no answer, even if it holds the answer to an earlier question.
 */
export const questionsBefore = (context: IExecuteFunctions) => {
	const node = context.getNode();
	const parentsOf = (name: string, depth = -1) =>
		context.getParentNodes(name, { includeNodeParameters: true, depth });
	// n8n returns the nearest node last.
	const all = isTool(node) ? [] : parentsOf(node.name).reverse();
	const asking = all.filter((one) => !one.disabled && one.parameters?.operation === 'sendAndWait');
	return (index: number, json: Row): PriorQuestion | undefined => {
		for (const { name } of asking) {
			const proxy: Proxy = context.getWorkflowDataProxy(index);
			const output = outputBefore(proxy, name);
			if (!output) continue;
			const [input] = parentsOf(name, 1).flatMap((one) => outputBefore(proxy, one.name) ?? []);
			const isAnswer = isRecord(output.data) || (input && output.data === undefined);
			return {
				answer: isAnswer && !isSame(output, input) ? output : undefined,
				isShown: isSame(output.data, json.data),
			};
		}
		return undefined;
	};
};

/** Nobody answered in time; nothing was sent. */
export class Silence extends Explained {
	constructor() {
		super(
			'Nobody answered in time, so no decision',
			'Nothing was sent. Ask again. To decide without an answer, use a separate workflow.',
		);
	}
}

/** Who answered: the email, else the app that asked and the person's ID there; null if unknown. */
export const responderOf = (prior: PriorQuestion | undefined): string | null => {
	const { data } = prior?.answer ?? {};
	const responder = isRecord(data) && isRecord(data.responder) ? data.responder : {};
	const [id, email, source] = [responder.id, responder.email, responder.source].map(textIn);
	return id === undefined ? null : (email ?? `${source ?? 'ID'} ${id}`);
};

/** Why an item cannot be decided as it was answered; undefined if it can. */
const notFollowed = (prior: PriorQuestion | undefined): Explained | undefined => {
	if (!prior?.answer || !prior.isShown) {
		return notReviewed(
			'The input item has no answer, so no decision',
			'Put this node behind the node of this workflow that asks a person and waits. Nodes in between must keep its field "data". If a sub-workflow asks, decide in it.',
		);
	}
	if (answeredIn(prior.answer) === undefined) {
		return notReviewed(
			'The answer is a text, so no decision',
			'Only buttons give a yes or no. Choose a response type with buttons in the node that asks.',
		);
	}
	const isOurs = Object.hasOwn(prior.answer, 'activity_log_id');
	if (isOurs || responderOf(prior) !== null) return undefined;
	return notReviewed(
		'The answer does not say who gave it, so no decision',
		'In Slack, switch on "Capture Who Responded", which older versions of n8n lack. Scanners open the links in mail and Teams, too: use "Comment and Wait for Answer", or a form with a login.',
	);
};

/**
 * Why the question before an item does not allow any decision; undefined if it does.
 * @param decision the value of that field
 */
export const notAnswered = (
	prior: PriorQuestion | undefined,
	json: Row,
	decision: unknown,
): Explained | undefined => {
	if ((prior && !prior.answer) || isUnanswered(json)) return new Silence();
	return decision === 'asAnswered' ? notFollowed(prior) : undefined;
};

/** Why a decision is not the answer that its item shows; undefined if it is. */
export const notAsAnswered = (
	prior: PriorQuestion | undefined,
	verb: Verb | undefined,
): Explained | undefined => {
	const said = prior?.answer && prior.isShown ? answeredIn(prior.answer) : undefined;
	if (said === undefined || said === (verb ?? said)) return undefined;
	const advice = 'Check the question, the answer and the plan, and ask again.';
	return notReviewed(`The answer is ${said}, not ${verb}`, advice);
};
