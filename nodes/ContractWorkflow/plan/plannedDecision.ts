import type { InputOf } from '../../../src';
import { approveTask } from '../../../src';
import type { Parameters } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';
import { isBlank, isRecord, plainText, shown } from '../../shared/fields/propertyValue';
import { digestOf } from '../../shared/rows/digest';
import { Explained, WrongField } from '../../shared/words/explained';
import type { Labelled } from '../../shared/words/labels';
import { fieldLabel } from '../../shared/words/labels';
import { taskTarget } from '../properties/locators';
import type { Review, SeenTask } from '../taskState';
import { isSeenTask } from '../taskState';
import { canonicalRequest } from './canonicalRequest';
import type { Verdict } from './plan';
import { planDigest } from './planDigest';

/** The plan that a decision must match: the item of a dry run, or its JSON. */
export const applyPlan = property({
	displayName: 'Apply a Plan',
	name: 'applyPlan',
	type: 'string',
	asGiven: true,
	neverBlank: true,
	default: '={{ $json }}',
	description: 'A Dry Run item or an answered question. Skips tasks that have moved.',
});

/**
 * The input item, if a dry run made it. A decision after its own plan is checked against the state
 * of the task in the plan, also without "Apply a Plan".
 */
export const inputPlanOf = (json: Parameters): Pick<PlanParameters, 'inputPlan'> =>
	json.dry_run === true ? { inputPlan: json } : {};

/** What happens if a task was updated but has not moved. */
export const skipIfUpdated = property({
	displayName: 'Skip If Updated',
	name: 'skipIfUpdated',
	type: 'boolean',
	default: true,
	description: 'Whether to skip tasks whose updated_at has changed',
});

/** The parameters that contain a plan. */
export interface PlanParameters {
	readonly taskId: string;
	readonly decision: 'approve' | 'reject';
	readonly inputPlan?: unknown;
	readonly additionalFields: { readonly applyPlan?: unknown; readonly skipIfUpdated?: boolean };
}

/** A plan to decide a task, and what the decision must match. */
interface PlanToSend {
	readonly verdict: 'would_send';
	/** The planned request; absent if the decision must match only the state of the task. */
	readonly request?: Readonly<Record<string, unknown>>;
	readonly review: Review;
}

/** A plan that does not decide the task. */
export interface PlanNotToSend {
	readonly verdict: 'would_skip' | 'would_fail';
	readonly reason: string | null;
}

type PlannedDecision = PlanToSend | PlanNotToSend;

/** Maximum differences of a request that an error names. */
const mostNamed = 5;

