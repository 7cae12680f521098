import type { INodeProperties } from 'n8n-workflow';
import { Explained } from '../words/explained';
import type { Property } from './property';
import { isBlank, isRecord } from './propertyValue';

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

/** A workflow contains what n8n would have dropped silently; nothing was sent. */
class WouldBeDropped extends Explained {
	override readonly name = 'WouldBeDropped';

	constructor(message: string, advice: string) {
		super(
			message,
			`Nothing was sent. ${advice} The panel does not show this value. Copy the node into a text editor, correct its JSON, and paste it back.`,
		);
	}
}

const notFilledIn = ({ displayName }: Property) =>
	new WouldBeDropped(
		`"${displayName}" must be an object of fields`,
		'Fill in the fields one by one. n8n drops an expression or JSON text for the whole collection.',
	);

type Named = Pick<Property, 'name' | 'displayName'>;

const namedIn = ({ options = [] }: Property): readonly Named[] =>
	options.flatMap((one) => ('type' in one || 'values' in one ? [one] : []));

/** A name without differences in spelling by people and models: `dry_run` is `dryRun`. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const checkKeys = (
	{ displayName }: Named,
	given: object,
	known: readonly Named[],
	others: readonly Named[] = [],
): void => {
	const isKnown = (key: string) => [...known, ...others].some(({ name }) => name === key);
	const key = Object.keys(given).find((name) => !isKnown(name));
	if (key === undefined) return;
	const meant = known.find((one) =>
		[one.name, one.displayName].some((name) => plainName(name) === plainName(key)),
	);
	throw new WouldBeDropped(
		`"${displayName}" has no "${key}"`,
		meant
			? `Use "${meant.name}" for "${meant.displayName}".`
			: `Allowed names: ${[...new Set(known.map(({ name }) => `"${name}"`))].join(', ')}.`,
	);
};

/**
 * Checks a collection, as in the workflow, for what n8n would drop.
 * @param namesakes the same collection of other operations: their fields stay in the workflow when
 * the operation is switched, and are ignored
 * @throws {WouldBeDropped} that names the right spelling, if it can be found.
 */
export const checkWhole = (
	property: Property,
	raw: unknown,
	namesakes: readonly Property[] = [],
): void => {
	if (!isCollection(property) || isBlank(raw)) return;
	if (!isRecord(raw)) throw notFilledIn(property);
	checkKeys(property, raw, namedIn(property), namesakes.flatMap(namedIn));
	for (const one of property.options ?? []) {
		if ('type' in one) checkWhole(one, raw[one.name]);
		const rows = raw[one.name];
		if (!('values' in one) || isBlank(rows)) continue;
		if (!Array.isArray(rows)) throw notFilledIn(property);
		for (const row of rows.filter(isRecord)) checkKeys(property, row, one.values);
	}
};
