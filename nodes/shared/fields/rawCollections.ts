import type { INodeProperties } from 'n8n-workflow';
import type { Parameters, Property } from './property';
import { isBlank, isRecord, wrong } from './propertyValue';

const isCollection = ({ type }: Pick<Property, 'type'>): boolean =>
	type === 'collection' || type === 'fixedCollection';

/**
 * Makes n8n keep each collection as in the workflow. Otherwise, before a node can see them, n8n
 * drops an expression or a JSON text for a whole collection, and each key that the collection does
 * not list. A hidden property of the same name, after the collection, keeps the value unchanged.
 */
export const keepingRaw = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => {
		if (!isCollection(property)) return [property];
		const { displayName, name, default: value, displayOptions } = property;
		const raw: INodeProperties = { displayName, name, type: 'hidden', default: value };
		return [property, displayOptions ? { ...raw, displayOptions } : raw];
	});

const refuse = (property: Property, fault: string, advice: string): never =>
	wrong(property, fault, [
		`${advice} The panel does not show this value. Copy the node into a text editor, correct its JSON, and paste it back.`,
	]);

const notFilledIn = (property: Property): never =>
	refuse(
		property,
		'must be an object of fields',
		'Fill in the fields one by one. n8n drops an expression or JSON text for the whole collection.',
	);

type Named = Pick<Property, 'name'>;

const checkNames = (property: Property, given: Parameters, known: readonly Named[]): void => {
	const unknown = Object.keys(given).find((key) => !known.some(({ name }) => name === key));
	if (unknown === undefined) return;
	const allowed = [...new Set(known.map(({ name }) => `"${name}"`))].join(', ');
	refuse(property, `has no "${unknown}"`, `Allowed names: ${allowed}.`);
};

/**
 * Checks a collection, as in the workflow, for what n8n would drop.
 * @param namesakes the same collection of other operations: their fields stay in the workflow when
 * the operation is switched, and are ignored
 * @throws {WrongField} that names what n8n would drop.
 */
export const checkWhole = (
	property: Property,
	raw: unknown,
	namesakes: readonly Property[] = [],
): void => {
	if (!isCollection(property) || isBlank(raw)) return;
	if (!isRecord(raw)) return notFilledIn(property);
	const known = [property, ...namesakes].flatMap(({ options = [] }): readonly Named[] => options);
	checkNames(property, raw, known);
	for (const one of property.options ?? []) {
		const held = raw[one.name];
		if ('type' in one) checkWhole(one, held);
		if (!('values' in one) || isBlank(held)) continue;
		if (!Array.isArray(held)) return notFilledIn(property);
		for (const row of held.filter(isRecord)) checkNames(property, row, one.values);
	}
};
