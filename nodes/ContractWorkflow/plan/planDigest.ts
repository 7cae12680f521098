import type { Row } from '../../../src';
import { comparableText } from '../../../src';
import { isBlank, plainText } from '../../shared/fields/propertyValue';
import { sha256Of } from '../../shared/rows/digest';

/** The fields of a plan that a decision, or the person who reads the plan, relies on. */
const coveredFields = [
	'verdict',
	'reason',
	'resource',
	'operation',
	'task_id',
	'decision',
	'task',
	'request',
] as const;

/** A table may return a number as text, and null as an empty text. */
const asTableGives = (value: unknown): unknown =>
	isBlank(value) ? null : (plainText(value) ?? value);

/**
 * The digest of a plan. It differs if a field that it covers was changed. It is not a signature:
 * anyone who changes a plan can compute its digest again.
 */
export const planDigest = (plan: Row): string =>
	sha256Of(
		comparableText(
			Object.fromEntries(coveredFields.map((name) => [name, asTableGives(plan[name])])),
		),
	);
