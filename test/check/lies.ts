import { expect } from '@jest/globals';
import type { CheckOptions, CheckResult } from '../../check/check';
import { check } from '../../check/check';
import type { Sandbox } from '../../sandbox/server';
import type { Alteration, Parsed } from './alteringTransport';
import { alteringTransport } from './alteringTransport';

/** Checks a sandbox whose answers are altered on their way. */
export const checkAltered = async (
	{ baseUrl, apiKeys, oauthTokens, ids }: Sandbox,
	alterations: readonly Alteration[],
	{ transportTo, ...options }: Partial<CheckOptions> = {},
): Promise<CheckResult> =>
	await check({
		baseUrl,
		transportTo: alteringTransport(alterations, transportTo),
		apiKey: apiKeys.main,
		apiKeyName: 'KEY',
		accessToken: oauthTokens.main,
		mostRequests: 1000,
		mostRows: 1000,
		slugs: [ids.slug],
		externalSourceId: ids.externalSourceId,
		signal: new AbortController().signal,
		...options,
	});

/** What is planted, the finding that it must be, and what the report says that came. */
export type Lie = readonly [
	name: string,
	method: 'GET' | 'POST',
	path: RegExp,
	alter: Alteration['alter'],
	finding: string,
	came: string,
];

/** What a check named, by endpoint and place. */
export const named = ({ differences, remarks, untold }: CheckResult) => ({
	differences: differences.map(({ of, place }) => `${of}: ${place}`),
	remarks: remarks.map(({ of, place }) => `${of}: ${place}`),
	untold: untold.map(({ of, place }) => `${of}: ${place}`),
});

/** A lie is found, said in words with what it means, and nothing else is. */
export const expectFound = async (
	sandbox: Sandbox,
	[, method, path, alter, finding, came]: Lie,
	as: 'differences' | 'remarks' = 'differences',
): Promise<void> => {
	const result = await checkAltered(sandbox, [{ method, path, alter }]);
	const none = { differences: [], remarks: [], untold: [] };
	expect(named(result)).toEqual({ ...none, [as]: [finding] });
	expect(result[as][0]).toMatchObject({
		came: expect.arrayContaining([came]),
		expected: expect.stringMatching(/./),
		effect: expect.stringMatching(/\.$/),
	});
};

/** Alters each task of an answer, also the only one. */
export const eachTask =
	(alter: (task: Parsed) => void): Alteration['alter'] =>
	({ body }) => {
		for (const task of body.tasks ?? (body.task ? [body.task] : [])) alter(task);
	};
