import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Task } from '../../../src';
import { getTask } from '../../../src';
import { placeOf, stepOf } from '../../shared/task/place';
import { isHumanReview, isTool } from '../../shared/toolNode';
import { Explained } from '../../shared/words/explained';
import type { Asking, Surroundings } from '../operation';
import { taskTarget } from '../properties/locators';
import type { Page, Question } from './answer';
import { outputOf } from './answer';
import type { Asked } from './asking';
import { pageOptions, waitLimitOf } from './asking';

/**
 * Stores a question in the node's context, which n8n saves with the waiting execution. Without one,
 * forgets that of an earlier round. Workflows read `asked`: an agent's tool sees nothing else of its
 * human review.
 */
const keepQuestion = (context: IExecuteFunctions, question?: Question): void => {
	const kept = { question: question && JSON.stringify(question), asked: question?.facts };
	Object.assign(context.getContext('node'), kept);
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
	const kept = context.evaluateExpression(`{{ $node[${quoted(name)}].context.question }}`);
	return typeof kept === 'string' ? (JSON.parse(kept) as Question) : undefined;
};

/**
 * Checks that a question can wait where it runs. A model cannot wait for a tool. An execution waits
 * as a whole, so it cannot ask about one item and continue with another.
 * @throws {Explained} before anything is sent.
 */
const checkPlace = (context: IExecuteFunctions, name: string): void => {
	const node = context.getNode();
	if (isTool(node) && !isHumanReview(node)) {
		throw new Explained(
			`"${name}" cannot be a tool`,
			'Nothing was sent. To ask a person before a tool runs, add Contract Workflow as Human Review between the agent and that tool. n8n lists it with the tools.',
		);
	}
	const { length } = context.getInputData();
	if (length === 1) return;
	throw new Explained(
		`"${name}" takes exactly one item, not ${length}`,
		'Nothing was sent. The whole execution waits for the answer. To ask about one item at a time, put a "Loop Over Items" node with a batch size of 1 before this node.',
	);
};

/**
 * The page of a question. Anyone with its link can open it, so it shows only the title, the link and
 * the step of its task.
 */
const pageOf = ({ message, options, responseType }: Asked, id: string, task: Task): Page => {
	const [title, approve, decline] = pageOptions.options;
	const place = placeOf(task);
	const buttons = {
		approve: options.approveLabel ?? approve.default,
		decline: options.disapproveLabel ?? decline.default,
	};
	return {
		task: {
			id,
			title: place.task_title ?? undefined,
			url: place.task_url ?? undefined,
			step: place.current_step_name ?? place.current_step_id ?? 'none',
		},
		title: options.title ?? title.default,
		message,
		...(responseType === 'approval' && { buttons }),
	};
};

/**
 * n8n stores the input of a node that waits, and passes it on if the time limit ends. An input that
 * has `data` or `decision` would then look like an answer, so this output takes its place.
 */
const replaceInput = (context: IExecuteFunctions, question: Question): void => {
	const json = outputOf(null, question, false);
	context.getExecuteData().data = { main: [[{ json, pairedItem: { item: 0 } }]] };
};

/** n8n 1 checks the signature of a link only on request; n8n 2 always does. */
interface Signing {
	readonly setSignatureValidationRequired?: () => void;
}

/** The link of a question, which n8n signs. */
const linkOf = (context: IExecuteFunctions & Signing, round: string): string => {
	context.setSignatureValidationRequired?.();
	return context.getSignedResumeUrl({ round });
};

/**
 * The second half of an operation that asks a person in a comment: it pauses the execution for the
 * answer. If anything fails before that, nothing waits.
 */
export const question = (context: IExecuteFunctions, name: string): Asking<Asked> => {
	checkPlace(context, name);
	keepQuestion(context);
	const round = randomUUID();
	return {
		link: linkOf(context, round),
		async prepare(asked, { ask }: Surroundings) {
			const { id } = taskTarget(asked);
			const until = waitLimitOf(asked);
			const { task } = await ask(getTask, { params: { task_id: id } });
			const page = pageOf(asked, id, task);
			return async (output) => {
				const { activity_log_id } = output as { readonly activity_log_id: number };
				// Without the time of an update, which the question itself may be.
				const { task_id, task_title, task_url } = placeOf(task);
				const facts = { task_id, task_title, task_url, ...stepOf(task), activity_log_id };
				const kept = { round, page, facts };
				keepQuestion(context, kept);
				replaceInput(context, kept);
				// While it waits, n8n's editor shows the nodes behind it this output.
				Object.assign(output, facts);
				await context.putExecutionToWait(until());
			};
		},
	};
};
