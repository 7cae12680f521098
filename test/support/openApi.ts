import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Endpoint, EndpointName } from '../../src/contract';
import { contract } from '../../src/contract';

/** JSON of the document, read by keys. */
export interface Json {
	readonly [key: string]: Json | undefined;
}

/** The OpenAPI document as it stands in the repository. */
export const openApi = JSON.parse(
	readFileSync(path.join(__dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'),
) as Json;

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The keys that lead to a place: those of what is referred to, where there is a reference. */
const resolved = (keys: readonly string[]): readonly string[] => {
	const reference: unknown = valueAt(keys)?.$ref;
	return typeof reference === 'string' ? reference.split('/').slice(1) : keys;
};

const valueAt = (keys: readonly string[]): Json | undefined =>
	keys.reduce<Json | undefined>((at, key) => at?.[key], openApi);

/** What the document says about an answer. */
export interface DocumentedAnswer {
	readonly endpoint: EndpointName;
	readonly status: string;
	/** Pointer to the schema of its body. */
	readonly schema: string;
}

const pointer = (keys: readonly string[]): string => `#/${keys.map(escaped).join('/')}`;
const json = ['content', 'application/json', 'schema'];

const operationOf = (name: EndpointName): readonly string[] => {
	const { path: template, method } = contract[name] as Endpoint;
	return ['paths', template, method.toLowerCase()];
};

/** Every answer that the document knows. */
export const documentedAnswers: readonly DocumentedAnswer[] = (
	Object.keys(contract) as EndpointName[]
).flatMap((endpoint) => {
	const responses = [...operationOf(endpoint), 'responses'];
	return Object.keys(valueAt(responses) ?? {}).map((status) => ({
		endpoint,
		status,
		schema: pointer([...resolved([...responses, status]), ...json]),
	}));
});

/** Pointer to the schema of an endpoint's request body. */
export const requestSchema = (name: EndpointName): string =>
	pointer([...operationOf(name), 'requestBody', ...json]);

const documentId = 'openapi.json';

/** The id of a place of the document, for validators that know it. */
export const idOf = (place: string): string => `${documentId}${place}`;

/** A validator of JSON Schema 2020-12, the dialect of OpenAPI 3.1, that knows the document. */
export const createAjv = (options: object = {}): Ajv2020 => {
	const ajv = new Ajv2020({ strict: false, ...options });
	addFormats(ajv);
	return ajv.addSchema(openApi, documentId);
};
