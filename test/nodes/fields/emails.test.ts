import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { operationNamed, schemaOf } from '../../support/operations.table';
import { runAt } from '../table';

/** What the service may know as an address: only it can tell. */
const addresses = [
	...['josé.núñez@meridian.example', 'user@müller.example', '用户@例子.example'],
	...['"a b"@meridian.example', "o'neil+legal@meridian.example", 'user@localhost'],
	...['user@[192.0.2.1]', '\tamara@meridian.example\r\n', '\u00a0amara@meridian.example'],
];
const wrong = ['nobody', '@', 'a@', ' @b.example'];

const actor = { additionalFields: { userEmail: '={{ $json.email }}' } };
const asVariable = { variablesJson: '={{ { v: $json.email } }}' };

type Place = readonly [operation: string, field: string, given: INodeParameters, type?: string];
const places: readonly Place[] = [
	['task.approve', 'user_email', actor],
	['workflow.initiate', 'variables', asVariable, 'email'],
];

describe.each(places)('%s %s %j of type %s', (operation, field, more, type) => {
	const { given, answer } = operationNamed(operation);
	const service = { ...answer, ...(type && { workflow_schema: schemaOf('wf_1', { v: type }) }) };
	const label = type ? 'Variable "v"' : '"User Email"';
	const binary = { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } };

	/** The error, and what was sent for the address. */
	const run = async (email: string) => {
		const { error, requests } = await runAt(() => [200, service], operation, {
			given: { ...given, ...more },
			run: { items: [{ json: { email }, binary }] },
		});
		const sent = requests
			.filter(({ line }) => !line.startsWith('GET'))
			.map(({ body }) => (JSON.parse(body) as Record<string, unknown>)[field]);
		return { error, sent };
	};

	it.each(addresses)('takes %j', async (email) => {
		const { error, sent } = await run(email);
		expect(error).toBeUndefined();
		const text = email.trim();
		expect(sent).toMatchObject([type ? [{ value: text }] : text]);
	});

	it('sends no blanks', async () => {
		const { error, sent } = await run('   ');
		expect(sent).toEqual([]);
		expect(error?.message).toContain(type ? '"Variables" is empty' : label);
	});

	it.each(wrong)('refuses %j', async (email) => {
		const { error, sent } = await run(email);
		expect(error?.message.replace(/, not .*$/, '')).toBe(`${label} must be an email address`);
		expect(sent).toEqual([]);
	});
});
