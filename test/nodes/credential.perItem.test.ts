import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useFastTime } from '../faults/fastTime';
import { serverPool } from '../support/answeringServer';
import type { Credentials, NodeRun } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';
import type { KeyName, TwoOrganizationsOptions } from '../support/twoOrganizations';
import { apiKeys, twoOrganizations } from '../support/twoOrganizations';

const serve = serverPool();

interface Row extends IDataObject {
	readonly key: string;
	readonly id: number;
}

/** An item for a task of the organization of a key. */
const row = (name: KeyName, id: number, more: IDataObject = {}): Row => ({
	key: apiKeys[name],
	id,
	...more,
});

const names = ['alpha', 'beta'] as const;
/** Items of both organizations in turn, each with the same tasks. */
const mixed = (tasks: number): Row[] =>
	Array.from({ length: 2 * tasks }, (_, index) =>
		row(names[index % 2] as KeyName, Math.floor(index / 2) + 1),
	);

const organizationOf = (key: unknown) => (key === apiKeys.beta ? 'Beta GmbH' : 'Alpha Ltd');

const taskId = byId('={{ $json.id }}');
const approve = (more: INodeParameters = {}) =>
	parametersOf('task.approve', { taskId, decideIf: 'always', ...more });
const comment = (more: INodeParameters = {}) =>
	parametersOf('task.comment', { taskId, comment: '=For {{ $json.id }}', ...more });

interface Given extends Partial<NodeRun> {
	readonly service?: TwoOrganizationsOptions;
	/** Fields of the credential over its address and key. */
	readonly credential?: Credentials[string];
}

/** A service, and the node with a credential that takes the key of the item. */
const start = async (options: TwoOrganizationsOptions = {}) => {
	const service = twoOrganizations(options);
	const { url } = await serve(service.answer);
	const run = async (
		parameters: INodeParameters,
		rows: readonly IDataObject[],
		{ credential, ...more }: Omit<Given, 'service'> = {},
	) => {
		const { contractWorkflowApi } = keyCredential(url, '={{ $json.key }}');
		return await runNode({
			parameters,
			credentials: { contractWorkflowApi: { ...contractWorkflowApi, ...credential } },
			items: itemsOf(...rows),
			...more,
		});
	};
	return { ...service, url, run };
};

/** The decisions that arrived, each with its organization and task. */
const decisionsIn = (rows: readonly Row[]): string[] =>
	rows.map(({ key, id }) => `${organizationOf(key)} ${id}`).sort();

describe('items of two organizations with the same task IDs', () => {
	it('are each decided under their own key, and come out in their order', async () => {
		const service = await start();
		const rows = mixed(20);
		const { output, error } = await service.run(approve(), rows);
		expect(error).toBeUndefined();
		expect([...service.decided()].sort()).toEqual(decisionsIn(rows));
		expect(service.writes()).toHaveLength(40);
		const asked = service.requests().filter(({ line }) => line === 'GET /users/org-info');
		expect(asked.map(({ key }) => key).sort()).toEqual(['alpha', 'beta']);
		expect(service.unknownKeys()).toBe(0);
		expect(output.map(({ json, pairedItem }) => [pairedItem, json.task_id, json.message])).toEqual(
			rows.map(({ key, id }, item) => [{ item }, id, `Decided in ${organizationOf(key)}`]),
		);
	});
});

it('items behind different addresses each go to their own', async () => {
	const [one, other] = [await start(), await start()];
	const rows = [one, other, one].map(({ url }, index) => row('alpha', index + 1, { url }));
	const { error } = await one.run(approve(), rows, { credential: { baseUrl: '={{ $json.url }}' } });
	expect(error).toBeUndefined();
	expect([one.decided(), other.decided()].map((tasks) => [...tasks].sort())).toEqual([
		['Alpha Ltd 1', 'Alpha Ltd 3'],
		['Alpha Ltd 2'],
	]);
});

describe('items that fail', () => {
	const notFound = [404, { detail: 'Task not found' }] as const;

	it('are tried again alone by Retry On Fail, each under its own key', async () => {
		const failed = new Set<string>();
		const service = await start({
			fate(key, line) {
				const isFirst = line.includes('/2/') && !failed.has(key);
				if (isFirst) failed.add(key);
				return isFirst ? notFound : undefined;
			},
		});
		const rows = mixed(20);
		const { error, output } = await service.run(approve(), rows, { tries: 5 });
		expect(error).toBeUndefined();
		expect(output).toHaveLength(40);
		const done = service.writes().filter(({ status }) => status === 200);
		expect(done).toHaveLength(40);
		expect([...service.decided()].sort()).toEqual(decisionsIn(rows));
		expect(failed).toEqual(new Set(names));
	});

	it('show no key of any organization, whatever the service repeats', async () => {
		const service = await start({
			fate: (key, line) =>
				line.startsWith('POST')
					? [404, { detail: `${apiKeys[key]} and ${encodeURIComponent(apiKeys[key])}` }]
					: undefined,
		});
		const { error } = await service.run(comment(), mixed(2));
		const told = JSON.stringify([error?.message, error?.description, error?.context]);
		expect(told).toContain('[secret removed]');
		for (const key of Object.values(apiKeys)) expect(told).not.toContain(key);
	});
});

