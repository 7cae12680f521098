import { isDeepStrictEqual } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import { execute } from './engine';
import type { Leaf } from './leaves';
import type { Parts, Path } from './meaning';
import { at, differences, isTree, means, partsOf, plainText } from './meaning';
import { cut, isNothing } from './values';

/** What came of one value of a parameter. */
export interface Outcome {
	/** What the item tells of its failure. */
	readonly error: unknown;
	readonly requests: readonly Parts[];
}

/** Executes the node once, for one item: with the value itself, or an expression that gives it. */
export const outcomeWith = async (
	leaf: Leaf,
	value: unknown,
	isFixed: boolean,
): Promise<Outcome> => {
	const parameters = leaf.with(isFixed ? value : '={{ $json.x }}');
	const item: INodeExecutionData = {
		json: { task: 1, ...(!isFixed && value !== undefined && { x: value }) },
		binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } },
	};
	const { error, requests } = await execute(parameters, item);
	return { error, requests: requests.map(partsOf) };
};

/** What a parameter does, as its right values show it. */
export interface Learnt {
	readonly leaf: Leaf;
	/** What is sent without it; undefined where that is an error. */
	readonly absent: readonly Parts[] | undefined;
	/**
	 * Values for which something was sent, or nothing and without an error, as in a dry run: of a choice
	 * all, else those up to the first that can be seen in the requests.
	 */
	readonly samples: ReadonlyArray<{
		readonly value: unknown;
		readonly requests: readonly Parts[];
	}>;
}

const candidates: readonly unknown[] = [
	...['sample', '7', 'a@b.example', '2026-01-31', '2099-01-31', 'data', 'b.pdf', 'region_text'],
	...['risk_number', '101', 'finance_approval', 'a'.repeat(64)],
	[{ type: 'field', field_id: 1, operator: 'eq', value: 'sample' }],
	[{ name: 'a', data_type: 'text', value: 'sample' }],
	{ party: 'sample' },
];

/** Whether only the values that are offered are right ones. */
const isChoice = ({ property: { type, typeOptions } }: Leaf): boolean =>
	type === 'boolean' ||
	((type === 'options' || type === 'multiOptions') && !typeOptions?.loadOptionsMethod);

const rightValues = (leaf: Leaf): readonly unknown[] => {
	if (!isChoice(leaf)) return candidates;
	const { type, options = [] } = leaf.property;
	if (type === 'boolean') return [true, false];
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
};

/** Finds out by right values what a parameter does. */
export const learn = async (leaf: Leaf): Promise<Learnt> => {
	const without = await outcomeWith(leaf, undefined, true);
	const absent = without.error === undefined ? without.requests : undefined;
	const samples = [];
	for (const value of rightValues(leaf)) {
		const isFixed = leaf.property.noDataExpression === true;
		const { error, requests } = await outcomeWith(leaf, value, isFixed);
		if (error !== undefined) continue;
		const isSeen = !isDeepStrictEqual(requests, absent);
		if (isSeen && !isChoice(leaf)) return { leaf, absent, samples: [{ value, requests }] };
		samples.push({ value, requests });
	}
	return { leaf, absent, samples };
};

