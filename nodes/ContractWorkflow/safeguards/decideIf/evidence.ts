import type { InputOf, Row, approveTask } from '../../../../src';
import { isRecord } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import { textIn } from '../../../shared/fields/propertyValue';
import { placeOf } from '../../../shared/task/place';
import type { Item } from '../../run/types';
import type { decideIfField, decision, ifMoved, step } from './fields';

export type Verb = 'approve' | 'reject';

/** An item that decides, with the parameters that the safeguard reads. */
export type Decision = Item & {
	readonly parameters: ParametersOf<
		readonly [typeof decideIfField, typeof decision, typeof ifMoved, typeof step]
	> & { readonly reviewedItem?: unknown };
	readonly input: InputOf<typeof approveTask>;
};

/** The marks of a code block, in which a model may put JSON. */
const fence = /^\s*```\w*|```\s*$/g;

/** The fields of what a tool of n8n Agents returns, `{status, data: [{json, pairedItem}]}`. */
const wrapping = ['status', 'data', 'json', 'pairedItem'];

/** An object, its JSON as tables or models write it, or what a tool returns with one item. */
const recordIn = (given: unknown): Row => {
	let value = given;
	try {
		if (typeof given === 'string') value = JSON.parse(given.replace(fence, ''));
	} catch {
		return {};
	}
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	if (!isRecord(only)) return {};
	const isWrapped = Object.keys(only).every((name) => wrapping.includes(name));
	if (isWrapped && isRecord(only.json)) return recordIn(only.json);
	if (isWrapped && Array.isArray(only.data)) return recordIn(only.data);
	// n8n leaves the byte order mark of a CSV in the name of the first column.
	const entries = Object.entries(only);
	return Object.fromEntries(entries.map(([name, one]) => [name.replace('\ufeff', ''), one]));
};

const hasAny = (row: Row, ...names: readonly string[]): boolean =>
	names.some((name) => Object.hasOwn(row, name));

/**
 * Reads what an item shows of the task that was reviewed: a row, a plan, a question, or an item with
 * one of them inside.
 */
export const evidenceOf = (given: unknown) => {
	const item = recordIn(given);
	const all = [recordIn(item.asked), recordIn(item.task), item];
	const shown = all.find((one) => hasAny(one, 'current_step_id')) ?? {};
	const place = placeOf(shown);
	// A task that is over has the step null. An empty cell shows none.
	const showsStep = place.current_step_id !== null || shown.current_step_id === null;
	const names = all.some((one) => hasAny(one, 'task_id', 'current_step_id'));
	const shows = place.task_id !== null && showsStep ? 'step' : names ? 'part' : 'nothing';
	return { isPlan: hasAny(item, 'verdict', 'dry_run'), item, place, shows } as const;
};

export type Evidence = ReturnType<typeof evidenceOf>;

/** The decision that a row names, as people write it in a table; undefined if it names none. */
export const verbIn = ({ decision }: Row): Verb | undefined => {
	const said = textIn(decision)?.toLowerCase();
	return said === 'approve' || said === 'reject' ? said : undefined;
};

/** The decision of an item with an answer; undefined if that is no yes or no. */
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
	{ decision, reviewedItem: given }: Pick<Decision['parameters'], 'decision' | 'reviewedItem'>,
	json: Row,
): Verb | undefined => {
	if (decision === 'asAnswered') return answeredIn(json);
	return decision === 'asReviewed' ? verbIn(evidenceOf(given).item) : decision;
};
