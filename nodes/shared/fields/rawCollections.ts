import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
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

type Named = Pick<Property, 'name' | 'displayName'>;

/** A name without differences in spelling by people and models: `dry_run` is `dryRun`. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const unknownKey = ({ displayName }: Named, key: string, known: readonly Named[]) => {
	const meant = known.find((one) =>
		[one.name, one.displayName].some((name) => plainName(name) === plainName(key)),
	);
	return new WouldBeDropped(
		`"${displayName}" has no "${key}"`,
		meant
			? `Use "${meant.name}" for "${meant.displayName}".`
			: `Allowed names: ${[...new Set(known.map(({ name }) => `"${name}"`))].join(', ')}.`,
	);
};

/** The possible names of a key, and its other names if the panel shows other fields. */
interface Known<Part extends Named> {
	readonly here: readonly Part[];
	readonly elsewhere: readonly Part[];
}

const checkKeys = (of: Named, given: object, { here, elsewhere }: Known<Named>): void => {
	const isKnown = (key: string) => [...here, ...elsewhere].some(({ name }) => name === key);
	const key = Object.keys(given).find((name) => !isKnown(name));
	if (key !== undefined) throw unknownKey(of, key, here);
};

/** @param what the expected value, in a few words */
const notFilledIn = ({ displayName }: Named, what: string) =>
	new WouldBeDropped(
		`"${displayName}" must be ${what}`,
		'Fill in the fields one by one. n8n drops an expression or JSON text for the whole collection.',
	);

const isNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

const checkFields = (of: Named, fields: Known<Property>, value: unknown): void => {
	if (isNothing(value)) return;
	if (!isRecord(value)) throw notFilledIn(of, 'an object of fields');
	checkKeys(of, value, fields);
	for (const field of fields.here) {
		const namesakes = fields.elsewhere.filter(({ name }) => name === field.name);
		checkWhole(field, value[field.name], namesakes);
	}
};

const fieldsIn = ({ options = [] }: Property) =>
	options.flatMap((one) => ('type' in one ? [one] : []));
const groupsIn = ({ options = [] }: Property) =>
	options.flatMap((one) => ('values' in one ? [one] : []));

/**
 * Checks a collection, as in the workflow, for parts that n8n would drop.
 * @param namesakes the same collection of other operations: their fields stay in the workflow when
 * the operation is switched, and are ignored
 * @throws {WouldBeDropped} that names the right spelling, if it can be found.
 */
export const checkWhole = (
	property: Property,
	raw: unknown,
	namesakes: readonly Property[] = [],
): void => {
	if (!isCollection(property) || isNothing(raw)) return;
	if (property.type === 'collection') {
		const known = { here: fieldsIn(property), elsewhere: namesakes.flatMap(fieldsIn) };
		checkFields(property, known, raw);
		return;
	}
	const groups = { here: groupsIn(property), elsewhere: namesakes.flatMap(groupsIn) };
	if (!isRecord(raw)) throw notFilledIn(property, 'an object of groups');
	checkKeys(property, raw, groups);
	for (const { name, displayName, values } of groups.here) {
		const given = raw[name];
		const isList = property.typeOptions?.multipleValues === true;
		if (isList && !isNothing(given) && !Array.isArray(given)) {
			throw notFilledIn(property, `an object with a list in "${name}"`);
		}
		const elsewhere = groups.elsewhere.flatMap((one) => (one.name === name ? one.values : []));
		for (const row of isList ? ((given ?? []) as readonly unknown[]) : [given]) {
			checkFields(isList ? property : { name, displayName }, { here: values, elsewhere }, row);
		}
	}
};

/** What n8n would keep of a collection: without the fields that the panel hides. */
const shownOf = (property: Property, raw: unknown, node: INode): unknown => {
	const always = { ...property, displayOptions: undefined } as INodeProperties;
	return NodeHelpers.getNodeParameters(
		[always],
		{ [property.name]: raw } as INodeParameters,
		true,
		false,
		node,
		null,
		{ nodeValuesRoot: node.parameters },
	)?.[property.name];
};

/** Whether part of `raw` is hidden. */
const isHiddenIn = (raw: unknown, shown: unknown): boolean => {
	if (typeof raw !== 'object' || raw === null) return false;
	if (typeof shown !== 'object' || shown === null) return true;
	const visible = new Map(Object.entries(shown));
	return Object.entries(raw).some(
		([name, value]) => !visible.has(name) || isHiddenIn(value, visible.get(name)),
	);
};

/**
 * The part of a collection that the panel shows, if it hides some of it: values of fields that
 * another choice has hidden stay in the workflow. Undefined if all of it is shown.
 */
export const shownPart = (property: Property, raw: unknown, node: INode): unknown => {
	if (!isCollection(property) || isNothing(raw)) return undefined;
	const shown = shownOf(property, raw, node);
	return isHiddenIn(raw, shown) ? shown : undefined;
};

/** Reads the shown fields one by one, so that no expression of a hidden field is evaluated. */
export const readShown = (
	path: string,
	shown: unknown,
	read: (path: string, fallback: unknown) => unknown,
): unknown => {
	if (Array.isArray(shown)) {
		return shown.map((one, index) => readShown(`${path}[${index}]`, one, read));
	}
	if (!isRecord(shown)) return read(path, shown);
	return Object.fromEntries(
		Object.entries(shown).map(([name, one]) => [name, readShown(`${path}.${name}`, one, read)]),
	);
};