const wrongPlan = (fault: string, details?: readonly string[]): never => {
	throw new WrongField(applyPlan.displayName, fault, details);
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/**
 * A plan, or its JSON: sheets and Data Tables cannot store objects. A list with one plan is what a
 * dry run as a tool returns to its agent.
 */
export const recordIn = (given: unknown): Readonly<Record<string, unknown>> | undefined => {
	const value = typeof given === 'string' ? parsed(given) : given;
	const plan: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	return isRecord(plan) ? plan : undefined;
};

const isVerdict = (value: unknown): value is Verdict =>
	value === 'would_send' || value === 'would_skip' || value === 'would_fail';

/** @throws {WrongField} for the plan of a task whose step the service did not report. */
const partsOf = (
	{ task, request }: Readonly<Record<string, unknown>>,
	isStrict: boolean,
): Pick<PlanToSend, 'review' | 'request'> =>
	isSeenTask(task) && typeof task.current_step_id === 'string' && isRecord(request)
		? { review: { seen: task, by: 'plan', isStrict }, request }
		: wrongPlan('does not contain the step of the task', ['Run the dry run again.']);

/** What a decision must match if its input item is its own plan, unchanged. */
const plannedUnasked = (parameters: PlanParameters): PlanToSend | undefined => {
	const plan = recordIn(parameters.inputPlan);
	const isOwn =
		plan?.verdict === 'would_send' &&
		plan.resource === 'task' &&
		plan.operation === 'approve' &&
		plan.decision === parameters.decision &&
		plainText(plan.task_id) === taskTarget(parameters).id &&
		planDigest(plan) === plan.plan_sha256;
	const { task } = plan ?? {};
	return isOwn && isSeenTask(task) && typeof task.current_step_id === 'string'
		? { verdict: 'would_send', review: { seen: task, by: 'plan', isStrict: false } }
		: undefined;
};

/**
 * What a decision must match by its plan; undefined if it has none.
 * @throws {WrongField} if this is not a plan, was changed, or is for another operation or task.
 */
export const plannedDecision = (parameters: PlanParameters): PlannedDecision | undefined => {
	const { applyPlan: given, skipIfUpdated } = parameters.additionalFields;
	if (given === undefined) return plannedUnasked(parameters);
	const plan = recordIn(given);
	if (plan?.dry_run !== true || !isVerdict(plan.verdict)) {
		return wrongPlan(`must be a plan, not ${shown(given)}`, [
			'Enter an item from a dry run of this operation, for example {{ $json }}.',
		]);
	}
	if (planDigest(plan) !== plan.plan_sha256) {
		return wrongPlan('was changed after the dry run', [
			'"plan_sha256" does not match the rest of the plan. Run the dry run again.',
		]);
	}
	const { verdict, resource, operation, task_id: planned, reason } = plan;
	if (resource !== 'task' || operation !== 'approve') {
		return wrongPlan(`is a plan for a different operation: ${shown(resource)} ${shown(operation)}`);
	}
	// A plan for wrong fields has no state of the task.
	const isKnown = verdict === 'would_send' || !isBlank(planned);
	if (isKnown && plainText(planned) !== taskTarget(parameters).id) {
		return wrongPlan(`is a plan for task ${shown(planned)}, not for task ${parameters.taskId}`);
	}
	return verdict === 'would_send'
		? { verdict, ...partsOf(plan, skipIfUpdated === true) }
		: { verdict, reason: typeof reason === 'string' ? reason : null };
};

/**
 * Checks that the decision goes to the organization of its plan: another one may have a task with
 * the same ID.
 * @throws {WrongField} that names both.
 */
export const checkOrganization = ({ org_name: planned }: SeenTask, now: string): void => {
	if (planned === now) return;
	wrongPlan(
		`is for a task of the organization ${shown(planned)}, but the API key is of ${shown(now)}`,
	);
};

/** The request differs from the planned one; nothing was sent. */
class RequestNotPlanned extends Explained {
	override readonly name = 'RequestNotPlanned';

	constructor(places: readonly string[]) {
		super(
			`${places.join(', ')} ${places.length === 1 ? 'differs' : 'differ'} from the plan`,
			'Nothing was sent. Set the fields to the values in "request" of the plan, or run the dry run again.',
		);
	}
}

/** The paths of the fields in which two requests differ. */
const differences = (planned: unknown, now: unknown, path: readonly string[]): string[] => {
	const isFile = path.at(-1) === 'base64_content';
	if (!isFile && typeof planned === 'object' && planned && typeof now === 'object' && now) {
		const before = new Map<string, unknown>(Object.entries(planned));
		const after = new Map<string, unknown>(Object.entries(now));
		const names = new Set([...before.keys(), ...after.keys()]);
		return [...names].flatMap((name) =>
			differences(before.get(name), after.get(name), [...path, name]),
		);
	}
	return JSON.stringify(planned) === JSON.stringify(now) ? [] : [path.join('.')];
};

/**
 * Checks that a request equals the planned one, including every word and the bytes of its files.
 * @throws {RequestNotPlanned} that names the differences by their labels in the panel.
 */
export const checkRequest = async (
	input: InputOf<typeof approveTask>,
	plan: PlannedDecision,
	labelled: Labelled,
): Promise<void> => {
	if (plan.verdict !== 'would_send' || !plan.request) return;
	const { request, sha256 } = await canonicalRequest(approveTask, input);
	if (sha256 === digestOf(plan.request)) return;
	const labels = differences(plan.request, request, []).map((path) =>
		path === 'path' ? '"Task"' : fieldLabel(path, labelled),
	);
	throw new RequestNotPlanned([...new Set(labels)].slice(0, mostNamed));
};
