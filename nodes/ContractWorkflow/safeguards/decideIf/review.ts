import type { InputOf, Row, approveTask } from '../../../../src';
import { isRecord } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import { isBlank, textIn } from '../../../shared/fields/propertyValue';
import { stepRunOf } from '../../../shared/rows/stepRuns';
import { Explained, WrongField } from '../../../shared/words/explained';
import type { Item } from '../../run/types';
import type { decideIfField, ifMoved, step } from './fields';
import { reviewedItem } from './fields';

export type Verb = 'approve' | 'reject';

/** The parameters of a decision that the guard reads. */
export type Guarded = ParametersOf<readonly [typeof decideIfField, typeof step, typeof ifMoved]> & {
	readonly taskId: string;
	readonly decision: Verb | 'asAnswered' | 'asReviewed';
	readonly reviewedItem?: unknown;
};

/** An item that decides. */
export type Decision = Item & {
	readonly parameters: Guarded;
	readonly input: InputOf<typeof approveTask>;
};

/** An object, its JSON as tables store it, or a list of one as tools return it. */
const recordIn = (given: unknown): Row => {
	let value = given;
	try {
		if (typeof given === 'string') value = JSON.parse(given);
	} catch {
		return {};
	}
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	return isRecord(only) ? only : {};
};

/** The time of a text, in milliseconds since 1970; undefined if it has none. */
export const timeIn = (value: unknown): number | undefined =>
	Date.parse(textIn(value) ?? '') || undefined;

const hasAny = (row: Row, ...names: readonly string[]): boolean =>
	names.some((name) => Object.hasOwn(row, name));

/**
 * Reads what an item shows of the task that was reviewed: a row, a plan, a question, or an item with
 * one of them inside. IDs are texts, times are milliseconds since 1970, undefined is not shown.
 */
export const evidenceOf = (given: unknown) => {
	const item = recordIn(given);
	const all = [recordIn(item.asked), recordIn(item.task), item];
	const shown = all.find((one) => hasAny(one, 'current_step_id')) ?? {};
	const taskId = textIn(shown.task_id);
	/** Null if the task had no step. */
	const stepId = shown.current_step_id === null ? null : textIn(shown.current_step_id);
	return {
		...{ item, taskId, stepId },
		stepName: textIn(shown.current_step_name),
		stateId: textIn(shown.workflow_state_id),
		// A table may hold the ID as a number.
		run: textIn(shown.current_step_run_id ?? stepRunOf(shown)),
		updatedAt: timeIn(shown.updated_at),
		/** Whether it is the item of a dry run. */
		isPlan: hasAny(item, 'verdict', 'dry_run'),
		/** Whether it is about a question, which may have updated its task. */
		isQuestion: [item, shown].some((one) => hasAny(one, 'activity_log_id')),
		/** Whether it shows a task and its step. */
		isShown: taskId !== undefined && stepId !== undefined,
		/** Whether it names neither a task nor a step. */
		isSilent: !all.some((one) => hasAny(one, 'task_id', 'current_step_id')),
	};
};

export type Evidence = ReturnType<typeof evidenceOf>;

/** Why a plan does not send its decision; undefined if it does. */
export const planSkips = ({ isPlan, item }: Evidence): string | undefined => {
	if (!isPlan || item.verdict === 'would_send') return undefined;
	const was = item.verdict === 'would_skip' ? 'be skipped' : 'fail';
	const reason = textIn(item.reason);
	return `According to the plan, the task would ${was}${reason === undefined ? '' : `: ${reason}`}`;
};

/** What was reviewed does not allow the decision; nothing was sent. */
export const notReviewed = (message: string, advice: string): Explained =>
	new Explained(message, `Nothing was sent. ${advice}`);

const label = reviewedItem.displayName;
const adviceToShow = `Point "${label}" to the item that was reviewed, for example {{ $('Get Tasks').item.json }}. A Get right before this node checks nothing. Or let a first node with "Dry Run" show the step, review its items, and decide behind it. To decide at any step, set "Decide If" to Always.`;

