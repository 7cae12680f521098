import { STATUS_CODES } from 'node:http';
import type { ZodOpenApiResponseObject, oas31 } from 'zod-openapi';
import type { Endpoint } from '../../src/contract';
import { details, generalErrors, messageError, validationError } from '../../src/contract';
import type { DetailName } from '../apiDocs/details';
import { occasions } from '../apiDocs/details';
import { statusMeanings } from './prose';

const integerHeader = (description: string): oas31.HeaderObject => ({
	description,
	required: true,
	schema: { type: 'integer' },
});

/** The headers of responses, by name; sections 8.2 and 8.3. */
export const headers = {
	'X-RateLimit-Limit': integerHeader('How many requests a minute allows (section 8.2).'),
	'X-RateLimit-Remaining': integerHeader('How many requests are left in the window (section 8.2).'),
	'X-RateLimit-Reset': integerHeader('When the window ends, in Unix time (section 8.2).'),
	'Retry-After': integerHeader('Seconds until the window ends (section 8.3).'),
};

const headersOf = (status: number): { headers?: Record<string, oas31.ReferenceObject> } => {
	// The API text does not say whether these headers are also on the refusal of a credential.
	if (status === 401 || status === 403) return {};
	const given = Object.keys(headers).filter((name) => name !== 'Retry-After' || status === 429);
	return {
		headers: Object.fromEntries(
			given.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
		),
	};
};

type Kind = 'ApiKey' | 'AccessToken' | 'Message' | 'Version' | '';

/** What distinguishes a response from those of other endpoints with the same status. */
const kindOf = ({ auth, path, invalidAsMessage }: Endpoint, status: number): Kind => {
	const general: readonly number[] = generalErrors[auth];
	if (status !== 429 && general.includes(status)) {
		return auth === 'apiKey' ? 'ApiKey' : 'AccessToken';
	}
	if (status === 422 && invalidAsMessage) return 'Message';
	return status === 400 && path.includes('{version}') ? 'Version' : '';
};

/** The texts of `detail` that the API text quotes literally. */
const examplesOf = (status: number, kind: Kind) => {
	const about = kind === 'ApiKey' ? 'API key' : kind === 'AccessToken' ? 'access token' : 'other';
	const given = Object.entries(occasions).filter(
		([, [group, of]]) => of === status && group === about && (status !== 400 || kind !== ''),
	);
	if (given.length === 0) return {};
	const examples = given.map(([name, [, , summary]]) => {
		const text = details[name as DetailName];
		return [
			name,
			{ summary, value: { detail: typeof text === 'string' ? text : text('v1') } },
		] as const;
	});
	return { examples: Object.fromEntries(examples) };
};

const made = new Map<string, ZodOpenApiResponseObject>();

const errorOf = (status: number, kind: Kind, meaning: string): ZodOpenApiResponseObject => {
	const ref = `Error${status}${kind}`;
	const before = made.get(ref);
	if (before) return before;
	// Section 7: a validation error has a list of issues, or one message for endpoints that say so.
	const validation = kind === 'Message' ? validationError.or(messageError) : validationError;
	const schema = status === 422 ? validation : messageError;
	const response: ZodOpenApiResponseObject = {
		ref,
		description: `${STATUS_CODES[status] ?? status}. Section 7 says for all operations together: ${meaning}.`,
		...headersOf(status),
		content: { 'application/json': { schema, ...examplesOf(status, kind) } },
	};
	made.set(ref, response);
	return response;
};

/**
 * The statuses other than 200 that an endpoint documents, in its own text or in section 7, which
 * has 422 for any invalid query or body.
 */
export const errorStatuses = ({ auth, errors, query, body }: Endpoint): number[] => {
	const validated = query === undefined && body === undefined ? [] : [422];
	return [...new Set([...errors, ...generalErrors[auth], ...validated])].sort((a, b) => a - b);
};

/**
 * The responses of an endpoint.
 * @param page the text of docs/api.md, which says what a status means
 * @param example an example of a 200
 * @throws Error for a status without a text in section 7
 */
export const responsesOf = (
	endpoint: Endpoint,
	page: string,
	example: unknown,
): Record<string, ZodOpenApiResponseObject> => {
	const meanings = statusMeanings(page);
	const errors = errorStatuses(endpoint).map((status): [string, ZodOpenApiResponseObject] => {
		const meaning = meanings.get(status);
		if (meaning === undefined) throw new Error(`docs/api.md has no words for status ${status}`);
		return [String(status), errorOf(status, kindOf(endpoint, status), meaning)];
	});
	const success: ZodOpenApiResponseObject = {
		description: 'Success.',
		...headersOf(200),
		content: { 'application/json': { schema: endpoint.response, example } },
	};
	return { 200: success, ...Object.fromEntries(errors) };
};
