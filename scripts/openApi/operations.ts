import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Endpoint, EndpointName } from '../../src/contract';
import { headingOf } from '../apiDocs/endpoints';
import type { Repository } from '../release/links';
import { anchorOf, passageOf } from './prose';
import { responsesOf } from './responses';

/** What a repeat may do, in words: some tools do not show extensions, or show false as null. */
const effectOf = ({ writes, safe }: Endpoint): string => {
	if (!writes) return 'It changes nothing.';
	return safe
		? 'It changes something; a repeat of the same request changes nothing more.'
		: 'It changes something, and a repeat of the same request could do it twice.';
};

interface Example {
	readonly title: string;
	readonly request: { readonly body?: unknown };
	readonly response: unknown;
}

const folder = path.join(__dirname, '..', '..', 'test', 'examples');

const resources: Readonly<Record<string, string>> = {
	Organization: 'organization',
	Groups: 'group',
	'Core documents': 'document',
	Workflows: 'workflow',
	Tasks: 'task',
	Clickwraps: 'clickwrap',
};

/** The hand-written examples from the API text. */
const examplesOf = (name: EndpointName, endpoint: Endpoint): readonly Example[] => {
	const file = path.join(folder, resources[headingOf(endpoint)] ?? '', `${name}.json`);
	return (JSON.parse(readFileSync(file, 'utf8')) as { examples: Example[] }).examples;
};

const requestOf = ({ params, query, body }: Endpoint, examples: readonly Example[]) => ({
	...((params ?? query) && {
		requestParams: { ...(params && { path: params }), ...(query && { query }) },
	}),
	...(body && {
		requestBody: {
			required: true,
			content: {
				'application/json': {
					schema: body,
					examples: Object.fromEntries(
						examples.map(({ title, request }, at) => [
							`example${at + 1}`,
							{ summary: title, value: request.body },
						]),
					),
				},
			},
		},
	}),
});

/** An endpoint without its own marks is listed by its summary, without further text. */
const explanationOf = (name: EndpointName, { summary }: Endpoint, page: string) =>
	page.includes(`<!-- ${name}: end -->`)
		? passageOf(page, name)
		: { anchor: anchorOf(summary), text: '' };

/**
 * One operation of the document.
 * @param page the text of docs/api.md, which explains it
 * @param to where that page is found
 */
export const operationOf = (
	name: EndpointName,
	endpoint: Endpoint,
	page: string,
	to: Repository,
): ZodOpenApiOperationObject => {
	const { summary, auth, writes, safe } = endpoint;
	const { anchor, text } = explanationOf(name, endpoint, page);
	const examples = examplesOf(name, endpoint);
	return {
		operationId: name,
		tags: [headingOf(endpoint)],
		summary,
		description: [text, effectOf(endpoint)].filter((part) => part !== '').join('\n\n'),
		externalDocs: { url: to.page(`docs/api.md#${anchor}`) },
		security: [auth === 'apiKey' ? { apiKey: [] } : { accessToken: ['users:read'] }],
		...requestOf(endpoint, examples),
		responses: responsesOf(endpoint, page, examples[0]?.response),
		'x-writes': writes,
		'x-safe': safe,
		...(endpoint.page && { 'x-page': endpoint.page }),
	};
};
