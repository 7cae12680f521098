import * as api from '../../src/contract';
import type { Schema } from '../apiDocs/objects';
import { objects } from '../apiDocs/objects';

/** Words as one name: `Legal entity` is `LegalEntity`. */
export const pascal = (words: string): string =>
	words.replace(/(?:^|[ _])(\w)/g, (_, letter: string) => letter.toUpperCase());

const endpoints = Object.entries<api.Endpoint>(api.contract);

/** Texts in a certain format, and values with another form on the wire. */
const values = {
	Base64Content: api.base64Content,
	Email: api.email,
	FileName: api.fileNameWithExtension,
	PathInteger: api.pathInteger,
	QueryBoolean: api.queryBoolean,
	Timestamp: api.timestamp,
};

const requests = endpoints.flatMap(
	([name, { body }]): Array<[string, Schema]> =>
		body === undefined ? [] : [[`${pascal(name)}Request`, body]],
);

const known = new Set<Schema>(Object.values(objects));
const responses = endpoints
	.filter(([, { response }]) => !known.has(response))
	.map(([name, { response }]): [string, Schema] => [`${pascal(name)}Response`, response]);

/** Every schema with a name in the document. Uses of it in the contract become references. */
export const namedSchemas: Readonly<Record<string, Schema>> = {
	...values,
	...Object.fromEntries(
		Object.entries(objects).map(([name, schema]): [string, Schema] => [pascal(name), schema]),
	),
	...Object.fromEntries([...requests, ...responses]),
	MessageError: api.messageError,
	ValidationError: api.validationError,
	ValidationIssue: api.validationIssue,
};

/** The headings of docs/api.md below which a schema is explained, by the names of the schemas. */
export const explained: ReadonlyMap<string, string> = new Map([
	...Object.keys(objects).map((heading): [string, string] => [pascal(heading), heading]),
	['ValidationError', 'list of issues'],
]);

interface Kind {
	readonly properties: { readonly type: { readonly const: string } };
}

const unions: ReadonlyArray<readonly [name: string, ending: string]> = [
	['Filter', 'Filter'],
	['InputValue', 'Value'],
];

/**
 * The schemas, with a name for each kind of a filter and of an input value, so that a tool can
 * distinguish them by `type`. The library gives no name to a kind that refers back to its union.
 */
export const withNamedKinds = (
	schemas: Readonly<Record<string, object>>,
): Readonly<Record<string, object>> => {
	const all = { ...schemas };
	for (const [name, ending] of unions) {
		const { oneOf, ...beside } = all[name] as { readonly oneOf: readonly Kind[] };
		const kinds = oneOf.map((kind) => [kind.properties.type.const, kind] as const);
		const nameOf = (type: string): string => `${pascal(type)}${ending}`;
		const references = kinds.map(([type]) => [type, `#/components/schemas/${nameOf(type)}`]);
		all[name] = {
			...beside,
			oneOf: references.map(([, $ref]) => ({ $ref })),
			discriminator: { propertyName: 'type', mapping: Object.fromEntries(references) as object },
		};
		for (const [type, kind] of kinds) all[nameOf(type)] = kind;
	}
	return all;
};
