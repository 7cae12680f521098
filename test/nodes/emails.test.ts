import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { operationNamed, schemaOf } from '../support/operations.table';
import { itemsOf, keyCredential } from '../support/stage';

const serve = serverPool();

/** What the service may know as an address: only it can tell. */
const addresses: ReadonlyArray<readonly [string, string]> = [
	['amara@meridian.example', 'amara@meridian.example'],
	['josé.núñez@meridian.example', 'josé.núñez@meridian.example'],
	['user@müller.example', 'user@müller.example'],
	['user@xn--mller-kva.example', 'user@xn--mller-kva.example'],
	['用户@例子.example', '用户@例子.example'],
	['"a b"@meridian.example', '"a b"@meridian.example'],
	['"a@b"@meridian.example', '"a@b"@meridian.example'],
	["o'neil+legal@meridian.example", "o'neil+legal@meridian.example"],
	['user@localhost', 'user@localhost'],
	['user@[192.0.2.1]', 'user@[192.0.2.1]'],
	['amara@meridian.example ', 'amara@meridian.example'],
	['\tamara@meridian.example\r\n', 'amara@meridian.example'],
	['\u00a0amara@meridian.example', 'amara@meridian.example'],
];

const wrong = ['nobody', '@', 'a@', '@b', ' @b.example', 'a@ '];

interface Place {
	readonly parameters: INodeParameters;
	readonly answer: object;
	/** Where the address stands in the body of the request. */
	readonly sentIn: (body: Record<string, unknown>) => unknown;
	readonly label: string;
}

const placed = (name: string, added: INodeParameters) => {
	const { parameters, answer } = operationNamed(name);
	return { parameters: { ...parameters, ...added }, answer };
};

const actor = { additionalFields: { userEmail: '={{ $json.email }}' } };
const label = '"User Email"';

const variableOf = (type: string): Place => ({
	...placed('workflow.initiate', { variablesJson: '={{ { v: $json.email } }}' }),
	answer: {
		...operationNamed('workflow.initiate').answer,
		workflow_schema: schemaOf('wf_1', { v: type }),
	},
	sentIn: ({ variables }) => (variables as ReadonlyArray<{ value: string }>)[0]?.value,
	label: 'Variable "v"',
});

const places: ReadonlyArray<readonly [string, Place]> = [
	...['task.approve', 'task.comment', 'task.addAttachments'].map(
		(name): readonly [string, Place] => [
			name,
			{ ...placed(name, actor), sentIn: ({ user_email }) => user_email, label },
		],
	),
	[
		'workflow.initiate',
		{ ...placed('workflow.initiate', actor), sentIn: ({ user }) => user, label },
	],
	['a variable of type email', variableOf('email')],
	['a variable of type user_entity', variableOf('user_entity')],
];

describe.each(places)('%s', (_name, { parameters, answer, sentIn, label: named }) => {
	const run = async (email: string) => {
		const server = await serve((response) => sendJson(response, 200, answer));
		const [item] = itemsOf({ email });
		const binary = { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } };
		const { error } = await runNode({
			parameters,
			credentials: keyCredential(server.url, 'key_1'),
			items: [{ json: {}, ...item, binary }],
		});
		const requests = server.requests.filter(({ line }) => !line.startsWith('GET'));
		return { error, requests };
	};

	it.each(addresses)('takes %j', async (email, sent) => {
		const { error, requests } = await run(email);
		expect(error).toBeUndefined();
		expect(sentIn(JSON.parse(requests[0]?.body ?? '{}') as Record<string, unknown>)).toBe(sent);
	});

	it('sends no blanks', async () => {
		const { error, requests } = await run('   ');
		// A variable that is not required is left out.
		if (error) expect(error.message).toContain(named);
		const sent = requests.map(({ body }) => sentIn(JSON.parse(body) as Record<string, unknown>));
		expect(sent.filter((address) => address !== undefined)).toEqual([]);
	});

	it.each(wrong)('refuses %j', async (email) => {
		const { error, requests } = await run(email);
		expect(error?.message.replace(/, not .*$/, '')).toBe(`${named} must be an email address`);
		expect(requests).toEqual([]);
	});
});
