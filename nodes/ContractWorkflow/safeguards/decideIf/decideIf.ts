import type { IExecuteFunctions } from 'n8n-workflow';
import type { InputOf, Task, approveTask } from '../../../../src';
import { ApiError, condition, getTask } from '../../../../src';
import { clockOf } from '../../../shared/client/clock';
import { hasExpression } from '../../../shared/fields/parameters';
import { isTool } from '../../../shared/toolNode';
import { serviceText } from '../../../shared/words/errors';
import { WrongField, supplement } from '../../../shared/words/explained';
import type { Output } from '../../operation';
import { WrongStepType } from '../../resources/task/stepType';
import { isUnknown } from '../../run/outcome';
import type { Item, Run, Safeguard, Write } from '../../run/run';
import { inTurn } from '../../run/turns';
import type { TaskState } from '../../taskState';
import { describeState, taskStateOf, whereIs } from '../../taskState';
import { Silence, notAnswered, questionsBefore, responderOf } from './answers';
import { decideIfField, isGuarded, isOfReview, reviewedItem } from './fields';
import { Moved, adviceToSkip, moved, notAt } from './moved';
import type { Evidence, Guarded } from './review';
import { contradiction, decisionOf, evidenceOf, notHolding, notShown, planSkips } from './review';
import { rowOf, skippedRow } from './row';

/** An item that decides. */
type Decision = Item & {
	readonly parameters: Guarded;
	readonly input: InputOf<typeof approveTask>;
};

/** What a decision is held to, as read when it was prepared. */
interface Review {
	readonly evidence: Evidence;
	/** Why the item is skipped, whatever the task. */
	readonly skips: string | undefined;
	/** Who gave the answer that it follows. */
	readonly answeredBy: string | null;
	/** Whether the task is read and judged before the decision. */
	readonly isJudged: boolean;
	/** The same for the same task, whatever the spelling of its ID. */
	readonly task: string;
}

/** An error about a decision with an unknown outcome, with the state of its task now. */
export const withTaskState = async (item: Item, error: unknown): Promise<unknown> => {
	const { params } = item.input as Decision['input'];
	const looked = item.access.client.call(getTask, { params });
	// If that read fails too, it adds nothing.
	const state = await looked.then(({ task }) => taskStateOf(task)).catch(() => undefined);
	return state
		? supplement(error, { addition: describeState(state), facts: { task: state } })
		: error;
};

/** What became of a decision that was not carried out. */
const notDecided = async (
	item: Decision,
	error: unknown,
	state: TaskState | undefined,
): Promise<Output> => {
	const { decideIf, ifMoved } = item.parameters;
	const isConflict = error instanceof ApiError && error.status === 409;
	const hasMoved = error instanceof Moved || error instanceof WrongStepType;
	const said = isConflict ? serviceText(error.detail) : hasMoved ? error.message : undefined;
	if (ifMoved === 'skip' && (isConflict || hasMoved)) {
		const reason = said ?? 'The service returned status 409';
		return skippedRow(item.input.params.task_id, reason, state);
	}
	if (isUnknown(error)) throw await withTaskState(item, error);
	const canSkip = decideIf !== 'always' && (hasMoved || isConflict);
	const remedy = canSkip ? adviceToSkip : undefined;
	if (!isConflict || !state) throw supplement(error, { remedy });
	const past = item.input.body.approved ? 'approved' : 'rejected';
	throw supplement(error, {
		remedy,
		title: `Task ${state.task_id} can't be ${past}: it ${whereIs(state)}`,
		facts: { task: state },
	});
};

/**
 * Judges the task right before each try. Meanwhile no other execution of this process decides it,
 * whatever its credential.
 */
