import type { Row } from '../../../../src';
import { isRecord, plainText, trimmed } from '../../../shared/fields/propertyValue';
import { stepRunOf } from '../../../shared/rows/stepRuns';

/** What an item shows of the task that was reviewed, its IDs as texts. Undefined: not shown. */
export interface Evidence {
	readonly item: Row;
	readonly taskId: string | undefined;
	/** Null if the task had no step. */
	readonly stepId: string | null | undefined;
	readonly stepName: string | undefined;
	readonly stateId: string | undefined;
	readonly run: string | undefined;
	/** Milliseconds since 1970. */
	readonly updatedAt: number | undefined;
	/** The item of a dry run. */
	readonly isPlan: boolean;
	/** A question, which may have updated its task. */
	readonly isQuestion: boolean;
	/** Whether the item names neither a task nor a step. */
	readonly isSilent: boolean;
}

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/** An object, its JSON as tables store it, or a list of one as tools return it. */
const recordIn = (given: unknown): Row | undefined => {
	const value = typeof given === 'string' ? parsed(given) : given;
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	return isRecord(only) ? only : undefined;
};

/** A cell of a table as text; undefined if it is empty. */
export const textIn = (value: unknown): string | undefined =>
	trimmed(plainText(value) ?? '') || undefined;

/** The time of a text, in milliseconds since 1970; undefined if it has none. */
export const timeIn = (value: unknown): number | undefined =>
	Date.parse(textIn(value) ?? '') || undefined;

const nothing: Row = {};

/** Reads what an item shows: a row, a plan, a question, or an item with one of them inside. */
export const evidenceOf = (given: unknown): Evidence => {
	const item = recordIn(given) ?? nothing;
	const all = [item.asked, item.task, item].map((one) => recordIn(one) ?? nothing);
	const shown = all.find((one) => Object.hasOwn(one, 'current_step_id')) ?? nothing;
	return {
		item,
		taskId: textIn(shown.task_id),
		stepId: shown.current_step_id === null ? null : textIn(shown.current_step_id),
		stepName: textIn(shown.current_step_name),
		stateId: textIn(shown.workflow_state_id),
		// A table may hold the ID as a number.
		run: textIn(shown.current_step_run_id ?? stepRunOf(shown)),
		updatedAt: timeIn(shown.updated_at),
		isPlan: ['verdict', 'dry_run'].some((name) => Object.hasOwn(item, name)),
		isQuestion: [item, shown].some((one) => Object.hasOwn(one, 'activity_log_id')),
		isSilent: !all.some((one) =>
			['task_id', 'current_step_id'].some((name) => Object.hasOwn(one, name)),
		),
	};
};

/** Why a plan does not send its decision; undefined if it does. */
export const planSkips = ({ isPlan, item }: Evidence): string | undefined => {
	if (!isPlan || item.verdict === 'would_send') return undefined;
	const was = item.verdict === 'would_skip' ? 'be skipped' : 'fail';
	const reason = textIn(item.reason);
	return `According to the plan, the task would ${was}${reason === undefined ? '' : `: ${reason}`}`;
};