/** Words that no error has which was meant for a reader; what was given may be quoted. */
const unclear = /undefined|is not a function|cannot read|\[object |TypeError|RangeError/i;
const quoted = /(?<=not |contains |names |valid JSON: |expected step: ).*/gs;

const faultOfError = (error: unknown): string | undefined => {
	const { message, description, outcome } = error as Record<string, unknown>;
	if (typeof message !== 'string' || message === '') return 'an error without a message';
	if (unclear.test(message.replaceAll(quoted, ''))) return `an unclear error: ${message}`;
	if (typeof description !== 'string' || description === '') return `no advice: ${message}`;
	return outcome === 'failed' ? undefined : `an outcome of ${String(outcome)} of what was not sent`;
};

/**
 * Parameters for which a value of nothing counts as none: they add something, and choose, filter or
 * guard nothing. For all others it is an error.
 */
const mayBeBlank =
	/(\.|^)(approveLabel|disapproveLabel|title|fields|attachmentIds|binaryPropertyNames|mentionUserIds|replyTo|userIds)$/;

const isOptional = ({ name, operation }: Leaf): boolean =>
	mayBeBlank.test(name) || (operation.name === 'task.approve' && name === 'comment');

/** JSON has no negative zero: -0 is sent as 0. */
const asJson = (value: unknown): unknown =>
	value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

const parsed = (value: unknown): unknown => {
	try {
		return typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
	} catch {
		return value;
	}
};

/** The value as it is sent: the one variable of the schema, JSON, or the name of an entry. */
const meantBy = ({ name, property }: Leaf, value: unknown): unknown => {
	if (/(variablesJson|^variables)$/.test(name)) return asJson(at(parsed(value), ['party']));
	if (name.endsWith('entry.name')) return { [cut(String(value))]: 'sample' };
	return asJson(property.type === 'json' ? parsed(value) : value);
};

/** A list that is longer than a page is asked for in whole pages. */
const isPage = ({ name }: Leaf, place: Path, sent: unknown, value: unknown): boolean =>
	name === 'limit' && place.at(-1) === 'limit' && Number(value) > 200 && sent === 200;

const ofLists = /(\.|^)(fields|attachmentIds|binaryPropertyNames|mentionUserIds|userIds)$/;

/** What a list is given as JSON text, as models write it. */
const asList = ({ name }: Leaf, value: unknown): unknown => {
	const list = parsed(value);
	return ofLists.test(name) && Array.isArray(list) ? list : value;
};

/** A yes or no, as people, tables and n8n's Form write it. */
const asBoolean = (value: unknown): unknown => {
	const [only, ...others]: readonly unknown[] = [value].flat();
	const text = others.length === 0 ? cut(plainText(only) ?? '').toLowerCase() : '';
	if (['true', 'yes', '1'].includes(text)) return true;
	return ['false', 'no', '0'].includes(text) ? false : value;
};

/** Of several choices each must be one; they change the same. */
const faultOfChoice = ({ leaf, samples }: Learnt, value: unknown, requests: readonly Parts[]) => {
	const isMany = leaf.property.type === 'multiOptions';
	const given = typeof value === 'string' ? value.split(',') : [value].flat();
	const single = leaf.property.type === 'boolean' ? asBoolean(value) : value;
	const chosen = (isMany ? given : [single]).map((one) =>
		samples.find((sample) => sample.value === one || String(sample.value) === one),
	);
	if (chosen.includes(undefined)) return 'something was sent, though this is none of the choices';
	return chosen.every((one) => isDeepStrictEqual(one?.requests, requests))
		? undefined
		: 'something else was sent than for this choice';
};

/** Whether a part of a request is what an empty value gives, where that is sent at all. */
const isNothingOf = (leaf: Leaf, sent: unknown, value: unknown): boolean =>
	isDeepStrictEqual(sent, meantBy(leaf, value)) ||
	(leaf.name.endsWith('entry.value') && sent === '');

const isMeant = (leaf: Leaf, sent: unknown, value: unknown): boolean =>
	isNothing(value) ? isNothingOf(leaf, sent, value) : means(sent, meantBy(leaf, value));

/** Whether a value is found in a part of the requests, as a whole or in it. */
const isIn = (leaf: Leaf, part: unknown, value: unknown): boolean =>
	isMeant(leaf, part, value) ||
	(isTree(part) && Object.values(part).some((inner) => isIn(leaf, inner, value)));

/** Whatever differs from what is sent for a right value must be this value, as a whole or in it. */
const faultOfValue = (
	{ leaf, samples: [first] }: Learnt,
	value: unknown,
	requests: readonly Parts[],
): string | undefined => {
	if (first === undefined) return 'sent, though no right value is known';
	// The choice of an attribute that is new is not sent: its name and type are.
	if (leaf.name === 'attributes.attribute.attribute' && value === 'new') return undefined;
	const changed = differences(first.requests, requests);
	const isHeld = (place: Path): boolean =>
		isPage(leaf, place, at(requests, place), value) ||
		place.some((_, index) => isMeant(leaf, at(requests, place.slice(0, index + 1)), value));
	const other = changed.find((place) => !isHeld(place));
	if (other) return `${other.join(' > ')} is ${JSON.stringify(at(requests, other))}`;
	if (changed.length > 0) return undefined;
	if (isNothing(value)) return 'something was sent for an empty value';
	const isLost = isIn(leaf, first.requests, first.value) && !isIn(leaf, requests, value);
	return isLost ? 'the same was sent as for another value' : undefined;
};

/** What is wrong with what was sent for a value, or with its error; undefined where nothing is. */
export const faultOf = (
	known: Learnt,
	given: unknown,
	{ error, requests }: Outcome,
	isRaw: boolean,
): string | undefined => {
	// n8n's `Workflow` makes `NodeHelpers.getNodeParameters` copy what a workflow holds by `deepCopy`,
	// which leaves out keys such as `constructor` at any depth. No node can see that they were there.
	const { leaf, absent } = known;
	const value = asList(leaf, isRaw ? deepCopy(given as object) : given);
	if (error !== undefined) {
		const isRead = leaf.operation.kind === 'R';
		const sent = requests.filter(({ method }) => isRead || method !== 'GET');
		return sent.length > 0 ? 'sent, though it is an error' : faultOfError(error);
	}
	const tree = parsed(value);
	const isEmpty = typeof tree === 'object' && tree !== null && Object.values(tree).every(isNothing);
	const isOfNone = isEmpty && (leaf.isWhole || leaf.name.endsWith('variablesJson'));
	if (isOfNone && isDeepStrictEqual(absent, requests)) return undefined;
	if (!isNothing(value) && isChoice(leaf)) return faultOfChoice(known, value, requests);
	// What stands empty in the panel was never filled in.
	const isUntouched = isRaw && (leaf.isWhole || value === '' || value === null);
	const mayBeNone = isOptional(leaf) || isUntouched;
	const isNone = mayBeNone && isNothing(value);
	if (isNone && isDeepStrictEqual(absent, requests)) return undefined;
	return faultOfValue(known, value, requests);
};
