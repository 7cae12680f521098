import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useFastTime } from '../faults/fastTime';
import type { ServedRequest } from '../support/answeringServer';
import { keyOwner, sendJson, serverPool, whoseKey } from '../support/answeringServer';
import type { Credentials, NodeRun } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { task } from '../support/operations.table';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const serve = serverPool();

/** `alphaNew` is another key of the organization of `alpha`. */
const keys = {
	alpha: 'live_YWxwaGEtb25lLW9mLXRoZS10ZXN0cw',
	alphaNew: 'live_YWxwaGEtdHdvLW9mLXRoZS10ZXN0cw',
	beta: 'live_YmV0YS1vbmUtb2YtdGhlLXRlc3Rz',
} as const;

type KeyName = keyof typeof keys;

interface Row extends IDataObject {
	readonly key: string;
	readonly id: number;
}

/** An item for a task of the organization of a key. */
const row = (name: KeyName, id: number, more: IDataObject = {}): Row => ({
	key: keys[name],
	id,
	...more,
});

const names = ['alpha', 'beta'] as const;
/** Items of both organizations in turn, each with the same tasks. */
const mixed = (tasks: number): Row[] =>
	Array.from({ length: 2 * tasks }, (_, index) =>
		row(names[index % 2] as KeyName, Math.floor(index / 2) + 1),
	);

const keyIds = new Map<unknown, number>(Object.values(keys).map((key, index) => [key, index]));
const organizationOf = (key: unknown) =>
	keyIds.has(key) ? (key === keys.beta ? 'Beta GmbH' : 'Alpha Ltd') : 'no organization';
const keyOf = ({ headers }: ServedRequest) => headers['x-api-key'];

const taskId = byId('={{ $json.id }}');
const approve = (more: INodeParameters = {}) =>
	parametersOf('task.approve', { taskId, decideIf: 'always', ...more });
const comment = (more: INodeParameters = {}) =>
	parametersOf('task.comment', { taskId, comment: '=For {{ $json.id }}', ...more });

