import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Task } from '../../../../src';
import { getTask } from '../../../../src';
import { isStopped } from '../../../shared/client/clock';
import { isHumanReview, isTool } from '../../../shared/toolNode';
import { Explained } from '../../../shared/words/explained';
import type { Operation } from '../../operation';
import type { Item, Safeguard } from '../../run/run';
import { taskStateOf } from '../../taskState';
import { textIn } from '../decideIf/review';
import type { Page } from './answer';
import type { Asking } from './asking';
import { isAsking, pageOptions, waitLimitOf } from './asking';

/** A question that waits for its answer. */
interface Question {
	/** Distinguishes the rounds of a loop: their links have the same path. */
	readonly round: string;
	readonly page: Page;
	/**
	 * The output fields beside the answer: where the task was when the person was asked, which holds
	 * a decision after it, and the comment.
	 */
	readonly facts: object;
}

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

/** The output fields that show where the task of a question is. */
const factsOf = (task: Task): object => {
	const { current_step_id, current_step_run_id, workflow_state_id } = taskStateOf(task);
	return { task_id: Number(task.task_id), current_step_id, current_step_run_id, workflow_state_id };
};

/**
 * The page of a question. Anyone with its link can open it, so it shows only the title, the link and
 * the step of its task.
 */
const pageOf = ({ message, options, responseType }: Asking, id: string, task: Task): Page => {
	const [title, approve, decline] = pageOptions.options;
	const buttons = {
		approve: options.approveLabel ?? approve.default,
		decline: options.disapproveLabel ?? decline.default,
	};
	return {
		task: {
			id,
			title: textIn(task.task_title),
			url: textIn(task.task_url),
			step: textIn(task.current_step_name) ?? textIn(task.current_step_id) ?? 'none',
		},
		title: options.title ?? title.default,
		message,
		...(responseType === 'approval' && { buttons }),
	};
};

/**
 * Asks a person once a write is done, and pauses the execution for the answer. If anything fails
 * before that, nothing waits.
 */
export const question: Safeguard = {
	begin({ context, isDry, operation, round }) {
		if (!isAsking(operation)) return undefined;
		checkAsking(context, operation);
		const asked = new Map<Item, Omit<Question, 'round'> & { readonly until: () => Date }>();
		return {
			async prepare(item) {
				const asking = item.parameters as Asking;
				const until = waitLimitOf(asking);
				const task_id = item.target?.id ?? '';
				const { task } = await item.ask(getTask, { params: { task_id } });
				asked.set(item, { page: pageOf(asking, task_id, task), facts: factsOf(task), until });
			},
			around: (next) => async (attempt) => {
				const outputs = await next(attempt);
				const [response] = outputs;
				const one = asked.get(attempt.item);
				if (isDry || !response || !one || isStopped(context)) return outputs;
				const { activity_log_id } = response.json as { activity_log_id: unknown };
				const { page, facts, until } = one;
				keepQuestion(context, { round, page, facts: { ...facts, activity_log_id } });
				await context.putExecutionToWait(until());
				return outputs;
			},
		};
	},
};
