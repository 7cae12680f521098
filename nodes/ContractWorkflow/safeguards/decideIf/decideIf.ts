import type { IExecuteFunctions } from 'n8n-workflow';
import type { InputOf, approveTask } from '../../../../src';
import { ApiError, condition, getTask } from '../../../../src';
import { clockOf } from '../../../shared/client/clock';
import { hasExpression } from '../../../shared/fields/parameters';
import { isTool } from '../../../shared/toolNode';
import { serviceText } from '../../../shared/words/errors';
import { WrongField, supplement } from '../../../shared/words/explained';
import { WrongStepType } from '../../resources/task/stepType';
import { laneOf } from '../../run/lanes';
import { isUnknown } from '../../run/outcome';
import type { Item, Run, Safeguard, Write } from '../../run/run';
import { inTurn } from '../../run/turns';
import type { Output } from '../../surroundings';
import type { TaskState } from '../../taskState';
import { describeState, nameOfTask, reportedState, taskStateOf, whereIs } from '../../taskState';
import type { Evidence } from './evidence';
import { evidenceOf, planSkips } from './evidence';
import { decideIfField, isGuarded, isOfReview, reviewedItem } from './fields';
import { Moved, adviceToSkip, moved, notAt } from './moved';
import type { Guarded } from './refusal';
import { notAnswered, notShown, reviewRefusal } from './refusal';

/** An item that decides. */
type Decision = Item & {
	readonly parameters: Guarded;
	readonly input: InputOf<typeof approveTask>;
};

/** What a decision is held to. */
interface Hold {
	readonly evidenceOf: (item: Item) => Evidence;
	/** Whether the item need not show a step. */
	readonly isFree: (item: Decision) => boolean;
}

/**
 * The columns of a decision, sent or not. `step_id` is the step of the task before the decision.
 * `user_email` is the member that was sent. If none was, the creator of the API key decides.
 */
export const decisionColumns = {
	task_id: null,
	task_title: null,
	status: null,
	approved: null,
	user_email: null,
	skipped: false,
	reason: null,
	step_id: null,
	step_name: null,
	message: null,
};

const rowOf = (state: TaskState | undefined, json: object): Output['json'] => ({
	...decisionColumns,
	...(state && {
		task_title: state.task_title,
		status: state.status,
		step_id: state.current_step_id,
		step_name: state.current_step_name,
	}),
	...json,
});

const skipped = ({ input }: Decision, reason: string, state?: TaskState): Output => ({
	json: rowOf(state, { task_id: Number(input.params.task_id), skipped: true, reason }),
	skipped: true,
});

/** An error about a decision with an unknown outcome, with the state of its task now. */
export const withTaskState = async (item: Item, error: unknown): Promise<unknown> => {
	const { params } = item.input as Decision['input'];
	const looked = item.access.client.call(getTask, { params }, { noRepeat: true });
	// If that read fails too, it adds nothing.
	const state = await looked.then(({ task }) => taskStateOf(task)).catch(() => undefined);
	return state
		? supplement(error, { addition: describeState(state), facts: { task: reportedState(state) } })
		: error;
};

/** What became of a decision that was not carried out. */
const notDecided = async (
	item: Decision,
	error: unknown,
	state: TaskState | undefined,
): Promise<Output> => {
	const isConflict = error instanceof ApiError && error.status === 409;
	const hasMoved = error instanceof Moved || error instanceof WrongStepType;
	if (item.parameters.ifMoved === 'skip') {
		if (hasMoved) return skipped(item, error.message, state);
		const said = isConflict && (serviceText(error.detail) ?? 'The service returned status 409');
		if (said !== false) return skipped(item, said, state);
	}
	if (isUnknown(error)) throw await withTaskState(item, error);
	const canSkip = item.parameters.decideIf !== 'always';
	if (canSkip && (hasMoved || isConflict)) supplement(error, { remedy: adviceToSkip });
	if (!isConflict || !state) throw error;
	const past = item.input.body.approved ? 'approved' : 'rejected';
	throw supplement(error, {
		title: `${nameOfTask(state)} can't be ${past}: it ${whereIs(state)}`,
		facts: { task: reportedState(state) },
	});
};

/**
 * Judges the task right before each try. Meanwhile no other execution of this process decides it,
 * whatever its credential.
 */