const guarded =
	(run: Run, next: Write, reviews: ReadonlyMap<Item, Review>): Write =>
	async (attempt) => {
		const item = attempt.item as Decision;
		const { access, input, parameters, target } = item;
		const { decideIf, step = '' } = parameters;
		const { answeredBy: answered_by, evidence, isJudged, skips } = reviews.get(item) as Review;
		if (skips !== undefined) return [skippedRow(input.params.task_id, skips)];
		let state: TaskState | undefined;
		const judge = ({ task }: { readonly task: Task }) => {
			state = taskStateOf(task);
			const held =
				decideIf === 'atStep'
					? notAt(step, task)
					: moved(evidence, task, decideIf === 'notChanged');
			if (held) throw held;
		};
		const precondition = isJudged && condition(getTask, { params: input.params }, judge);
		return await inTurn(`${access.baseUrl} ${target?.id}`, clockOf(run.context), async () => {
			try {
				const outputs = await next({ ...attempt, ...(precondition && { precondition }) });
				return outputs.map((output) => ({
					...output,
					json: rowOf(state, { ...output.json, answered_by }),
				}));
			} catch (error) {
				return [await notDecided(item, error, state)];
			}
		});
	};

/** Whether a run by hand decides a task that was chosen in the panel. */
const isTrial = (context: IExecuteFunctions): boolean => {
	const { parameters } = context.getNode();
	const { [reviewedItem.name]: stored = reviewedItem.default, taskId } = parameters;
	return (
		context.getMode?.() === 'manual' && !hasExpression(taskId) && stored === reviewedItem.default
	);
};

const trialHint = `The task was decided without a check, because you ran the node by hand. The published workflow refuses this: "${reviewedItem.displayName}" does not show the step of the task.`;
const runHint = `"${reviewedItem.displayName}" shows no step run, so a task that came back to its step counts as not moved.`;

/**
 * What a model passes is judged before a missing task is told: the model would add the task, and
 * pass the same item again.
 * @throws {Explained} if an item does not show a step.
 */
const checkPassed = ({ context, reader }: Run): void => {
	if (!isOfReview(context.getNode().parameters[decideIfField.name])) return;
	for (const index of context.getInputData().keys()) {
		const { [reviewedItem.name]: given } = reader([reviewedItem], index);
		if (evidenceOf(given).stepId === undefined) throw notShown(true);
	}
};

/** Sends a decision only if the task is still where it was reviewed. */
export const decideIf: Safeguard = {
	begin(run) {
		const { context, operation, isDry, tally } = run;
		if (!isGuarded(operation)) return undefined;
		const asTool = isTool(context.getNode());
		if (asTool && !isDry) checkPassed(run);
		const isByHand = !asTool && isTrial(context);
		const questionBefore = questionsBefore(context);
		const reviews = new Map<Item, Review>();
		const decided = new Set<string>();
		return {
			async prepare(prepared) {
				const item = prepared as Decision;
				const { access, index, json, parameters, target } = item;
				const { decideIf, decision, ifMoved } = parameters;
				const evidence = evidenceOf(parameters.reviewedItem);
				const verb = decisionOf(parameters, json);
				const prior = questionBefore(index, json);
				const follows = decision === 'asAnswered';
				const isReviewed = isOfReview(decideIf);
				// A dry run shows the step to the next node.
				const isExcused = isDry ? !evidence.isShown : isByHand && evidence.isSilent;
				const isHeld = isReviewed && !isExcused;
				const refusal =
					notAnswered(prior, [json, evidence.item], verb, follows) ??
					contradiction(evidence, verb) ??
					(isHeld ? notHolding(evidence, parameters, asTool) : undefined);
				const isSkipped = refusal instanceof Silence && ifMoved === 'skip';
				if (refusal && !isSkipped) throw refusal;
				const skips = refusal?.message ?? planSkips(evidence);
				if (isReviewed && !isDry && !isHeld) tally.remark(trialHint);
				if (isHeld && !isDry && !skips && evidence.run === undefined) tally.remark(runHint);
				const answeredBy = follows ? responderOf(prior) : null;
				const isJudged = isHeld || decideIf === 'atStep';
				const task = JSON.stringify([access.baseUrl, await access.owner(), target?.id]);
				reviews.set(item, { evidence, skips, answeredBy, isJudged, task });
			},
			compare(item) {
				const { task = '' } = reviews.get(item) ?? {};
				if (decided.has(task)) {
					throw new WrongField('Task', `${item.target?.id ?? ''} is decided twice in this run`, [
						'The second decision would apply to the next step. Put a Remove Duplicates node before this one.',
					]);
				}
				decided.add(task);
			},
			around: (next) => guarded(run, next, reviews),
		};
	},
};
