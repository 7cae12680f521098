import fc from 'fast-check';
import type { Endpoint, EndpointName } from '../../src/contract';
import { contract } from '../../src/contract';
import { openApi, parametersOf, requestSchema } from '../support/openApi';

/** What the document uses of JSON Schema. */
interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly oneOf?: readonly Schema[];
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
	readonly pattern?: string;
	readonly minLength?: number;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly contentEncoding?: string;
}

const at = (pointer: string): Schema =>
	pointer
		.slice(2)
		.split('/')
		.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
		.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], openApi) as Schema;

const deepest = 4;

const ofText = ({ pattern, minLength = 0, contentEncoding }: Schema): fc.Arbitrary<unknown> => {
	if (contentEncoding === 'base64') return fc.base64String({ maxLength: 40 });
	if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
	return fc.string({ unit: 'grapheme', minLength, maxLength: 20 });
};

const ofObject = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
	const { properties = {}, required = [], anyOf = [], additionalProperties } = schema;
	if (typeof additionalProperties === 'object') {
		const value = of(additionalProperties, depth + 1);
		return fc.dictionary(fc.string({ maxLength: 10 }), value, { maxKeys: 3 });
	}
	const fields = Object.fromEntries(
		Object.entries(properties).map(([name, field]) => [name, of(field, depth + 1)]),
	);
	const sets = anyOf.length === 0 ? [[]] : anyOf.map((one) => one.required ?? []);
	return fc.oneof(
		...sets.map((more) => fc.record(fields, { requiredKeys: [...required, ...more] as never[] })),
	);
};

const ofType = (type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> => {
	const { minimum, maximum, items = {} } = schema;
	switch (type) {
		case 'string':
			return ofText(schema);
		case 'integer':
			return fc.oneof(
				fc.integer({ min: minimum ?? -10, max: maximum ?? 12_000 }),
				fc.integer({ min: minimum, max: maximum }),
			);
		case 'number':
			return fc.double({ noNaN: true, noDefaultInfinity: true });
		case 'boolean':
			return fc.boolean();
		case 'null':
			return fc.constant(null);
		case 'array':
			return fc.array(of(items, depth + 1), { maxLength: depth > deepest ? 0 : 3 });
		case 'object':
			return ofObject(schema, depth);
		default:
			throw new Error(`No value of type ${type} can be made.`);
	}
};

/**
 * Values of a schema; where it leads back to itself they end after some levels.
 * @throws Error for a type that it knows no values of
 */
const of = (schema: Schema, depth = 0): fc.Arbitrary<unknown> => {
	if (schema.$ref !== undefined) return of(at(schema.$ref), depth);
	if ('const' in schema) return fc.constant(schema.const);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	const options = schema.type === undefined ? (schema.oneOf ?? schema.anyOf) : undefined;
	if (options) {
		// A group of filters is the one that leads back.
		const ending = depth > deepest ? options.filter((option) => !isGroup(option)) : options;
		return fc.oneof(...ending.map((option) => of(option, depth + 1)));
	}
	if (schema.type === undefined) return fc.jsonValue({ maxDepth: 2 });
	return fc.oneof(...[schema.type].flat().map((type) => ofType(type, schema, depth)));
};

const isGroup = ({ properties }: Schema): boolean => properties?.filters !== undefined;

/** How a value is spoilt: somewhere in it, something is taken away, added or put in its place. */
interface Spoiling {
	readonly way: 'remove' | 'add' | 'replace';
	/** Which way to go at each level, as a part of what there is. */
	readonly steps: readonly number[];
	readonly value: unknown;
}

const spoiling: fc.Arbitrary<Spoiling> = fc.record({
	way: fc.constantFrom('remove', 'add', 'replace'),
	steps: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 4 }),
	value: fc.oneof(
		fc.constantFrom(null, true, '', 0, -1, 0.5, 1e308, 2 ** 53, [], {}, '\u0000', '__proto__'),
		fc.jsonValue({ maxDepth: 2 }),
	),
});

