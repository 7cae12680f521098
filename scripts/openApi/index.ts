import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ZodOpenApiPathsObject, oas31 } from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import type { Endpoint, EndpointName } from '../../src/contract';
import { contract, events } from '../../src/contract';
import { headings, requestLine } from '../apiDocs/endpoints';
import type { Repository } from '../release/links';
import { repository } from '../release/links';
import { markNotShown } from './notShown';
import { operationOf } from './operations';
import { passageOf } from './prose';
import { headers } from './responses';
import { inlined, rules, wireForms } from './rules';
import { explained, namedSchemas, withNamedKinds } from './schemas';

/** The path of the document in the repository. */
export const openApiFile = path.join('docs', 'openapi.json');

const introduction = `This document describes the HTTP API of the Contract Workflow Service, as far as its API text shows it. It is made from the contract that the n8n nodes and their sandbox work with. Sections are those of docs/api.md.

- \`x-not-shown\` marks what the API text leaves open: \`what\` it is, and the \`section\` that says so. Nothing of it is guessed.
- \`x-writes\` says whether an operation changes something in the organization.
- \`x-safe\` says whether a repeat of the same request changes nothing more than the first one did. It is the contract's own judgment, not a statement of the API text.
- \`x-page\` says how to go on after one page of a list: the field of the \`rows\`, the \`id\` of a row, the largest \`limit\` (\`maxLimit\`), and, where the service tells them, the fields with the \`total\`, with whether there are \`more\` rows, and with the \`next\` cursor, beside the \`fields\` of the request that take one.
- Requests list the fields that are shown and no others; whether the service takes more is not said. Responses may hold more.
- The statuses are those that the API text documents, for the operation or for all of them.`;

const tags: Readonly<Record<string, string>> = {
	Organization: 'Its name, its legal entities and its rate limit.',
	Groups: 'Groups of users.',
	'Core documents': 'The document store: types, fields, search and attributes.',
	Workflows: 'Their schemas, and the start of one, which makes a task.',
	Tasks: 'Read, list, decide, comment, attach, and fetch documents.',
	Clickwraps: 'The active version, and the history of published ones.',
};

const tagOf = (name: string): oas31.TagObject => {
	const description = tags[name];
	if (description === undefined) throw new Error(`No words for the tag ${name}`);
	return { name, description };
};

const securitySchemes = (page: string): Record<string, oas31.SecuritySchemeObject> => ({
	apiKey: {
		type: 'apiKey',
		in: 'header',
		name: 'X-API-Key',
		description: `${passageOf(page, 'API key details').text} A key opens everything in its organization (section 5).`,
	},
	accessToken: {
		type: 'http',
		scheme: 'bearer',
		description:
			'An OAuth access token (section 5). The one operation that takes it needs the scope `users:read`.',
	},
});

/** The events of the service. The API text only shows their names. */
const webhooks = (): ZodOpenApiPathsObject =>
	Object.fromEntries(
		Object.entries(events).map(([name, { emittedBy, meaning }]) => [
			name,
			{
				summary: meaning,
				description: `Emitted by ${requestLine(contract[emittedBy])} (section 6).`,
			},
		]),
	);

const pathsOf = (page: string, to: Repository): ZodOpenApiPathsObject => {
	const paths: ZodOpenApiPathsObject = {};
	for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
		const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'patch';
		const operation = operationOf(name as EndpointName, endpoint, page, to);
		paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation };
	}
	return paths;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const reference = '#/components/schemas/';

/** The schema to inline for a reference, or for one with other keys beside it. */
const inlinedFor = ({ $ref, allOf }: Readonly<Record<string, unknown>>): string | undefined => {
	const [only] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as unknown[]) : [];
	const to = isRecord(only) ? only.$ref : $ref;
	return inlined.find((name) => to === `${reference}${name}`);
};

type Schema = Readonly<Record<string, unknown>>;

