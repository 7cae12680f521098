import { STATUS_CODES } from 'node:http';
import path from 'node:path';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import * as api from '../../../src/contract';
import { exampleFiles } from '../../../test/support/examples';
import { namedSchemas, rules } from './schemas';

/** The path of the document in the repository. */
export const openApiFile = path.join('docs', 'openapi.json');

const description = `The HTTP API of the Contract Workflow Service, as far as its API text shows it. What the text leaves open is in docs/api.md, by section.

- \`x-writes\`: whether the operation changes something in the organization.
- \`x-safe\`: whether a repeat of the same request changes nothing more, as this package judges it.
- \`x-page\`: how to continue after one page of a list.`;

const integerHeader = { required: true, schema: { type: 'integer' } } as const;

/** The headers of sections 8.2 and 8.3. */
const rateLimit = {
	'X-RateLimit-Limit': integerHeader,
	'X-RateLimit-Remaining': integerHeader,
	'X-RateLimit-Reset': integerHeader,
};

const responseOf = (status: number, schema: z.ZodTypeAny, example?: unknown) => ({
	description: STATUS_CODES[status] ?? '',
	// The API text does not say whether these headers are also on the refusal of a credential.
	...(status !== 401 && status !== 403 && { headers: rateLimit }),
	...(status === 429 && { headers: { ...rateLimit, 'Retry-After': integerHeader } }),
	content: { 'application/json': { schema, example } },
});

const errors = Object.fromEntries(
	Object.keys(STATUS_CODES).map((status): [string, ZodOpenApiResponseObject] => {
		const schema = status === '422' ? api.validationError : api.messageError;
		return [status, { ref: `Error${status}`, ...responseOf(Number(status), schema) }];
	}),
);

const responsesOf = (
	{ auth, query, body, response, ...endpoint }: api.Endpoint,
	example: unknown,
) => {
	// Section 7 has 422 for any invalid query or body.
	const invalid = query || body ? [422] : [];
	const statuses = new Set([...endpoint.errors, ...api.generalErrors[auth], ...invalid]);
	return {
		200: responseOf(200, response, example),
		...Object.fromEntries([...statuses].map((status) => [status, errors[status]])),
		...(endpoint.invalidAsMessage && { 422: responseOf(422, api.errorBody) }),
	};
};

/** A value of a path or query, without the text that the contract takes for it as well. */
const plain = (schema: z.ZodTypeAny): z.ZodTypeAny => {
	if (schema instanceof z.ZodDefault) {
		return plain(schema.removeDefault() as z.ZodTypeAny).default(schema.parse(undefined));
	}
	if (schema === api.pathInteger) return api.integer;
	return schema === api.queryBoolean ? z.boolean() : schema;
};

const parametersOf = (schema?: z.ZodTypeAny): z.AnyZodObject | undefined => {
	if (!(schema instanceof z.ZodObject)) return undefined;
	const fields = Object.entries(schema.shape as z.ZodRawShape);
	return z.object(Object.fromEntries(fields.map(([name, field]) => [name, plain(field)])));
};

const operationOf = (name: string, endpoint: api.Endpoint): ZodOpenApiOperationObject => {
	const { summary, auth, params, query, body, writes, safe, page } = endpoint;
	const file = exampleFiles.find((one) => one.endpoint === name);
	const given = file?.examples ?? [];
	const requests = given.map(({ title, request }) => ({ summary: title, value: request.body }));
	const examples = Object.fromEntries(requests.map((request, at) => [`example${at}`, request]));
	return {
		operationId: name,
		tags: [String(file?.resource)],
		summary,
		security: [auth === 'apiKey' ? { apiKey: [] } : { accessToken: ['users:read'] }],
		requestParams: { path: parametersOf(params), query: parametersOf(query) },
		...(body && {
			requestBody: { required: true, content: { 'application/json': { schema: body, examples } } },
		}),
		responses: responsesOf(endpoint, given[0]?.response),
		'x-writes': writes,
		'x-safe': safe,
		'x-page': page,
	};
};

const pathsOf = () => {
	const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
	for (const [name, endpoint] of Object.entries<api.Endpoint>(api.contract)) {
		(paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
	}
	return paths;
};

/** Leaves out the bounds of JavaScript's integers. */
const tidied = (_key: string, value: unknown): unknown =>
	typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;

/** The API as an OpenAPI document, from the contract and the hand-written examples. */
export const openApiText = (): string => {
	const document = createDocument({
		openapi: '3.1.0',
		// The version of this document: the API text has none for the service (section 9.5).
		info: { title: 'Contract Workflow Service API', version: '1', description },
		// A host that cannot exist (RFC 2606), since a variable must have a default.
		servers: [
			{ url: '{base_url}', variables: { base_url: { default: 'https://base-url.example' } } },
		],
		paths: pathsOf(),
		components: {
			schemas: namedSchemas,
			securitySchemes: {
				apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
				accessToken: { type: 'http', scheme: 'bearer' },
			},
		},
	});
	const schemas = document.components?.schemas ?? {};
	for (const [name, rule] of Object.entries(rules)) schemas[name] = { ...schemas[name], ...rule };
	return `${JSON.stringify(document, tidied, 2)}\n`;
};
