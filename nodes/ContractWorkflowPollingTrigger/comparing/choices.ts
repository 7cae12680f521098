import type { Property } from '../../shared/fields/property';
import { isBlankText, shown } from '../../shared/fields/propertyValue';
import { WrongField } from '../../shared/words/explained';
import type { WatchedField } from './watchedFields';

/** A field of the panel where a builder chooses which changes count. */
export interface WatchChoice {
	readonly property: Property;
	/**
	 * The fields that a value of the property selects. None if the panel's list is empty. An
	 * expression that returns nothing is an error, because without a choice every change would count.
	 * @throws {WrongField} that names the field by its display name.
	 */
	read(given: unknown, isExpression: boolean): readonly WatchedField[];
}

const chooseOrSpecify =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** The panel field to choose fields of rows, without its name and its list. */
export const onlyWhenTheseChange = {
	displayName: 'Only When These Change',
	type: 'multiOptions',
	asGiven: true,
	default: [],
	description: `Adds "changed" with the values before and after. If empty, any change counts. ${chooseOrSpecify}`,
} as const;

/** The panel field to choose documents' fields whose marker counts. */
export const ofTheseFields = {
	...onlyWhenTheseChange,
	displayName: 'Of These Fields',
	description: `Adds "changed" with the unclear fields before and after. If empty, any field counts. ${chooseOrSpecify}`,
} as const;

/** Maximum fields that one trigger compares. */
const mostChosen = 20;

/**
 * A field that offers several choices.
 * @param readChoice returns the choice that a text selects; undefined for any other text
 * @param fieldsOf returns the fields to compare for the choices
 */
export const choiceIn = <Chosen>(
	property: Property,
	readChoice: (choice: string) => Chosen | undefined,
	fieldsOf: (chosen: readonly Chosen[]) => readonly WatchedField[],
): WatchChoice => {
	const wrong = (fault: string, detail?: string) =>
		new WrongField(property.displayName, fault, detail === undefined ? [] : [detail]);
	const readAll = (given: unknown, isExpression: boolean): readonly Chosen[] => {
		if (!isExpression && isBlankText(given)) return [];
		// A text from an expression: one choice, or several separated by commas.
		const texts: readonly unknown[] =
			typeof given === 'string' ? given.split(',').map((part) => part.trim()) : [given].flat();
		if (texts.length === 0 || texts.some(isBlankText)) {
			throw texts.length > 1
				? wrong('has an empty entry', 'Enter an ID for each entry.')
				: wrong(
						'is empty',
						'The expression returned nothing. Return IDs, or clear the field to start on any change.',
					);
		}
		if (texts.length > mostChosen) {
			throw wrong(`has ${texts.length} entries, but allows only ${mostChosen}`);
		}
		return texts.map((text) => {
			const isText = typeof text === 'string' || typeof text === 'number';
			const choice = isText ? readChoice(String(text).trim()) : undefined;
			if (choice !== undefined) return choice;
			throw wrong(
				`contains ${shown(text)}, which is not in the list`,
				'Choose from the list, or enter a valid ID.',
			);
		});
	};
	return { property, read: (given, isExpression) => fieldsOf(readAll(given, isExpression)) };
};
