import { z } from 'zod';
import { responseObject } from './endpoint';

/** Error body with one message (section 7). */
export const messageError = responseObject({ detail: z.string() });

/** One entry of a validation error: where (`loc`), what (`msg`), which rule (`type`). */
const validationIssue = responseObject({
	loc: z.array(z.union([z.string(), z.number().int()])),
	msg: z.string(),
	type: z.string(),
});

/** Error body of most 422 responses (section 7). */
export const validationError = responseObject({ detail: z.array(validationIssue) });

/** Any error body of the service (section 7). */
export const errorBody = z.union([messageError, validationError]);

export type ValidationIssue = z.output<typeof validationIssue>;
/** `detail` of an error body: one message, or a list of validation issues. */
export type ErrorDetail = z.output<typeof errorBody>['detail'];

/** Statuses that every endpoint can return, beside those that it lists itself. */
export const generalErrors = {
	apiKey: [401, 403, 429],
	accessToken: [400, 401, 403, 429],
} as const;

/** The texts of `detail` that the API text quotes literally (sections 5 and 7). */
export const details = {
	keyRequired: 'API key required',
	keyInvalid: 'Invalid API key',
	keyInactive: 'API key is inactive',
	keyRevoked: 'API key has been revoked',
	keyExpired: 'API key has expired',
	ownerInactive: 'API key owner is inactive or not found',
	tokenInvalid: 'Invalid access token',
	scopeMissing: 'Insufficient scope; this endpoint requires: users:read',
	tokenWithoutUser: 'client_credentials tokens are not associated with a user',
	rateLimitExceeded: 'Rate limit exceeded',
	invalidVersion: (version: string) => `Invalid version format: ${version}`,
} as const;
