import { isDeepStrictEqual } from 'node:util';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import type { Wire } from './engine';
import { execute, isWhoseKey } from './engine';
import type { Leaf } from './leaves';
import type { Parts, Place } from './meaning';
import { at, differences, means, partsOf, plainText } from './meaning';
import { rightAnswer } from './service';
import { isNothing } from './values';

/** What came of one value of a parameter. */
export interface Outcome {
	/** What the item tells of its failure. */
	readonly error: unknown;
	readonly requests: readonly Parts[];
}

const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

/** An item that gives a value by `{{ $json.x }}`, and a task of its own; none where it is undefined. */
export const itemWith = (value: unknown, task = 1): INodeExecutionData => ({
	json: { task, ...(value !== undefined && { x: value }) },
	binary: { data: file },
});

export const byExpression = '={{ $json.x }}';

export const partsOfAll = (requests: readonly Wire[]): Parts[] =>
	requests.filter((request) => !isWhoseKey(request)).map(partsOf);

/** Executes the node once, for one item. */
export const outcomeOf = async (parameters: INodeParameters, value?: unknown): Promise<Outcome> => {
	const { output, error, requests } = await execute(
		{ parameters, items: [itemWith(value)] },
		rightAnswer,
	);
	return { error: error ?? output[0]?.json.error, requests: partsOfAll(requests) };
};

/** A value for which something was sent, or nothing and without an error, as in a dry run. */
interface Sample {
	readonly value: unknown;
	readonly requests: readonly Parts[];
}

/** What a parameter does, as its right values show it. */
export interface Learnt {
	readonly leaf: Leaf;
	/** What is sent without it; undefined where that is an error. */
	readonly absent: readonly Parts[] | undefined;
	readonly samples: readonly Sample[];
	/** Where its value is found in the requests, with what stands around it there. */
	readonly places: ReadonlyArray<{
		readonly place: Place;
		readonly before: string;
		readonly after: string;
	}>;
}

const candidates: readonly unknown[] = [
	...['sample', 'other', '7', '8', 'a@b.example', 'c@d.example', '2026-01-31', '2026-02-01'],
	...[
		'2099-01-31',
		'data',
		'b.pdf',
		'c.txt',
		'region_text',
		'risk_number',
		'101',
		'finance_approval',
	],
	...['sample', 'other'].flatMap((value) => [
		[{ type: 'field', field_id: 1, operator: 'eq', value }],
		[{ name: 'a', data_type: 'text', value }],
		{ party: value },
	]),
	'a'.repeat(64),
];

const optionsOf = ({ property }: Leaf): unknown[] =>
	(property.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));

/** Whether only the values that are offered are right ones. */
export const isChoice = ({ property }: Leaf): boolean =>
	property.type === 'boolean' ||
	((property.type === 'options' || property.type === 'multiOptions') &&
		property.typeOptions?.loadOptionsMethod === undefined);

const rightValues = (leaf: Leaf): readonly unknown[] => {
	if (leaf.property.type === 'boolean') return [true, false];
	return isChoice(leaf) ? optionsOf(leaf) : candidates;
};

const around = (sent: unknown, value: unknown) => {
	const [text, part] = [plainText(sent), plainText(value)];
	const isWithin = typeof sent === 'string' && text !== undefined && part !== undefined;
	const [before = '', after = ''] = isWithin && text.includes(part) ? text.split(part) : [];
	return { before, after };
};

/** A list of plain values is looked at as a whole: it can be of any length. */
const listOf = (place: Place): Place =>
	place[1] === 'body' && /^\d+$/.test(place.at(-1) ?? '') ? place.slice(0, -1) : place;

/** JSON, and an entry by its name, are looked at as a whole: `0 > body > filters`. */
const wholePlaces = ({ name, property }: Leaf, places: readonly Place[]): readonly Place[] => {
	const isWhole = property.type === 'json' && !name.endsWith('variablesJson');
	if (!isWhole && !name.endsWith('entry.name')) return places.map(listOf);
	const [[index = '', part = '', field = ''] = []] = places;
	return places.length === 0 ? [] : [[index, part, field]];
};

/** Finds out by right values where the value of a parameter goes. */
const learn = async (leaf: Leaf): Promise<Learnt> => {
	const without = await outcomeOf(leaf.with(undefined));
	const samples: Sample[] = [];
	const isFixed = leaf.property.noDataExpression === true;
	for (const value of rightValues(leaf)) {
		const { error, requests } = isFixed
			? await outcomeOf(leaf.with(value))
			: await outcomeOf(leaf.with(byExpression), value);
		if (error === undefined) samples.push({ value, requests });
		const [first] = samples;
		const isTold = first && differences(first.requests, requests).length > 0;
		if (!isChoice(leaf) && samples.length > 1 && (isTold || samples.length > 4)) break;
	}
	const [first, ...others] = samples;
	const other = others.find(({ requests }) => differences(first?.requests, requests).length > 0);
	const found = first && other ? differences(first.requests, other.requests) : [];
	const places = wholePlaces(leaf, found);
	return {
		leaf,
		absent: without.error === undefined ? without.requests : undefined,
		samples,
		places: places.map((place) => ({ place, ...around(at(first?.requests, place), first?.value) })),
	};
};

const learnt = new Map<Leaf, Promise<Learnt>>();

/** What is known of a parameter. */
export const learntOf = async (leaf: Leaf): Promise<Learnt> => {
	const known = learnt.get(leaf) ?? learn(leaf);
	learnt.set(leaf, known);
	return await known;
};

