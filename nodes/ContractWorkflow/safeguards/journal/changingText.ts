import type { IExecuteFunctions } from 'n8n-workflow';
import type { Property } from '../../../shared/fields/property';
import { FromBefore } from '../../run/outcome';

/** Expressions that return a different value each time. */
const changing =
	/\$(?:now|today|execution)\b|\bDateTime\s*\.\s*(?:now|local|utc)\b|\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)|\bMath\s*\.\s*random\b|\brandomItem\b/;

const changingIn = (raw: unknown): string | undefined => {
	if (typeof raw === 'string') return raw.startsWith('=') ? changing.exec(raw)?.[0] : undefined;
	if (typeof raw !== 'object' || raw === null) return undefined;
	for (const part of Object.values(raw)) {
		const found = changingIn(part);
		if (found !== undefined) return found;
	}
	return undefined;
};

/** The parameter whose text differs each time; undefined if there is none. */
export const changingText = (
	context: IExecuteFunctions,
	properties: readonly Property[],
): string | undefined => {
	const { parameters } = context.getNode();
	return changingIn(properties.map(({ name }) => parameters[name]));
};

/**
 * The retried execution has sent the item. Its text changes, so it is unclear whether this is the
 * same item.
 */
export class SentWithChangingText extends FromBefore {
	override readonly name = 'SentWithChangingText';
	override readonly isUnknown = false;

	constructor(executionId: string, found: string) {
		super(
			`Execution ${executionId} already sent something for this item`,
			`The item was not sent again. "${found}" in the fields of this node changes the request each time, so a retry cannot recognize it. Remove it, or start a new execution to send the item again.`,
			{ sent_in_execution: executionId },
		);
	}
}
