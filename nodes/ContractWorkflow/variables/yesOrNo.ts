import { plainText, shown } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';

/** What counts as a boolean, in any case: as people and n8n's form say it. */
const booleans: ReadonlyMap<string, 'true' | 'false'> = new Map([
	...['true', 'yes', '1'].map((text) => [text, 'true'] as const),
	...['false', 'no', '0'].map((text) => [text, 'false'] as const),
]);

/**
 * The text of a boolean (section 4, initiate). A list of one entry is what n8n's form gives for a
 * field with checkboxes of which one is ticked.
 * @throws {WrongField} that names the values that are taken.
 */
export const yesOrNo = (value: unknown, label: Label): 'true' | 'false' => {
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const text = plainText(only)?.trim().toLowerCase() ?? '';
	const found = booleans.get(text);
	if (found !== undefined) return found;
	throw new WrongField(label, `must be Yes or No, true or false, or 1 or 0, not ${shown(value)}`);
};
