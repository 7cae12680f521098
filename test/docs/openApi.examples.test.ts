import { channel } from 'node:diagnostics_channel';
import { describe, expect, it } from '@jest/globals';
import type { EndpointName } from '../../src/contract';
import { contract } from '../../src/contract';
import type { Answer } from '../../tools/sandbox/api/answerChannel';
import { answerChannel } from '../../tools/sandbox/api/answerChannel';
import { faultOf } from '../support/answerFault';
import type { ExampleRequest } from '../support/examples';
import { exampleErrors, exampleFiles } from '../support/examples';
import {
	createAjv,
	documentedAnswers,
	idOf,
	parametersOf,
	requestSchema,
} from '../support/openApi';

const ajv = createAjv();
/** For parameters, which are text on the wire. */
const ofText = createAjv({ coerceTypes: true });

const check = (schema: string, value: unknown): string[] => {
	const validate = ajv.getSchema(idOf(schema));
	if (validate === undefined) throw new Error(`There is no ${schema}`);
	if (validate(value) === true) return [];
	return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** What a parameter has against the document; its value is a number or boolean, or its text. */
const parameterFaults = (name: EndpointName, request: ExampleRequest): string[] => {
	const known = parametersOf(name);
	const given = { path: request.params ?? {}, query: request.query ?? {} };
	const wrong = known.flatMap((parameter) => {
		const value = given[parameter.in][parameter.name];
		if (value === undefined) return parameter.required ? [`${parameter.name} is missing`] : [];
		return ofText.validate(parameter.schema, value) ? [] : [`${parameter.name} is wrong`];
	});
	const unknown = Object.entries(given).flatMap(([part, values]) =>
		Object.keys(values).filter(
			(key) => !known.some(({ name: of, in: where }) => of === key && where === part),
		),
	);
	return [...wrong, ...unknown.map((key) => `${key} is not known`)];
};

const requestFaults = (name: EndpointName, request: ExampleRequest): string[] => [
	...parameterFaults(name, request),
	...('body' in contract[name] ? check(requestSchema(name), request.body ?? null) : []),
];

/** A pattern knows no calendar. */
const noDate = /no date of the calendar|thirteenth month/;

describe.each(exampleFiles)('the document, and the examples of $endpoint', (file) => {
	const { endpoint, examples, invalid } = file;

	it.each(examples)('takes the request: $title', ({ request }) => {
		expect(requestFaults(endpoint, request)).toEqual([]);
	});

	it.each(examples)('describes the response: $title', ({ response }) => {
		const answer = documentedAnswers.find(
			(one) => one.endpoint === endpoint && one.status === '200',
		);
		expect(check(String(answer?.schema), response)).toEqual([]);
	});

	for (const { title, request } of invalid.filter((one) => !noDate.test(one.title))) {
		it(`refuses: ${title}`, () => {
			expect(requestFaults(endpoint, request)).not.toEqual([]);
		});
	}
});

it.each(exampleErrors)('the document describes the error: $title', ({ status, body }) => {
	const answers = documentedAnswers.filter((answer) => answer.status === String(status));
	const takers = answers.filter(({ schema }) => check(schema, body).length === 0);
	expect(takers).not.toHaveLength(0);
});

describe('an answer of the sandbox', () => {
	const headers = { 'x-ratelimit-limit': 60, 'x-ratelimit-remaining': 59, 'x-ratelimit-reset': 9 };
	const answer = (change: Partial<Answer>): string | undefined =>
		faultOf({
			endpoint: 'addTaskAttachments',
			request: 'POST /tasks/1/attachments',
			status: 200,
			headers,
			body: '{"attachment_ids":[1]}',
			...change,
		});

	it('is listened to, in each test file', () => {
		expect(channel(answerChannel).hasSubscribers).toBe(true);
	});

	it('passes when it is as documented', () => {
		expect(answer({})).toBeUndefined();
		expect(answer({ status: 404, body: '{"detail":"Task not found"}' })).toBeUndefined();
	});

	it.each([
		[{ status: 409, body: '{"detail":"no"}' }, 'the status is not documented'],
		[{ status: 422, body: '{"detail":"no"}' }, '/detail must be array'],
		[{ body: '{"attachment_ids":["1"]}' }, '/attachment_ids/0 must be integer'],
		[{ headers: {} }, 'no number in X-RateLimit-Limit'],
	])('is refused with %j', (change, fault) => {
		expect(answer(change)).toContain(fault);
	});
});
