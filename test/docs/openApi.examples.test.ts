import { describe, expect, it } from '@jest/globals';
import { contract } from '../../src/contract';
import type { Answer } from '../../tools/sandbox/api/answerChannel';
import { faultOf } from '../support/answerFault';
import { exampleErrors, exampleFiles } from '../support/examples';
import { createAjv, documentedAnswers, idOf, requestSchema } from '../support/openApi';

const ajv = createAjv();

const check = (schema: string, value: unknown): string[] => {
	const validate = ajv.getSchema(idOf(schema));
	if (validate === undefined) throw new Error(`There is no ${schema}`);
	if (validate(value) === true) return [];
	return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const examples = exampleFiles.flatMap(({ endpoint, examples: own }) =>
	own.map((example) => ({ endpoint, ...example })),
);

it.each(examples)('the document describes $endpoint: $title', ({ endpoint, request, response }) => {
	if ('body' in contract[endpoint]) {
		expect(check(requestSchema(endpoint), request.body ?? null)).toEqual([]);
	}
	const answer = documentedAnswers.find((one) => one.endpoint === endpoint && one.status === '200');
	expect(check(String(answer?.schema), response)).toEqual([]);
});

it.each(exampleErrors)('the document describes the error: $title', ({ status, body }) => {
	const answers = documentedAnswers.filter((answer) => answer.status === String(status));
	expect(answers.some(({ schema }) => check(schema, body).length === 0)).toBe(true);
});

describe('an answer of the sandbox', () => {
	const right: Answer = {
		endpoint: 'addTaskAttachments',
		request: 'POST /tasks/1/attachments',
		status: 200,
		headers: {},
		body: '{"attachment_ids":[1]}',
	};

	it.each<[Partial<Answer>, string | undefined]>([
		[{}, undefined],
		[{ status: 404, body: '{"detail":"Task not found"}' }, undefined],
		[{ status: 409, body: '{"detail":"no"}' }, 'the status is not documented'],
		[{ status: 422, body: '{"detail":"no"}' }, '/detail must be array'],
		[{ body: '{"attachment_ids":["1"]}' }, '/attachment_ids/0 must be integer'],
	])('with %j is judged by the document: %p', (change, fault) => {
		const found = faultOf({ ...right, ...change });
		if (fault === undefined) expect(found).toBeUndefined();
		else expect(found).toContain(fault);
	});
});