describe('under a rate limit of each key', () => {
	useFastTime();

	const sent = ({ writes }: Pick<ReturnType<typeof twoOrganizations>, 'writes'>, name: KeyName) =>
		writes().filter(({ key, status }) => key === name && status === 200);

	it('that of one holds up no item of the other', async () => {
		const service = await start({ limits: { alpha: 10 } });
		const began = Date.now();
		const { error } = await service.run(comment(), mixed(15));
		expect(error).toBeUndefined();
		const last = (name: KeyName) => Math.max(...sent(service, name).map(({ at }) => at)) - began;
		expect(last('beta')).toBeLessThan(60_000);
		expect(last('alpha')).toBeGreaterThan(60_000);
		expect(
			service.requests().filter(({ key, status }) => key === 'beta' && status === 429),
		).toEqual([]);
	});
});

it('Max Parallel Requests bounds the requests of all organizations together', async () => {
	const service = await start({ delayMs: 20 });
	const rows = [...mixed(20), ...mixed(20).map((item) => ({ ...item, key: apiKeys.alphaNew }))];
	const { error } = await service.run(comment({ options: { maxParallel: 4 } }), rows);
	expect(error).toBeUndefined();
	expect(service.mostUnderWay()).toBeLessThanOrEqual(4);
});

describe('a dry run', () => {
	const plansOf = async (service: Awaited<ReturnType<typeof start>>, rows: readonly Row[]) =>
		(await service.run(approve({ dryRun: true }), rows)).output.map(({ json }) => json);
	const applying = approve({ decideIf: 'notMoved', reviewedItem: '={{ $json.plan }}' });

	it('of one organization decides nothing in the other, but with a new key of its own', async () => {
		const service = await start();
		const [plan] = await plansOf(service, [row('alpha', 7)]);
		const { error } = await service.run(applying, [row('beta', 7, { plan })]);
		expect(error?.message).toBe(
			'Task 7 is not the one that was reviewed: its workflow_state_id differs',
		);
		expect(service.writes()).toEqual([]);
		await service.run(applying, [row('alphaNew', 7, { plan })]);
		expect(service.decided()).toEqual(['Alpha Ltd 7']);
	});
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
	])('%s', async (_name, given) => {
		const service = await start();
		const { error } = await service.run(approve(), given);
		expect(error?.message).toContain(title);
		expect(service.writes()).toEqual([]);
		expect(service.unknownKeys()).toBe(0);
	});

	it('fails alone where the node goes on', async () => {
		const service = await start();
		const { output, errorOutput } = await service.run(approve(), rows, {
			onError: 'continueErrorOutput',
		});
		expect(output.map(({ json }) => json.message)).toEqual([
			'Decided in Alpha Ltd',
			'Decided in Beta GmbH',
		]);
		expect(errorOutput.map(({ json }) => json)).toMatchObject([
			{ id: 2, error: { message: title } },
		]);
		expect(service.unknownKeys()).toBe(0);
	});
});

describe('Reading Only of some items', () => {
	const byItem = { allow: '={{ $json.allow }}' };
	const rows = [row('alpha', 1, { allow: 'everything' }), row('beta', 2, { allow: 'reading' })];

	it.each([rows, rows.toReversed()])('sends nothing: %j, %j', async (...given) => {
		const service = await start();
		const { error } = await service.run(approve(), given, { credential: byItem });
		expect(error?.message).toContain('The credential is read-only');
		expect(service.writes()).toEqual([]);
	});

	it.each([undefined, '', 'Everything', true])(
		'is what any other value means: %j',
		async (allow) => {
			const service = await start();
			const { error } = await service.run(approve(), [row('alpha', 1, { allow })], {
				credential: { ...byItem, apiKey: apiKeys.alpha },
			});
			expect(error?.message).toBe('The credential is read-only');
			expect(service.requests()).toEqual([]);
		},
	);
});

it('OAuth2 data that differs between items is refused, and nothing is sent', async () => {
	const service = await start();
	const credentials = {
		contractWorkflowOAuth2Api: {
			baseUrl: service.url,
			grantType: 'authorizationCode',
			clientId: '={{ $json.client }}',
			clientSecret: 'client-secret',
			accessTokenUrl: `${service.url}/token`,
			authUrl: `${service.url}/authorize`,
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
	expect(service.unknownKeys()).toBe(0);
	expect(service.requests()).toEqual([]);
});
