import type { Row, Task } from '../../../../src';
import { isBlank, textIn, trimmed } from '../../../shared/fields/propertyValue';
import { notAtStep, placeOf, stepRunsIn, taskIdIn, updateOf } from '../../../shared/task/place';
import { Explained, WrongField } from '../../../shared/words/explained';
import type { Decision, Evidence, Verb } from './evidence';
import { verbIn } from './evidence';
import { reviewedItem } from './fields';

/** Who runs the node: a model as its tool, a person who tries a task of the panel, or a workflow. */
export type Runner = 'model' | 'person' | 'workflow';

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
const twoNodes =
	'on, review the plans, and decide with a second "Approve or Reject" behind this node.';
const adviceToShow = `Switch "Dry Run" ${twoNodes} Or point "${label}" to the item that was reviewed, for example {{ $('Get Tasks').item.json }}. A Get right before this node checks nothing. To decide at any step, set "Decide If" to Always.`;

/** What a dry run says of items that a run would refuse because they show no step. */
export const planHint = `"${label}" shows no step, so without "Dry Run" this node would send nothing. Leave "Dry Run" ${twoNodes}`;

/** The same for a model, which calls the tool again. */
export const planAdvice = `To decide, pass this plan as "${label}", unchanged.`;

/** @param task whose step is missing */
export const notShown = (runner: Runner, task: string): Explained =>
	notReviewed(
		`${label} does not show the step of ${task}`,
		runner === 'model' ? 'Pass the item that Get or Get Many returned, unchanged.' : adviceToShow,
	);

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
	const said = verbIn(item) ?? textIn(item.decision);
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
	{ place, shows }: Evidence,
	{ input, parameters }: Decision,
	runner: Runner,
): Explained | undefined => {
	const id = taskIdIn(input.params.task_id);
	if (shows !== 'step') return notShown(runner, `task ${id}`);
	if (place.task_id !== id) {
		const advice = `Point "${label}" to the item of the same task.`;
		return notReviewed(`${label} shows task ${place.task_id}, not task ${id}`, advice);
	}
	if (parameters.decideIf !== 'notChanged' || updateOf(place) !== undefined) return undefined;
	const advice = 'A question shows no time. Set "Decide If" to Task Has Not Moved.';
	return notReviewed(`${label} does not show when task ${id} was updated`, advice);
};

/**
 * Why a task is not at a step, as a title; undefined if it is.
 * @throws {WrongField} if the run or the name of a step is in place of its ID: such a task has not
 * moved.
 */
export const whyNotAt = (step: string, task: Task): string | undefined => {
	const wanted = trimmed(step);
	const now = placeOf(task);
	if (wanted === now.current_step_id) return undefined;
	const steps: readonly Row[] = [
		{ step_id: now.current_step_id, step_name: now.current_step_name },
		...stepRunsIn(task),
	];
	const own = steps.find(({ step_id: id }) => id === wanted);
	if (own) return notAtStep(now, textIn(own.step_name) ?? wanted);
	const other = steps.find((one) => one.step_run_id === wanted || one.step_name === wanted);
	if (!other) return notAtStep(now, wanted);
	const what = other.step_name === wanted ? 'the name' : 'the ID of a run';
	throw new WrongField('Step', `needs a step ID, but ${wanted} is ${what} of a step`, [
		`The ID of that step is ${textIn(other.step_id) ?? ''}.`,
	]);
};
