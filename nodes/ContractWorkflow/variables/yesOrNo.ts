import { plainText, shown } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';

/** Accepted words for a boolean, in any case: as people and n8n's form write it. */
const booleans: ReadonlyMap<string, 'true' | 'false'> = new Map([
	...['true', 'yes', '1'].map((text) => [text, 'true'] as const),
	...['false', 'no', '0'].map((text) => [text, 'false'] as const),
]);

/**
 * The text of a boolean (section 4, initiate). n8n's form returns a list of one entry for a
 * checkbox field with one box checked.
 * @throws {WrongField} that names the accepted values.
 */
export const yesOrNo = (value: unknown, label: Label): 'true' | 'false' => {
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const text = plainText(only)?.trim().toLowerCase() ?? '';
	const found = booleans.get(text);
	if (found !== undefined) return found;
	throw new WrongField(label, `must be Yes or No, true or false, or 1 or 0, not ${shown(value)}`);
};