/**
 * Writes a default in words: client generators treat a field with a `default` as one that is always
 * set.
 */
const defaultInWords = (part: Schema): Schema => {
	// The variables of a server also have a default, but no type.
	const { default: preset, ...schema } = part;
	return preset === undefined || schema.type === undefined
		? part
		: { ...schema, description: `Default: \`${JSON.stringify(preset)}\`.` };
};

/**
 * A part of the document without details of JavaScript and redundant keys: the bounds of a safe
 * integer, and that an object may have more fields. Defaults become words.
 */
const tidied = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(tidied);
	if (!isRecord(value)) return value;
	const form = inlinedFor(value);
	if (form !== undefined) {
		const beside = Object.entries(value).filter(([key]) => key !== '$ref' && key !== 'allOf');
		return { ...wireForms[form], ...Object.fromEntries(beside) };
	}
	const entries = Object.entries(defaultInWords(value)).filter(
		([key, entry]) =>
			!(key === 'minimum' && entry === Number.MIN_SAFE_INTEGER) &&
			!(key === 'maximum' && entry === Number.MAX_SAFE_INTEGER) &&
			!(key === 'additionalProperties' && entry === true),
	);
	return Object.fromEntries(entries.map(([key, entry]) => [key, tidied(entry)]));
};

const withRules = (
	schema: oas31.SchemaObject,
	{ properties, ...rule }: oas31.SchemaObject = {},
): oas31.SchemaObject => {
	const fields = Object.entries(properties ?? {}).map(([field, more]) => [
		field,
		{ ...schema.properties?.[field], ...more },
	]);
	const all = { ...schema.properties, ...(Object.fromEntries(fields) as object) };
	return { ...schema, ...rule, ...(properties && { properties: all }) };
};

const schemaOf = (name: string, made: unknown, page: string): object => {
	const heading = explained.get(name);
	const description = heading === undefined ? '' : passageOf(page, heading).text;
	const schema = wireForms[name] ?? (tidied(made) as oas31.SchemaObject);
	return { ...(description !== '' && { description }), ...withRules(schema, rules[name]) };
};

/**
 * The API as an OpenAPI document, from the contract, the texts of docs/api.md and the hand-written
 * examples.
 * @param page the text of docs/api.md
 * @throws Error when the page has no text for a part of the contract, or leaves something open that
 * the document does not mark
 */
export const openApiDocument = (page: string): object => {
	const to = repository();
	const { components, ...rest } = createDocument({
		openapi: '3.1.0',
		info: {
			title: 'Contract Workflow Service API',
			// The version of this document: the API text has none for the service (section 9.5).
			version: '1',
			description: introduction,
		},
		externalDocs: { description: 'The API, section by section', url: to.page('docs/api.md') },
		servers: [
			{
				url: '{base_url}',
				description: 'The service. Where it lies is not shown: enter your own base URL.',
				variables: {
					base_url: {
						// A host that cannot exist (RFC 2606), since a variable must have a default.
						default: 'https://base-url.example',
						description: 'The base URL of your service, without a slash at the end.',
					},
				},
			},
		],
		tags: Object.values(headings).map(tagOf),
		paths: pathsOf(page, to),
		webhooks: webhooks(),
		components: { headers, schemas: namedSchemas, securitySchemes: securitySchemes(page) },
	});
	const schemas = Object.entries(withNamedKinds(components?.schemas ?? {}))
		.filter(([name]) => !inlined.includes(name))
		.map(([name, made]) => [name, schemaOf(name, made, page)] as const);
	const document = {
		...(tidied(rest) as object),
		components: { ...(tidied(components) as object), schemas: Object.fromEntries(schemas) },
	};
	markNotShown(document, page);
	return document;
};

/** The document as committed in the repository. */
export const openApiText = (): string => {
	const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'api.md'), 'utf8');
	return `${JSON.stringify(openApiDocument(page), null, 2)}\n`;
};
