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
import { inTurn } from '../../run/turns';
import type { Held, Item, Run, Safeguard } from '../../run/types';
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

/** An error about a decision with an unknown outcome, with the state of its task now. */
export const withTaskState = async (
	{ access }: Run,
	item: Item,
	error: unknown,
): Promise<unknown> => {
	const { params } = item.input as Decision['input'];
	const looked = access.client.call(getTask, { params });
	// If that read fails too, it adds nothing.
	const state = await looked.then(({ task }) => taskStateOf(task)).catch(() => undefined);
	return state
		? supplement(error, { addition: describeState(state), facts: { task: state } })
		: error;
};

/** What became of a decision that was not carried out. */
const notDecided = async (
	run: Run,
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
	if (isUnknown(error)) throw await withTaskState(run, item, error);
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
const deciding =
	(run: Run, item: Decision, review: Review): Held['around'] =>
	async (next, attempt) => {
		const { access, context } = run;
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
		return await inTurn(`${access.baseUrl} ${target?.id}`, clockOf(context), async () => {
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

/** @param id of the task, the same for each spelling */
const decidedTwice = (id: string): never => {
	throw new WrongField('Task', `${id} is decided twice in this run`, [
		'The second decision would apply to the next step. Put a Remove Duplicates node before this one.',
	]);
};

/**
 * Reviews an item: what holds its decision, and what refuses it.
 * @throws {Explained} if what was reviewed or answered does not allow the decision.
 */
const reviewer = (run: Run) => {
	const { context, isDry, tally } = run;
	const asTool = isTool(context.getNode());
	if (asTool && !isDry) checkPassed(run);
	const isByHand = !asTool && isTrial(context);
	const questionBefore = questionsBefore(context);
	return ({ index, json, parameters }: Decision): Review => {
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
		if (refusal && !(refusal instanceof Silence && ifMoved === 'skip')) throw refusal;
		const skips = refusal?.message ?? planSkips(evidence);
		if (isReviewed && !isDry && !isHeld) tally.remark(trialHint);
		if (isHeld && !isDry && !skips && evidence.run === undefined) tally.remark(runHint);
		const answeredBy = follows ? responderOf(prior) : null;
		return { evidence, skips, isJudged: isHeld || decideIf === 'atStep', answeredBy };
	};
};

/** Sends a decision only if the task is still where it was reviewed. */
export const decideIf: Safeguard = {
	begin(run) {
		if (!isGuarded(run.operation)) return undefined;
		const review = reviewer(run);
		return {
			prepare(prepared) {
				const item = prepared as Decision;
				const { id: key = '' } = item.target ?? {};
				return {
					unique: { key, refuse: () => decidedTwice(key) },
					around: deciding(run, item, review(item)),
				};
			},
		};
	},
};