/** @param id the task, if it is known */
export const notShown = (isTool: boolean, id?: string): Explained =>
	notReviewed(
		`${label} does not show the step of ${id === undefined ? 'the task' : `task ${id}`}`,
		isTool ? 'Pass the item that Get or Get Many returned, unchanged.' : adviceToShow,
	);

const verbIn = ({ decision }: Row): Verb | undefined => {
	const said = textIn(decision);
	return said === 'approve' || said === 'reject' ? said : undefined;
};

/** The decision of an item that holds an answer; undefined if that is no yes or no. */
export const answeredIn = ({ data }: Row): Verb | undefined => {
	if (!isRecord(data) || typeof data.approved !== 'boolean') return undefined;
	return data.approved ? 'approve' : 'reject';
};

/**
 * What is decided: the chosen value, what the reviewed item says, or what the input item answers.
 * Undefined if it says neither: the safeguard then sends nothing.
 * @param json the input item
 */
export const decisionOf = (
	{ decision, reviewedItem: given }: Pick<Guarded, 'decision' | 'reviewedItem'>,
	json: Row,
): Verb | undefined => {
	if (decision === 'asAnswered') return answeredIn(json);
	return decision === 'asReviewed' ? verbIn(evidenceOf(given).item) : decision;
};

/** Why a reviewed item that holds nothing is still an error: it may say no; undefined if it is none. */
export const notGiven = (given: unknown): Explained | undefined =>
	isBlank(given)
		? new WrongField(label, 'is empty', ['For the input item, enter {{ $json }}.'])
		: undefined;

const verdicts: readonly unknown[] = ['would_send', 'would_skip', 'would_fail'];

/** Why a plan is not one of this decision; undefined if it is. */
const notOfPlan = ({ item }: Evidence): string | undefined => {
	const [resource = 'task', operation = 'approve'] = [item.resource, item.operation].map(textIn);
	if (resource !== 'task' || operation !== 'approve') {
		return `${label} is a plan for a different operation: ${resource} ${operation}`;
	}
	return verdicts.includes(item.verdict) ? undefined : `${label} is a plan without a verdict`;
};

/** Why an item does not allow a decision, whatever holds it to the item; undefined if it does. */
export const contradiction = (
	evidence: Evidence,
	verb: Verb | undefined,
): Explained | undefined => {
	const { isPlan, item } = evidence;
	const plan = isPlan ? notOfPlan(evidence) : undefined;
	if (plan !== undefined) return notReviewed(plan, 'Make a new plan with "Dry Run".');
	const said = isPlan ? textIn(item.decision) : verbIn(item);
	if (verb === undefined && planSkips(evidence) === undefined) {
		return notReviewed(
			`${label} has no decision`,
			'It needs the field "decision" with approve or reject, as a plan or a row of a table has it.',
		);
	}
	if (said === undefined || said === (verb ?? said)) return undefined;
	return notReviewed(`${label} says ${said}, not ${verb}`, 'Review the task again.');
};

/** Why an item cannot hold a decision to what it shows; undefined if it can. */
export const notHolding = (
	{ isQuestion, isShown, taskId: shown, updatedAt }: Evidence,
	{ decideIf, taskId }: Guarded,
	isTool: boolean,
): Explained | undefined => {
	const id = String(Number(taskId));
	if (!isShown) return notShown(isTool, id);
	if (Number(shown) !== Number(id)) {
		const advice = `Point "${label}" to the item of the same task.`;
		return notReviewed(`${label} shows task ${shown}, not task ${id}`, advice);
	}
	if (decideIf !== 'notChanged' || (updatedAt !== undefined && !isQuestion)) return undefined;
	const why = isQuestion
		? `The question itself may have updated task ${id}`
		: `${label} does not show when task ${id} was updated`;
	return notReviewed(why, 'Set "Decide If" to Task Has Not Moved.');
};