const spoilt = (
	value: unknown,
	{ way, steps: [step = 0, ...steps], value: other }: Spoiling,
): unknown => {
	const isContainer = typeof value === 'object' && value !== null;
	if (!isContainer) return other;
	const entries: Array<[string, unknown]> = Object.entries(value);
	const place = Math.floor(step * entries.length);
	const [key, inner] = entries[place] ?? ['', undefined];
	const changed = (): Array<[string, unknown]> => {
		if (steps.length > 0 && entries.length > 0) {
			return entries.with(place, [key, spoilt(inner, { way, steps, value: other })]);
		}
		if (way === 'remove') return entries.filter((_, index) => index !== place);
		return way === 'add' || entries.length === 0
			? [...entries, ['field_of_nobody', other]]
			: entries.with(place, [key, other]);
	};
	const result = changed();
	return Array.isArray(value) ? result.map(([, entry]) => entry) : Object.fromEntries(result);
};

/** A request that the document leads to. */
export interface DocumentedRequest {
	readonly endpoint: EndpointName;
	readonly method: Endpoint['method'];
	/** Path and query. */
	readonly place: string;
	readonly body?: string;
	/** Which credential it has; most have the one that everything is open to. */
	readonly credential: number;
}

/** Values that there are, by the names of the parameters. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Lone surrogates have no percent encoding. */
const textOf = (value: unknown): string =>
	encodeURIComponent(Buffer.from(String(value)).toString());

const placesOf = (name: EndpointName, known: KnownValues): fc.Arbitrary<string> => {
	const parameters = parametersOf(name).map(({ name: parameter, required, schema, in: part }) => {
		const given = known[parameter] ?? [];
		const values = fc.oneof(
			{ weight: given.length === 0 ? 0 : 6, arbitrary: fc.constantFrom(...given, '') },
			{ weight: 2, arbitrary: of(schema) },
			{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
		);
		const asked = required || part === 'path' ? values : fc.option(values, { nil: undefined });
		return asked.map((value) => ({ part, parameter, value }));
	});
	return fc.tuple(...parameters).map((values) => {
		let place = contract[name].path as string;
		const search: string[] = [];
		for (const { part, parameter, value } of values) {
			if (part === 'path') place = place.replace(`{${parameter}}`, () => textOf(value) || '%20');
			else if (value !== undefined) search.push(`${parameter}=${textOf(value)}`);
		}
		return search.length === 0 ? place : `${place}?${search.join('&')}`;
	});
};

/** Two of three bodies are as the document says, the others are spoilt in one or two places. */
const bodiesOf = (name: EndpointName): fc.Arbitrary<string | undefined> => {
	const { body }: Endpoint = contract[name];
	if (body === undefined) return fc.constant(undefined);
	const right = of(at(requestSchema(name)));
	const wrong = fc
		.tuple(right, fc.array(spoiling, { minLength: 1, maxLength: 2 }))
		.map(([value, spoilings]) => spoilings.reduce(spoilt, value));
	return fc
		.oneof({ weight: 2, arbitrary: right }, { weight: 1, arbitrary: wrong })
		.map((value) => JSON.stringify(value));
};

/** Requests to all endpoints, made from the document alone and from values that there are. */
export const documentedRequests = (known: KnownValues): fc.Arbitrary<DocumentedRequest> =>
	fc.oneof(
		...(Object.keys(contract) as EndpointName[]).map((endpoint) =>
			fc.record({
				endpoint: fc.constant(endpoint),
				method: fc.constant(contract[endpoint].method),
				place: placesOf(endpoint, known),
				body: bodiesOf(endpoint),
				credential: fc.oneof(
					{ weight: 9, arbitrary: fc.constant(0) },
					{ weight: 1, arbitrary: fc.nat({ max: 6 }) },
				),
			}),
		),
	);
