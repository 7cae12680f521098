import type { IPollFunctions } from 'n8n-workflow';
import { WrongField } from '../shared/explained';
import type { Property } from '../shared/property';
import { isBlankText, shown } from '../shared/propertyValue';

/** Most things that one trigger compares. */
const mostChosen = 20;

/** A text of an expression: one choice, or several with commas. */
const ofText = (text: string, isChoice: (choice: string) => boolean): readonly string[] =>
	isChoice(text) && !text.includes(',') ? [text] : text.split(',').map((part) => part.trim());

/**
 * What is chosen in a list of several, as text each. Nothing is chosen where the panel's list is
 * empty; an expression that gives nothing is wrong, for without a choice every change would count.
 * @param readChoice gives what a choice stands for, or undefined for what is none
 * @throws {WrongField} that names the field by its display name.
 */
export const readChoices = <Choice>(
	context: IPollFunctions,
	{ displayName, name }: Property,
	readChoice: (choice: string) => Choice | undefined,
): readonly Choice[] => {
	const raw = context.getNode().parameters[name];
	const given: unknown = context.getNodeParameter(name, []);
	const isExpression = typeof raw === 'string' && raw.startsWith('=');
	if (!isExpression && (isBlankText(given) || (Array.isArray(given) && given.length === 0))) {
		return [];
	}
	const texts: readonly unknown[] =
		typeof given === 'string'
			? ofText(given, (choice) => readChoice(choice) !== undefined)
			: [given].flat();
	if (texts.length === 0 || texts.some(isBlankText)) {
		throw new WrongField(
			displayName,
			texts.length > 1
				? 'has a blank entry: give each one an ID'
				: 'is blank: its expression gives nothing. Give it IDs, or empty the field to start on any change',
		);
	}
	if (texts.length > mostChosen) {
		throw new WrongField(
			displayName,
			`holds ${texts.length}, more than the ${mostChosen} that it may`,
		);
	}
	return texts.map((text) => {
		const isText = typeof text === 'string' || typeof text === 'number';
		const choice = isText ? readChoice(String(text).trim()) : undefined;
		if (choice !== undefined) return choice;
		throw new WrongField(
			displayName,
			`holds ${shown(text)}, which it does not offer: choose from its list, or give the ID of one`,
		);
	});
};
