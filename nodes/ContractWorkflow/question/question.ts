import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { Explained } from '../../shared/explained';
import { isRecord } from '../../shared/propertyValue';
import type { PlanStanding } from '../run/standing';

/** The task of a question, as the page shows it. */
export interface AskedTask {
	readonly id: string;
	readonly title?: string;
	/** Its link in the web application (section 2). */
	readonly url?: string;
	/** The step at which it was when the question was asked. */
	readonly step?: string;
}

/** Where a task was when a person was asked about it: what a decision behind the question is held to. */
export interface AskedAt extends PlanStanding {
	/** The comment that asked. */
	readonly activity_log_id: number;
}

/** The builder's words on the page. */
export interface PageWords {
	/** The language of these words, as HTML has it. */
	readonly language: string;
	readonly title: string;
	/** The label of the text field; without one there is no such field. */
	readonly textLabel?: string;
	/** The label of the field for a name; without one nobody is asked for it. */
	readonly nameLabel?: string;
	readonly note: string;
	/** Heading and text after the answer. */
	readonly recordedTitle: string;
	readonly recordedText: string;
}

/** The buttons of a decision; without `decline` there is nothing to do but to approve. */
interface Decision {
	readonly kind: 'decision';
	readonly approve: string;
	readonly decline?: string;
}

/** A text is asked for, and sent by a button. */
interface FreeText {
	readonly kind: 'text';
	readonly send: string;
}

/** All that the page shows, as it stood when the question was asked. */
export interface Page {
	readonly task: AskedTask;
	readonly message: string;
	readonly words: PageWords;
	readonly answer: Decision | FreeText;
}

/** A question that waits for its answer. */
export interface Question {
	/** Tells the rounds of a loop apart: their links have the same path. */
	readonly round: string;
	readonly page: Page;
	/** What comes out beside the answer. */
	readonly facts: {
		readonly task_id: number;
		readonly activity_log_id: number;
		/** Absent where the task was not read. */
		readonly asked?: AskedAt;
	};
}

const contextKey = 'question';

/** The node's context. Flows read `asked`: an agent's tool sees nothing else of its human review. */
type Store = { [contextKey]?: string; asked?: AskedAt | undefined };

const keep = (context: IExecuteFunctions, kept: Store): void => {
	Object.assign(context.getContext('node') as Store, kept);
};

/** Keeps a question in the node's context, which n8n saves with the waiting execution. */
export const keepQuestion = (context: IExecuteFunctions, question: Question): void => {
	keep(context, { [contextKey]: JSON.stringify(question), asked: question.facts.asked });
};

/**
 * A text in an expression, each of its signs as an escape: n8n ends an expression at two braces, and
 * does not read all that JavaScript allows in a text.
 */
const quoted = (text: string): string => {
	const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
	return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
};

/** What of n8n's contexts reads a question. */
type Reading = Pick<IWebhookFunctions, 'getNode' | 'evaluateExpression'>;

/**
 * The question that the node of a webhook waits with; undefined where there is none. A webhook
 * reaches the context of its node by an expression only.
 */
export const keptQuestion = (context: Reading): Question | undefined => {
	const { name } = context.getNode();
	const kept = context.evaluateExpression(`{{ $node[${quoted(name)}].context.${contextKey} }}`);
	const question: unknown = typeof kept === 'string' ? JSON.parse(kept) : undefined;
	return isRecord(question) ? (question as unknown as Question) : undefined;
};

/** A question could not be shown, since n8n would not find it; it was not asked. */
class UnreadableQuestion extends Explained {
	override readonly name = 'UnreadableQuestion';

	constructor(name: string) {
		super(
			`A node called ${JSON.stringify(name)} cannot ask: n8n does not read this name in expressions`,
			'The page of its question could not be shown. Nothing was sent. Rename the node.',
		);
	}
}

/**
 * Checks that a webhook of this node will find its question, and forgets the one before.
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
		// Told below, as a name that n8n reads otherwise is.
	}
	throw new UnreadableQuestion(context.getNode().name);
};
