import { choiceIn, ofTheseFields } from '../comparing/choices';
import { markedFields, orgField } from '../comparing/watchedFields';

/** The choice of the fields whose marker for unclear values counts (section 2, Document). */
export const unclearFields = choiceIn(
	{
		...ofTheseFields,
		name: 'markedFields',
		typeOptions: { loadOptionsMethod: 'documentFields' },
	},
	orgField,
	(chosen) => [markedFields('unclear_fields', 'is_unclear', chosen)],
);

/** Whether one list of names has entries that the other lacks. True if a list was not stored. */
export const gains = (list: unknown, other: unknown): boolean =>
	!Array.isArray(list) || !Array.isArray(other) || list.some((name) => !other.includes(name));