interface Fate {
	readonly status?: number;
	readonly body?: object;
	readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A service with two organizations that have the same task IDs, where what arrives with a wrong key
 * is carried out in the wrong one; and the node with a credential that takes the key of the item.
 */
const start = async (fateOf: (request: ServedRequest) => Fate = () => ({})) => {
	const { url, requests } = await serve((response, request) => {
		const name = organizationOf(keyOf(request));
		const [, , id, action = 'task'] = request.line.split('/');
		const task_id = Number(id);
		const answers: Readonly<Record<string, object>> = {
			task: { task: { ...task, task_id, workflow_state_id: `${name} ${task_id}` } },
			comment: { success: true, activity_log_id: task_id, message: `Posted in ${name}` },
			approve: { task_id, status: 'in_progress', approved: true, message: `Decided in ${name}` },
		};
		const owner = { ...keyOwner, org_name: name, api_key_id: keyIds.get(keyOf(request)) };
		const right = request.line === whoseKey ? owner : answers[action];
		const { status = 200, body = right, headers } = fateOf(request);
		sendJson(response, status, body, headers);
	});
	const run = async (
		parameters: INodeParameters,
		rows: readonly IDataObject[],
		{ credential, ...more }: Partial<NodeRun> & { readonly credential?: Credentials[string] } = {},
	) => {
		const { contractWorkflowApi } = keyCredential(url, '={{ $json.key }}');
		return await runNode({
			parameters,
			credentials: { contractWorkflowApi: { ...contractWorkflowApi, ...credential } },
			items: itemsOf(...rows),
			...more,
		});
	};
	/** The writes, each as its organization and task. */
	const written = () =>
		requests
			.filter(({ line }) => line.startsWith('POST'))
			.map((request) => `${organizationOf(keyOf(request))} ${request.line.split('/')[2]}`)
			.sort();
	return { url, requests, run, written };
};

const asWritten = (rows: readonly Row[]): string[] =>
	rows.map(({ key, id }) => `${organizationOf(key)} ${id}`).sort();

it('items of two organizations with the same task IDs are each decided under their own key', async () => {
	const { run, requests, written } = await start();
	const rows = mixed(20);
	const { output, error } = await run(approve(), rows);
	expect(error).toBeUndefined();
	expect(written()).toEqual(asWritten(rows));
	const asked = requests.filter(({ line }) => line === whoseKey).map(keyOf);
	expect(asked.sort()).toEqual([keys.alpha, keys.beta]);
	expect(output.map(({ json, pairedItem }) => [pairedItem, json.task_id, json.message])).toEqual(
		rows.map(({ key, id }, item) => [{ item }, id, `Decided in ${organizationOf(key)}`]),
	);
});

it('items behind different addresses each go to their own', async () => {
	const [one, other] = [await start(), await start()];
	const rows = [one, other, one].map(({ url }, index) => row('alpha', index + 1, { url }));
	const { error } = await one.run(approve(), rows, { credential: { baseUrl: '={{ $json.url }}' } });
	expect(error).toBeUndefined();
	expect([one.written(), other.written()]).toEqual([
		['Alpha Ltd 1', 'Alpha Ltd 3'],
		['Alpha Ltd 2'],
	]);
});

describe('items that fail', () => {
	it('are tried again alone by Retry On Fail, each under its own key', async () => {
		const failed = new Set<unknown>();
		const { run, written } = await start((request) => {
			if (!request.line.includes('/2/') || failed.has(keyOf(request))) return {};
			failed.add(keyOf(request));
			return { status: 404, body: { detail: 'Task not found' } };
		});
		const rows = mixed(20);
		const { error, output } = await run(approve(), rows, { tries: 5 });
		expect(error).toBeUndefined();
		expect(output).toHaveLength(40);
		expect(written()).toEqual(asWritten([...rows, row('alpha', 2), row('beta', 2)]));
	});

	it('show no key of any organization, whatever the service repeats', async () => {
		const { run } = await start((request) => {
			const key = String(keyOf(request));
			const body = { detail: `${key} and ${encodeURIComponent(key)}` };
			return request.line.startsWith('POST') ? { status: 404, body } : {};
		});
		const { error } = await run(comment(), mixed(2));
		const told = JSON.stringify([error?.message, error?.description, error?.context]);
		expect(told).toContain('[secret removed]');
		for (const key of Object.values(keys)) expect(told).not.toContain(key);
	});
});

describe('the rate limit of a key', () => {
	useFastTime();

	it('holds up no item of another one', async () => {
		const { run, requests } = await start((request) => ({
			headers: {
				'x-ratelimit-remaining': keyOf(request) === keys.alpha ? '0' : '100',
				'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 30),
			},
		}));
		const began = Date.now();
		const { error } = await run(comment(), mixed(3));
		expect(error).toBeUndefined();
		const last = (key: string) =>
			Math.max(...requests.flatMap((one) => (keyOf(one) === key ? one.at : []))) - began;
		expect(last(keys.beta)).toBeLessThan(30_000);
		expect(last(keys.alpha)).toBeGreaterThanOrEqual(30_000);
	});
});

it('a dry run of one organization decides nothing in the other, but with a new key of its own', async () => {
	const { run, written } = await start();
	const { output } = await run(approve({ dryRun: true }), [row('alpha', 7)]);
	const plan = output[0]?.json;
	const applying = approve({ decideIf: 'notMoved', reviewedItem: '={{ $json.plan }}' });
	const { error } = await run(applying, [row('beta', 7, { plan })]);
	expect(error?.message).toBe(
		'Task 7 is not the one that was reviewed: its workflow_state_id differs',
	);
	expect(written()).toEqual([]);
	await run(applying, [row('alphaNew', 7, { plan })]);
	expect(written()).toEqual(['Alpha Ltd 7']);
});

it('two items with one key are two in two organizations, and one in one, whoever asks', async () => {
	const keyed = { dryRun: true, idempotencyKey: 'deal-1' };
	const rows = [row('alpha', 1), row('beta', 2), row('alphaNew', 3)];
	const { output } = await (await start()).run(comment(keyed), rows);
	expect(output.map(({ json }) => json.verdict)).toEqual([
		'would_send',
		'would_send',
		'would_fail',
	]);
});

describe('an item for which the expression gives nothing', () => {
	const rows = [row('alpha', 1), { id: 2 }, row('beta', 3)];
	const title = 'An expression in the credential has no value';

	it.each([
		['fails, and nothing is sent', rows],
		['fails where it is null, and nothing is sent', [...mixed(2), { id: 2, key: null }]],
		['fails where it is an object, and nothing is sent', [...mixed(2), { id: 2, key: {} }]],
	])('%s', async (_name, given) => {
		const { run, requests, written } = await start();
		const { error } = await run(approve(), given);
		expect(error?.message).toContain(title);
		expect(written()).toEqual([]);
		expect(requests.filter((request) => !keyIds.has(keyOf(request)))).toEqual([]);
	});

	it('fails alone where the node goes on', async () => {
		const { run, written } = await start();
		const { errorOutput } = await run(approve(), rows, { onError: 'continueErrorOutput' });
		expect(written()).toEqual(['Alpha Ltd 1', 'Beta GmbH 3']);
		expect(errorOutput.map(({ json }) => json)).toMatchObject([
			{ id: 2, error: { message: title } },
		]);
	});
});

describe('Reading Only of some items', () => {
	const byItem = { allow: '={{ $json.allow }}' };
	const rows = [row('alpha', 1, { allow: 'everything' }), row('beta', 2, { allow: 'reading' })];

	it.each([
		rows,
		rows.toReversed(),
		...[undefined, '', 'Everything', true].map((allow) => [row('alpha', 1, { allow })]),
	])('sends nothing: %j', async (...given) => {
		const { run, written } = await start();
		const { error } = await run(approve(), given, { credential: byItem });
		expect(error?.message).toContain('The credential is read-only');
		expect(written()).toEqual([]);
	});
});

it('OAuth2 data that differs between items is refused, and nothing is sent', async () => {
	const { url, requests } = await start();
	const credentials = {
		contractWorkflowOAuth2Api: {
			baseUrl: url,
			grantType: 'authorizationCode',
			clientId: '={{ $json.client }}',
			clientSecret: 'client-secret',
			accessTokenUrl: `${url}/token`,
			authUrl: `${url}/authorize`,
			scope: 'users:read',
			authentication: 'header',
			oauthTokenData: { access_token: 'token-of-the-test', token_type: 'Bearer' },
		},
	};
	const parameters = parametersOf('organization.get', {
		credentialType: 'contractWorkflowOAuth2Api',
	});
	const items = itemsOf({ client: 'one' }, { client: 'one' }, { client: 'other' });
	const { error } = await runNode({ parameters, credentials, items });
	expect(error?.message).toContain('The OAuth2 credential gives different data for this item');
	expect(requests).toEqual([]);
});
