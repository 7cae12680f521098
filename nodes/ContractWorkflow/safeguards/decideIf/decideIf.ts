import { hasExpression } from '../../../shared/fields/property';
import { wrong } from '../../../shared/fields/propertyValue';
import type { Place } from '../../../shared/task/place';
import { whyChanged, whyMoved } from '../../../shared/task/place';
import { isTool } from '../../../shared/toolNode';
import type { Explained } from '../../../shared/words/explained';
import { taskId } from '../../properties/locators';
import type { Run, Safeguard } from '../../run/types';
import { Silence, notAnswered, notAsAnswered, questionsBefore, responderOf } from './answers';
import type { Review } from './deciding';
import { deciding, skippedRow } from './deciding';
import type { Decision, Evidence } from './evidence';
import { decisionOf, evidenceOf } from './evidence';
import { decideIfField, decision, ifMoved, reviewedItem } from './fields';
import type { Runner } from './review';
import {
	contradiction,
	notGiven,
	notHolding,
	notShown,
	planAdvice,
	planHint,
	planSkips,
	whyNotAt,
} from './review';

/** What is judged right before a decision, by its Decide If. */
const judgeOf = (
	{ decideIf, step = '' }: Decision['parameters'],
	seen: Place,
): Review['whyElsewhere'] => {
	switch (decideIf) {
		case 'notMoved':
			return (task) => whyMoved(seen, task);
		case 'notChanged':
			return (task) => whyMoved(seen, task) ?? whyChanged(seen, task);
		case 'atStep':
			return (task) => whyNotAt(step, task);
		case 'always':
			return undefined;
	}
};

/** Whether Decide If holds the decision to an item. */
const needsReview = (chosen: unknown): boolean => chosen === 'notMoved' || chosen === 'notChanged';

/** What excuses an item that does not show the step; undefined if nothing does. */
const excuseOf = (isDry: boolean, runner: Runner, { shows }: Evidence) => {
	if (shows === 'step') return undefined;
	if (runner === 'person' && shows === 'nothing') return 'trial';
	// The plan shows the step to the next node.
	return isDry ? 'plan' : undefined;
};

/** What is the same for all items of a run. n8n copies the node for each look at it. */
const settingOf = ({ context }: Run) => {
	const node = context.getNode();
	const { taskId: task, [reviewedItem.name]: reviewed = reviewedItem.default } = node.parameters;
	const isChosen = !hasExpression(task) && reviewed === reviewedItem.default;
	const isTrial = isChosen && context.getMode?.() === 'manual';
	const runner: Runner = isTool(node) ? 'model' : isTrial ? 'person' : 'workflow';
	return { runner, questionBefore: questionsBefore(context) };
};
type Setting = ReturnType<typeof settingOf>;

/**
 * Why an item is skipped that nobody answered; undefined if nothing refuses it.
 * @throws {Explained} any other refusal, or this one if such items are not to be skipped.
 */
const skipReason = (refusal: Explained | undefined, choice: unknown): string | undefined => {
	if (refusal && !(refusal instanceof Silence && choice === 'skip')) throw refusal;
	return refusal?.message;
};

/**
 * Judges what an item shows before its fields are read. Who reads of a missing field would fill in
 * that field only, and decide the same item again.
 * @returns the output of an item that is skipped
 * @throws {Explained} if nobody answered, or a model passes no step.
 */
const admitted = (
	{ context, isDry, reader }: Run,
	{ questionBefore, runner }: Setting,
	index: number,
) => {
	const { json = {} } = context.getInputData()[index] ?? {};
	const chosen = reader([decideIfField, decision, ifMoved], index);
	const refusal = notAnswered(questionBefore(index, json), json, chosen.decision);
	const skips = skipReason(refusal, chosen.ifMoved);
	if (skips !== undefined) return [skippedRow(reader([taskId], index).taskId, skips)];
	if (runner !== 'model' || isDry || !needsReview(chosen.decideIf)) return undefined;
	const { shows } = evidenceOf(reader([reviewedItem], index).reviewedItem);
	if (shows !== 'step') throw notShown(runner, 'the task');
	return undefined;
};

const trialHint = `The task was decided without a check, because you ran the node by hand. The published workflow refuses this: "${reviewedItem.displayName}" does not show the step of the task.`;
const runHint = `"${reviewedItem.displayName}" shows no step run, so a task that came back to its step counts as not moved.`;

/**
 * Reviews an item with its fields.
 * @throws {Explained} if what was reviewed or answered does not allow the decision.
 */
const reviewOf = (
	{ isDry, tally }: Run,
	{ questionBefore, runner }: Setting,
	item: Decision,
): Review => {
	const { index, json, parameters } = item;
	const evidence = evidenceOf(parameters.reviewedItem);
	const verb = decisionOf(parameters, json);
	const prior = questionBefore(index, json);
	const isReviewed = needsReview(parameters.decideIf);
	const excuse = isReviewed ? excuseOf(isDry, runner, evidence) : undefined;
	const refusal =
		notAnswered(prior, evidence.item, parameters.decision) ??
		(isReviewed ? undefined : notGiven(parameters.reviewedItem)) ??
		notAsAnswered(prior, verb) ??
		contradiction(evidence, verb) ??
		(isReviewed && !excuse ? notHolding(evidence, item, runner) : undefined);
	const skips = skipReason(refusal, parameters.ifMoved) ?? planSkips(evidence);
	if (excuse === 'trial' && !isDry) tally.remark(trialHint);
	if (excuse === 'plan' && runner !== 'model') tally.remark(planHint);
	const isBlind = isReviewed && !excuse && evidence.place.current_step_run_id === null;
	if (isBlind && !isDry && skips === undefined) tally.remark(runHint);
	return {
		skips,
		// A model reads no hints.
		advice: excuse === 'plan' && runner === 'model' ? planAdvice : undefined,
		whyElsewhere: excuse ? undefined : judgeOf(parameters, evidence.place),
		answeredBy: parameters.decision === 'asAnswered' ? responderOf(prior) : null,
	};
};

/** Sends a decision only if the task is still where it was reviewed. */
export const decideIf: Safeguard = {
	begin(run) {
		if (!run.operation.write?.decides) return undefined;
		const setting = settingOf(run);
		return {
			admit: (index) => admitted(run, setting, index),
			prepare(prepared) {
				const item = prepared as Decision;
				const { id: key = '' } = item.target ?? {};
				const advice =
					'The second decision would apply to the next step. Put a Remove Duplicates node before this one.';
				const refuse = () => wrong(taskId, `${key} is decided twice in this run`, [advice]);
				return {
					unique: { key, refuse },
					around: deciding(run, item, reviewOf(run, setting, item)),
				};
			},
		};
	},
};