/** Words that no error has which was meant for a reader; what was given may be quoted. */
export const unclear = /undefined|is not a function|cannot read|\[object |TypeError|RangeError/i;
const quoted = /(?<=not |contains |names |valid JSON: ).*/gs;

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
const mayBeBlank = new Set([
	...['approveLabel', 'disapproveLabel', 'title', 'fields'],
	...['attachmentIds', 'binaryPropertyNames', 'fileName', 'mentionUserIds'],
	...['replyTo', 'userIds', 'approve comment'],
]);

const isOptional = ({ name, operation }: Leaf): boolean => {
	const last = name.split('.').at(-1) ?? '';
	return mayBeBlank.has(last) || mayBeBlank.has(`${operation.name.split('.').at(-1)} ${last}`);
};

/** JSON has no negative zero: -0 is sent as 0. */
const asJson = (value: unknown): unknown =>
	value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

const isEmptyTree = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.values(value).every(isNothing);

const cut = (sent: unknown, before: string, after: string): unknown =>
	typeof sent === 'string' && sent.startsWith(before) && sent.endsWith(after)
		? sent.slice(before.length, sent.length - after.length)
		: sent;

const baseName = (text: string): string => {
	const base = (text.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(-255);
	return /^\.*$/.test(base) ? 'file' : base;
};

/** What of a request follows from the value without being it: of a page of rows, and of a file. */
const follows = ({ name }: Leaf, place: Place, sent: unknown, value: unknown): boolean => {
	const text = plainText(value);
	const isFileName = name.endsWith('fileName') && text !== undefined;
	switch (place.at(-1)) {
		case 'limit':
			return name === 'limit' && Number(value) > 200 && sent === 200;
		case 'file_extension':
			return isFileName && text.trim().endsWith(`.${String(sent)}`);
		case 'filename':
		case 'value':
			return isFileName && sent === baseName(text);
		default:
			return false;
	}
};

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
	if (name.endsWith('entry.name')) return { [String(value)]: 'sample' };
	return asJson(property.type === 'json' ? parsed(value) : value);
};

/** What goes out but to read; of an operation that reads, everything. */
const sentOf = (requests: readonly Parts[], { operation }: Leaf): readonly Parts[] =>
	operation.kind === 'R' ? requests : requests.filter(({ method }) => method !== 'GET');

/** Of several choices each must be one; they change the same. */
const faultOfChoice = ({ leaf, samples }: Learnt, value: unknown, requests: readonly Parts[]) => {
	const isMany = leaf.property.type === 'multiOptions';
	const given = isMany && typeof value === 'string' ? value.split(',') : [value].flat();
	const chosen = (isMany ? given : [value]).map((one) =>
		samples.find((sample) => sample.value === one || String(sample.value) === one),
	);
	if (chosen.includes(undefined)) return 'something was sent, though this is none of the choices';
	return chosen.every((one) => isDeepStrictEqual(one?.requests, requests))
		? undefined
		: 'something else was sent than for this choice';
};

const faultOfNothing = (
	{ leaf, places, absent }: Learnt,
	value: unknown,
	requests: readonly Parts[],
	isRaw: boolean,
): string | undefined => {
	const isAsAbsent = isDeepStrictEqual(absent, requests);
	// What stands empty in the panel was never filled in.
	if (isAsAbsent && (isOptional(leaf) || (isRaw && (value === '' || value === null))))
		return undefined;
	const sent = places.map(({ place, before, after }) => cut(at(requests, place), before, after));
	const isSame = (one: unknown): boolean =>
		isDeepStrictEqual(one, meantBy(leaf, value)) ||
		(leaf.name.endsWith('entry.value') && one === '') ||
		(leaf.name.endsWith('fileName') && one === 'file');
	return sent.length > 0 && sent.every(isSame)
		? undefined
		: 'something was sent for an empty value';
};

const faultOfPlaces = (
	{ leaf, samples, places }: Learnt,
	value: unknown,
	requests: readonly Parts[],
): string | undefined => {
	const [first] = samples;
	if (first === undefined) return 'sent, though no right value is known';
	// The choice of an attribute that is new is not sent: its name and type are.
	if (leaf.name === 'attributes.attribute.attribute' && value === 'new') return undefined;
	const meant = meantBy(leaf, value);
	const isIn = (place: Place) =>
		places.some((one) => isDeepStrictEqual(one.place, place.slice(0, one.place.length)));
	const elsewhere = differences(first.requests, requests).find(
		(place) => !isIn(place) && !follows(leaf, place, at(requests, place), value),
	);
	if (elsewhere) return `something else was changed: ${elsewhere.join(' > ')}`;
	const other = places.find(({ place, before, after }) => {
		const sent = at(requests, place);
		return !means(cut(sent, before, after), meant) && !follows(leaf, place, sent, value);
	});
	return other && `what was sent is ${JSON.stringify(at(requests, other.place))}`;
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
	const value = isRaw ? deepCopy(given as object) : given;
	const { leaf, absent } = known;
	if (error !== undefined) {
		if (sentOf(requests, leaf).length > 0) return 'sent, though it is an error';
		return faultOfError(error);
	}
	const isOfNone =
		isEmptyTree(parsed(value)) && (leaf.isWhole || leaf.name.endsWith('variablesJson'));
	if (isOfNone && isDeepStrictEqual(absent, requests)) return undefined;
	if (isNothing(value)) return faultOfNothing(known, value, requests, isRaw);
	return isChoice(leaf)
		? faultOfChoice(known, value, requests)
		: faultOfPlaces(known, value, requests);
};
