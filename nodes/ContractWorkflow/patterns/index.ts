import patterns from './patterns.json';

/**
 * Worked flows for assistants, in the code of n8n's workflow SDK. n8n adds each to the types of the
 * operation that it is about. What an assistant knows without it is `before` and `after` the code.
 */
export { patterns };

export const patternHints = patterns.map(({ title, resource, operation, code }) => ({
	displayOptions: { show: { resource: [resource], operation: [operation] } },
	content: [`<pattern title="${title}">`, ...code, '</pattern>'].join('\n'),
}));
