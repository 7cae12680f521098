import type { Task } from '../../../../src';
import { condition, getTask } from '../../../../src';
import { clockOf } from '../../../shared/client/clock';
import { isTool } from '../../../shared/toolNode';
import { WrongField } from '../../../shared/words/explained';
import { taskId } from '../../properties/locators';
import { isUnanswered } from '../../question/answer';
import { inTurn } from '../../run/turns';
import type { Held, Run, Safeguard } from '../../run/types';
import type { TaskState } from '../../taskState';
import { taskStateOf } from '../../taskState';
import { Silence, notAnswered, notAsAnswered, questionsBefore, responderOf } from './answers';
import {
	decideIfField,
	decision,
	ifMoved,
	isGuarded,
	isOfReview,
	isTrial,
	reviewedItem,
} from './fields';
import { moved, notAt } from './moved';
import type { Decision, Evidence } from './review';
import {
	contradiction,
	decisionOf,
	evidenceOf,
	notGiven,
	notHolding,
	notShown,
	planSkips,
} from './review';
import { notDecided, rowOf, skippedRow } from './row';

/** What a decision is held to. */
interface Review {
	readonly evidence: Evidence;
	/** Why the item is skipped, whatever its task. */
	readonly skips: string | undefined;
	/** Whether the task is read and judged before the decision. */
	readonly isJudged: boolean;
	/** Who gave the answer that it follows. */
	readonly answeredBy: string | null;
}

/**
 * Judges the task right before each try. Meanwhile no other execution of this process decides it,
 * whatever its credential: one service can have several host names.
 */
const deciding =
	(run: Run, item: Decision, review: Review): Held['around'] =>
	async (next, attempt) => {
		const { context } = run;
		const { input, parameters, target } = item;
		const { answeredBy: answered_by, evidence, isJudged, skips } = review;
		if (skips !== undefined) return [skippedRow(input.params.task_id, skips)];
		let state: TaskState | undefined;
		const judge = ({ task }: { readonly task: Task }) => {
			state = taskStateOf(task);
			const { decideIf, step = '' } = parameters;
			const fault =
				decideIf === 'atStep'
					? notAt(step, task)
					: moved(evidence, task, decideIf === 'notChanged');
			if (fault) throw fault;
		};
		const precondition = isJudged && condition(getTask, { params: input.params }, judge);
		return await inTurn(`task ${target?.id}`, clockOf(context), async () => {
			try {
				const outputs = await next({ ...attempt, ...(precondition && { precondition }) });
				return outputs.map((output) => ({
					...output,
					json: rowOf(state, { ...output.json, answered_by }),
				}));
			} catch (error) {
				return [await notDecided(run, item, error, state)];
			}
		});
	};

const trialHint = `The task was decided without a check, because you ran the node by hand. The published workflow refuses this: "${reviewedItem.displayName}" does not show the step of the task.`;
const runHint = `"${reviewedItem.displayName}" shows no step run, so a task that came back to its step counts as not moved.`;

/** @param id of the task, the same for each spelling */
const decidedTwice = (id: string): never => {
	throw new WrongField('Task', `${id} is decided twice in this run`, [
		'The second decision would apply to the next step. Put a Remove Duplicates node before this one.',
	]);
};

/** What is the same for all items of a run. n8n copies the node for each look at it. */
const circumstancesOf = ({ context, isDry }: Run) => {
	const node = context.getNode();
	const asTool = isTool(node);
	return {
		asTool,
		isByHand: !asTool && isTrial(context),
		/** Whether a model passes what was reviewed. */
		isPassed: asTool && !isDry && isOfReview(node.parameters[decideIfField.name]),
		questionBefore: questionsBefore(context),
	};
};
type Circumstances = ReturnType<typeof circumstancesOf>;

/**
 * Judges what an item shows before its fields are read. Who reads of a missing field would fill in
 * that field only, and decide the same item again.
 * @returns the output of an item that is skipped
 * @throws {Explained} if nobody answered, or a model passes no step.
 */
const admitted = (
	{ context, reader }: Run,
	{ isPassed, questionBefore }: Circumstances,
	index: number,
) => {
	const { json = {} } = context.getInputData()[index] ?? {};
	const { decision: chosen, ifMoved: choice } = reader([decision, ifMoved], index);
	const refusal = notAnswered(questionBefore(index, json), json, chosen === 'asAnswered');
	if (refusal instanceof Silence && choice === 'skip') {
		return [skippedRow(reader([taskId], index).taskId, refusal.message)];
	}
	if (refusal) throw refusal;
	if (!isPassed) return undefined;
	const { stepId } = evidenceOf(reader([reviewedItem], index).reviewedItem);
	if (stepId === undefined) throw notShown(true);
	return undefined;
};

/**
 * Reviews an item with its fields.
 * @throws {Explained} if what was reviewed or answered does not allow the decision.
 */
const reviewOf = (
	{ isDry, tally }: Run,
	{ asTool, isByHand, questionBefore }: Circumstances,
	{ index, json, parameters }: Decision,
): Review => {
	const { decideIf: chosen, decision: how, ifMoved: choice } = parameters;
	const evidence = evidenceOf(parameters.reviewedItem);
	const verb = decisionOf(parameters, json);
	const prior = questionBefore(index, json);
	const isReviewed = isOfReview(chosen);
	// A dry run shows the step to the next node.
	const isExcused = isDry ? !evidence.isShown : isByHand && evidence.isSilent;
	const isHeld = isReviewed && !isExcused;
	const refusal =
		(isUnanswered(evidence.item) ? new Silence() : undefined) ??
		(isReviewed ? undefined : notGiven(parameters.reviewedItem)) ??
		notAsAnswered(prior, verb) ??
		contradiction(evidence, verb) ??
		(isHeld ? notHolding(evidence, parameters, asTool) : undefined);
	if (refusal && !(refusal instanceof Silence && choice === 'skip')) throw refusal;
	const skips = refusal?.message ?? planSkips(evidence);
	if (isReviewed && !isDry && !isHeld) tally.remark(trialHint);
	if (isHeld && !isDry && !skips && evidence.run === undefined) tally.remark(runHint);
	const answeredBy = how === 'asAnswered' ? responderOf(prior) : null;
	return { evidence, skips, isJudged: isHeld || chosen === 'atStep', answeredBy };
};

/** Sends a decision only if the task is still where it was reviewed. */
export const decideIf: Safeguard = {
	begin(run) {
		if (!isGuarded(run.operation)) return undefined;
		const circumstances = circumstancesOf(run);
		return {
			admit: (index) => admitted(run, circumstances, index),
			prepare(prepared) {
				const item = prepared as Decision;
				const { id: key = '' } = item.target ?? {};
				const review = reviewOf(run, circumstances, item);
				return {
					unique: { key, refuse: () => decidedTwice(key) },
					around: deciding(run, item, review),
				};
			},
		};
	},
};
