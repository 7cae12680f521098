import type { Row } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import { Explained } from '../../../shared/words/explained';
import type { Evidence } from './evidence';
import { evidenceOf, planSkips, textIn } from './evidence';
import type { decideIfField, ifMoved, step } from './fields';
import { reviewedItem } from './fields';

type Verb = 'approve' | 'reject';

/** The parameters of a decision that the guard reads. */
export type Guarded = ParametersOf<readonly [typeof decideIfField, typeof step, typeof ifMoved]> & {
	readonly taskId: string;
	readonly decision: Verb | 'asReviewed';
	readonly reviewedItem?: unknown;
};

/** What was reviewed does not allow the decision; nothing was sent. */
class NotReviewed extends Explained {
	override readonly name = 'NotReviewed';

	constructor(message: string, advice: string) {
		super(message, `Nothing was sent. ${advice}`);
	}
}

const label = reviewedItem.displayName;

const adviceForVerb = 'To follow it, set "Decision" to As the Reviewed Item Says.';

const adviceToShow = `Point "${label}" to the item that was reviewed, for example {{ $('Get Tasks').item.json }}. A Get right before this node checks nothing. Or let a first node with "Dry Run" show the step, review its items, and decide behind it. To decide at any step, set "Decide If" to Always.`;

/** @param id the task, if it is known */
export const notShown = (isTool: boolean, id?: string): Explained =>
	new NotReviewed(
		`${label} does not show the step of ${id === undefined ? 'the task' : `task ${id}`}`,
		isTool ? 'Pass the item that Get or Get Many returned, unchanged.' : adviceToShow,
	);

const verbIn = ({ decision }: Row): Verb | undefined => {
	const said = textIn(decision);
	return said === 'approve' || said === 'reject' ? said : undefined;
};

/**
 * What is decided: the chosen value, or what the item says. What a plan does not send needs none.
 * @throws {NotReviewed} if the item says neither.
 */
export const decisionOf = ({
	decision,
	reviewedItem: given,
}: Pick<Guarded, 'decision' | 'reviewedItem'>): Verb => {
	if (decision !== 'asReviewed') return decision;
	const evidence = evidenceOf(given);
	const said = verbIn(evidence.item);
	if (said) return said;
	if (planSkips(evidence) !== undefined) return 'reject';
	throw new NotReviewed(
		`${label} has no answer, so no decision`,
		'It needs the field "decision" with approve or reject, as an answer or a plan has it.',
	);
};

const verdicts: readonly unknown[] = ['would_send', 'would_skip', 'would_fail'];

/** Why a plan is not one of this decision; undefined if it is. */
const notOfPlan = ({ item }: Evidence): string | undefined => {
	const [resource = 'task', operation = 'approve'] = [item.resource, item.operation].map(textIn);
	if (resource !== 'task' || operation !== 'approve') {
		return `${label} is a plan for a different operation: ${resource} ${operation}`;
	}
	return verdicts.includes(item.verdict) ? undefined : `${label} is a plan without a verdict`;
};

/**
 * Why the input item of "Comment and Wait for Answer" does not allow a decision; undefined if it
 * does.
 */
export const notAnswered = (json: Row, verb: Verb): Explained | undefined => {
	const said = verbIn(json);
	if (said === verb) return undefined;
	return said
		? new NotReviewed(`The answer is ${said}, not ${verb}`, adviceForVerb)
		: new NotReviewed('Nobody answered in time, so no decision', 'Ask again.');
};

/** What a decision is held to beside its fields. */
interface Situation {
	readonly verb: Verb;
	readonly isTool: boolean;
	/** Whether the item need not show a step. */
	readonly isFree: boolean;
}

/** Why an item is refused before anything is sent; undefined if it is not. */
export const reviewRefusal = (
	evidence: Evidence,
	{ decideIf, taskId }: Guarded,
	{ verb, isTool, isFree }: Situation,
): Explained | undefined => {
	const id = String(Number(taskId));
	const plan = evidence.isPlan ? notOfPlan(evidence) : undefined;
	if (plan !== undefined) return new NotReviewed(plan, 'Make a new plan with "Dry Run".');
	const said = evidence.isPlan ? textIn(evidence.item.decision) : verbIn(evidence.item);
	if (said !== undefined && said !== verb) {
		return new NotReviewed(`${label} says ${said}, not ${verb}`, adviceForVerb);
	}
	if (isFree) return undefined;
	const { taskId: shown, stepId } = evidence;
	if (stepId === undefined || shown === undefined) return notShown(isTool, id);
	if (Number(shown) !== Number(id)) {
		const advice = `Point "${label}" to the item of the same task.`;
		return new NotReviewed(`${label} shows task ${shown}, not task ${id}`, advice);
	}
	if (decideIf === 'notMoved' || (evidence.updatedAt !== undefined && !evidence.isQuestion)) {
		return undefined;
	}
	return new NotReviewed(
		evidence.isQuestion
			? `The question itself may have updated task ${id}`
			: `${label} does not show when task ${id} was updated`,
		'Set "Decide If" to Task Has Not Moved.',
	);
};