const guarded =
	(run: Run, next: Write, { evidenceOf: shownBy, isFree }: Hold): Write =>
	async (attempt) => {
		const item = attempt.item as Decision;
		const { input, parameters } = item;
		const { decideIf, step = '' } = parameters;
		const evidence = shownBy(item);
		const notPlanned = planSkips(evidence);
		if (notPlanned !== undefined) return [skipped(item, notPlanned)];
		let state: TaskState | undefined;
		const judged = condition(getTask, { params: input.params }, ({ task }) => {
			state = taskStateOf(task);
			const held =
				decideIf === 'atStep'
					? notAt(step, task)
					: moved(evidence, task, decideIf === 'notChanged');
			if (held) throw held;
		});
		const look = !isFree(item) && { precondition: judged };
		const send = async () => {
			try {
				const outputs = await next({ ...attempt, ...look });
				return outputs.map((output) => ({ ...output, json: rowOf(state, output.json) }));
			} catch (error) {
				return [await notDecided(item, error, state)];
			}
		};
		const lane = `${item.access.baseUrl} ${laneOf(run, item) ?? ''}`;
		return await inTurn(lane, clockOf(run.context), send);
	};

/** Whether the items come from "Comment and Wait for Answer", as far as n8n can say. */
const isBehindQuestion = (context: IExecuteFunctions): boolean => {
	try {
		const { name, type } = context.getNode();
		const { previousNode } = context.getInputSourceData();
		const parents = context.getParentNodes(name, { includeNodeParameters: true, depth: 1 });
		const parent = parents.find((one) => one.name === previousNode && one.type === type);
		return parent?.parameters?.operation === 'sendAndWait';
	} catch {
		return false;
	}
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
 * @throws {NotReviewed} if an item does not show a step.
 */
const checkPassed = ({ context, isDry, reader }: Run): void => {
	const { [decideIfField.name]: when } = context.getNode().parameters;
	if (isDry || !isOfReview(when)) return;
	for (const index of context.getInputData().keys()) {
		const { [reviewedItem.name]: given } = reader.read([reviewedItem], index);
		if (evidenceOf(given).stepId === undefined) throw notShown(true);
	}
};

/** Sends a decision only if the task is still where it was reviewed. */
export const decideIf: Safeguard = {
	begin(run) {
		const { context, operation, isDry, tally } = run;
		if (!isGuarded(operation)) return undefined;
		const asTool = isTool(context.getNode());
		if (asTool) checkPassed(run);
		const isByHand = !asTool && isTrial(context);
		const isAnswer = isBehindQuestion(context);
		const owners = new Map<Item, string | undefined>();
		const reviewed = new Map<Item, Evidence>();
		const shownBy = (item: Item): Evidence =>
			reviewed.get(item) ?? evidenceOf(item.parameters[reviewedItem.name]);
		const taken = new Set<string>();
		/** Whether the item shows nothing: a dry run shows the step to the next node. */
		const isUnseen = (item: Item): boolean => {
			const { isSilent, stepId, taskId } = shownBy(item);
			return (isDry && (stepId === undefined || taskId === undefined)) || (isByHand && isSilent);
		};
		const isFree = (item: Decision): boolean => {
			const { decideIf: when } = item.parameters;
			return when === 'always' || (when !== 'atStep' && isUnseen(item));
		};
		const hintFor = (item: Decision): void => {
			if (isDry || !isOfReview(item.parameters.decideIf)) return;
			if (isUnseen(item)) tally.remark(trialHint);
			else if (shownBy(item).run === undefined) tally.remark(runHint);
		};
		return {
			async prepare(prepared) {
				const item = prepared as Decision;
				const { input, json, parameters } = item;
				const evidence = shownBy(item);
				reviewed.set(item, evidence);
				const verb = input.body.approved ? 'approve' : 'reject';
				const isUnheld = parameters.decideIf === 'atStep' || isFree(item);
				const refusal =
					(isAnswer ? notAnswered(json, verb) : undefined) ??
					reviewRefusal(evidence, parameters, { verb, isTool: asTool, isFree: isUnheld });
				if (refusal) throw refusal;
				hintFor(item);
				owners.set(item, await item.access.owner());
			},
			compare(item) {
				const { target, access } = item;
				const key = JSON.stringify([access.baseUrl, owners.get(item), target?.id]);
				if (taken.has(key)) {
					throw new WrongField('Task', `${target?.id ?? ''} is decided twice in this run`, [
						'The second decision would apply to the next step. Put a Remove Duplicates node before this one.',
					]);
				}
				taken.add(key);
			},
			around: (next) => guarded(run, next, { evidenceOf: shownBy, isFree }),
		};
	},
};
