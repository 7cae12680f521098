import type { Endpoint } from '../../src/contract';
import { generalErrors } from '../../src/contract';
import { requestHead, requestRow, responseTable } from './fieldTables';
import type { Row } from './markdown';
import { code, link, table } from './markdown';
import { names } from './objects';
import { defaultsOf, fieldsOf } from './schema';

/** Endpoints by their names in the contract. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Headings of section 4, by the first part of a path. */
export const headings: Readonly<Record<string, string>> = {
	users: 'Organization',
	groups: 'Groups',
	core: 'Core documents',
	workflows: 'Workflows',
	tasks: 'Tasks',
	server: 'Clickwraps',
};

const credentials = { apiKey: 'API key', accessToken: 'access token' } as const;

/** Method and path of an endpoint. */
export const requestLine = ({ method, path }: Endpoint): string => code(`${method} ${path}`);

/**
 * The heading of section 4 for an endpoint.
 * @throws Error for a path that has none
 */
export const headingOf = ({ path }: Endpoint): string => {
	const [, first = ''] = path.replace(/^\/v2/, '').split('/');
	const heading = headings[first];
	if (heading === undefined) throw new Error(`docs/api.md has no heading for ${path}`);
	return heading;
};

const endpointText = (endpoint: Endpoint): string => {
	const parts = { path: endpoint.params, query: endpoint.query, body: endpoint.body };
	const rows = Object.entries(parts).flatMap(([part, schema]) => {
		if (!schema) return [];
		return fieldsOf(schema).map((field) => [part, ...requestRow(field, defaultsOf(schema))]);
	});
	const name = names.get(endpoint.response);
	return [
		`${requestLine(endpoint)}, with the ${credentials[endpoint.auth]}.`,
		rows.length > 0 ? table(['In', ...requestHead], rows) : 'It takes no parameters.',
		name ? `The response: ${name}.` : `The response:\n\n${responseTable(endpoint.response)}`,
	].join('\n\n');
};

/**
 * A part for each endpoint with marks on the page. At the end of each heading of section 4, one
 * part has all other endpoints, so that a new endpoint is on the page before anybody writes about
 * it.
 */
export const endpointParts = (endpoints: Endpoints, page: string): Record<string, string> => {
	const all = Object.entries(endpoints);
	const isMarked = (name: string): boolean => page.includes(`<!-- ${name}: begin -->`);
	const marked = all.filter(([name]) => isMarked(name));
	const more = all.filter(([name]) => !isMarked(name)).map(([, endpoint]) => endpoint);
	const moreOf = (heading: string): string =>
		more
			.filter((endpoint) => headingOf(endpoint) === heading)
			.map((endpoint) => `#### ${endpoint.summary}\n\n${endpointText(endpoint)}`)
			.join('\n\n');
	return {
		...Object.fromEntries(marked.map(([name, endpoint]) => [name, endpointText(endpoint)])),
		...Object.fromEntries(
			Object.values(headings).map((heading) => [`${heading}: more`, moreOf(heading)]),
		),
	};
};

const pagesOf = ({ page: paging }: Endpoint): string => {
	if (!paging) return 'no';
	const { total, more, cursor } = paging;
	return [
		'by `offset`',
		...(cursor ? [`or by ${code(cursor.next)}`] : []),
		...(more ? [`while ${code(more)}`] : []),
		...(total ? [`up to ${code(total)}`] : []),
	].join(' ');
};

/** The statuses of an endpoint beside the general ones. */
const ownErrors = ({ auth, errors }: Endpoint): number[] => {
	const general: readonly number[] = generalErrors[auth];
	return errors.filter((status) => !general.includes(status));
};

const endpointsHead: Row = [
	'Heading',
	'Endpoint',
	'In the contract',
	'Credential',
	'Statuses',
	'Safe to repeat',
	'Pages',
];

/**
 * One line for each endpoint.
 * @throws Error for an endpoint that has no heading in section 4
 */
export const endpointsTable = (endpoints: Endpoints): string => {
	const rows = Object.entries(endpoints).map(([name, endpoint]) => [
		link(headingOf(endpoint)),
		requestLine(endpoint),
		code(name),
		credentials[endpoint.auth],
		ownErrors(endpoint).join(', '),
		endpoint.safe ? 'yes' : 'no',
		pagesOf(endpoint),
	]);
	return table(endpointsHead, rows);
};

/** The statuses that every endpoint with a credential can return. */
export const generalStatusesTable = (): string =>
	table(
		['Credential', 'Statuses'],
		[
			[credentials.apiKey, generalErrors.apiKey.join(', ')],
			[credentials.accessToken, generalErrors.accessToken.join(', ')],
		],
	);

/** `limit` and `offset` of the paged endpoints. */
export const limitsTable = (endpoints: Endpoints): string => {
	const rows = Object.values(endpoints).flatMap((endpoint) => {
		const { page: paging, body } = endpoint;
		if (!paging || !body) return [];
		const fields = fieldsOf(body).filter(({ name }) => ['limit', 'offset'].includes(name));
		return fields.map((field) => [requestLine(endpoint), ...requestRow(field, defaultsOf(body))]);
	});
	return table(['Endpoint', ...requestHead], rows);
};
