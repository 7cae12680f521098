import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { whoseKey } from '../../support/answeringServer';
import { keepEntries } from '../../support/keptEntries';
import { byId } from '../../support/stage';
import type { Answers, Row } from '../table';
import { runRow, table } from '../table';

beforeEach(keepEntries);

/** `alphaNew` is another key of the organization of `alpha`. */
const keys = {
	alpha: 'live_YWxwaGEtb25lLW9mLXRoZS10ZXN0cw',
	alphaNew: 'live_YWxwaGEtdHdvLW9mLXRoZS10ZXN0cw',
	beta: 'live_YmV0YS1vbmUtb2YtdGhlLXRlc3Rz',
} as const;

/** An expression for the key, which no item shows. */
const byItem = `={{ (${JSON.stringify({ ...keys, empty: null, list: ['a'] })})[$json.of] }}`;
const keyOf = (name: keyof typeof keys) => ({ apiKey: `={{ "${keys[name]}" }}` });

/** A service with two organizations that have the same task IDs. It refuses task 9 to `alpha`. */
const service: Answers = ({ line, headers }) => {
	const name = headers['x-api-key'] === keys.beta ? 'Beta GmbH' : 'Alpha Ltd';
	const task_id = Number(line.split('/')[2]);
	if (line === whoseKey) return [200, { org_name: name, entities: [] }];
	if (task_id === 9 && headers['x-api-key'] === keys.alpha) return [404, { detail: 'No task' }];
	return [200, { success: true, activity_log_id: task_id, message: `Posted in ${name}` }];
};

const taskId = byId('={{ $json.id }}');

/** Comments on tasks, one after the other. */
const commenting = (
	items: readonly IDataObject[],
	expected: Row['expect'],
	more: Partial<Row> = {},
	given: INodeParameters = {},
): Row => ({
	operation: 'task.comment',
	given: { taskId, comment: 'Signed', options: { maxParallel: 1 }, ...given },
	items,
	credential: () => ({ apiKey: byItem }),
	service,
	expect: expected,
	...more,
});

const post = (task: number) => `POST /tasks/${task}/comment`;
const [alpha, beta] = [
	{ id: 1, of: 'alpha' },
	{ id: 2, of: 'beta' },
];
const goesOn: Partial<Row> = { run: { onError: 'continueErrorOutput' } };

const title = 'The credential gives different data for this item';
const differs = new RegExp(
	`^${title}\n.* Put Loop Over Items with a batch size of 1 in front of this node`,
);
const noValue = 'An expression in the credential has no value';

describe('a run has one credential, that of its first item', () => {
	table({
		'items with the same data are sent': commenting([alpha, { id: 2, of: 'alpha' }], {
			sent: [post(1), post(2)],
			output: Array(2).fill({ message: 'Posted in Alpha Ltd' }) as object[],
		}),
		'an item with another key fails, and nothing is sent': commenting([alpha, beta], {
			error: differs,
		}),
		'an item with another address fails, and nothing is sent': commenting(
			[alpha, { id: 2, path: '/v2' }],
			{ error: differs },
			{ credential: (url) => ({ baseUrl: `=${url}{{ $json.path }}` }) },
		),
		'an item with other permissions fails, and nothing is sent': commenting(
			[
				{ ...alpha, allow: 'everything' },
				{ id: 2, allow: 'reading' },
			],
			{ error: differs },
			{ credential: () => ({ allow: '={{ $json.allow }}' }) },
		),
		'an item that differs fails alone where the node goes on': commenting(
			[alpha, beta, { id: 3, of: 'alpha' }],
			{ sent: [post(1), post(3)], output: [{}, {}, { id: 2, error: { message: title } }] },
			goesOn,
		),
		'each round of a loop has its own': commenting(
			[{ id: 9 }],
			{ sent: [post(9), post(9)], error: /The service says: No task/ },
			{
				credential: () => ({ apiKey: `={{ $runIndex ? "${keys.alpha}" : "${keys.beta}" }}` }),
				run: { rounds: 2 },
			},
		),
	});

	it.each([undefined, '', 'Everything', true])(
		'it is read-only where it allows %j',
		async (allow) => {
			const credential = () => ({ allow: '={{ $json.allow }}' });
			const error = /^The credential is read-only\n/;
			await runRow(commenting([{ id: 1, allow }], { error }, { credential }));
		},
	);
});

it('no error shows a key that was read, even if the service repeats the one that it got', async () => {
	const detail = `Unknown: ${keys.alpha}`;
	const refusing: Answers = (request) =>
		request.line === whoseKey ? service(request) : [404, { detail }];
	const items = [alpha, beta, { id: 3, of: 'alphaNew' }];
	const output = items.map(() => ({ error: {} }));
	const expected = { sent: [post(1)], output };
	const { saved } = await runRow(commenting(items, expected, { ...goesOn, service: refusing }));
	expect(saved).toContain('Unknown: [secret removed]');
	for (const key of Object.values(keys)) expect(saved).not.toContain(key);
});

describe('an item for which the expression returns nothing', () => {
	table({
		...Object.fromEntries(
			['empty', 'list', 'unknown'].map((of) => [
				`fails, and nothing is sent: ${of}`,
				commenting([alpha, { id: 2, of }], { error: new RegExp(`^${noValue}\n`) }),
			]),
		),
		'fails alone where the node goes on': commenting(
			[alpha, { id: 2 }],
			{ sent: [post(1)], output: [{}, { id: 2, error: { message: noValue } }] },
			goesOn,
		),
		'leaves it to the next one to be the first': commenting(
			[{ id: 1 }, { id: 2, of: 'alpha' }, { id: 3, of: 'beta' }],
			{
				sent: [post(2)],
				output: [
					{ message: 'Posted in Alpha Ltd' },
					{ id: 1, error: { message: noValue } },
					{ id: 3, error: { message: title } },
				],
			},
			goesOn,
		),
		'fails all items where there is no other one': commenting(
			[{ id: 1 }, { id: 2 }],
			{ output: [{ error: { message: noValue } }, { error: { message: noValue } }] },
			goesOn,
		),
	});
});

describe('with an expression, the name of the organization counts', () => {
	/** Items of which one was refused when they were sent with the first key, with another one. */
	const again = (
		name: keyof typeof keys,
		isRetried: boolean,
		expected: Row['expect'],
		given: INodeParameters = {},
	) =>
		commenting(
			[{ id: 1 }, { id: 9 }],
			expected,
			{
				credential: () => keyOf(name),
				before: { isRetried, credential: () => keyOf('alpha') },
			},
			given,
		);
	const rest = { sent: [post(9)], output: [{ not_sent_again: { state: 'done' } }, { task_id: 9 }] };
	const all = { sent: [post(1), post(9)] };
	const keyed = { idempotencyKey: '={{ $json.id }}' };
	table({
		'Retry with a new key of it sends what is left': again('alphaNew', true, rest),
		'Retry with a key of another one sends all': again('beta', true, all),
		'Send Once Per with a new key of it sends what is left': again('alphaNew', false, rest, keyed),
		'Send Once Per with a key of another one sends all': again('beta', false, all, keyed),
	});
});

describe('the key of the person who is signed in, in one workflow', () => {
	/** What n8n's resolver knows of a person. Only the key is theirs. */
	const signedIn = (name: keyof typeof keys, shared = {}) => ({
		...{ apiKey: 'shared', ...shared },
		resolved: { apiKey: keys[name], baseUrl: 'http://127.0.0.1:1', allow: 'everything' },
	});
	const keyed = { idempotencyKey: '={{ $json.id }}' };
	const afterAlpha = (name: keyof typeof keys, expected: Row['expect']) =>
		commenting(
			[{ id: 1 }],
			expected,
			{
				credential: () => signedIn(name),
				before: { isRetried: false, credential: () => signedIn('alpha') },
			},
			keyed,
		);
	const sent = { sent: [post(1)], output: [{ message: 'Posted in Beta GmbH' }] };
	table({
		'is sent to the address of all': commenting([{ id: 1 }], sent, {
			credential: () => signedIn('beta'),
		}),
		'sends once in each organization': afterAlpha('beta', sent),
		'sends nothing again that another person of it sent': afterAlpha('alphaNew', {
			output: [{ not_sent_again: { state: 'done' } }],
		}),
		'gives no permission that the credential does not': commenting(
			[{ id: 1 }],
			{ error: /^The credential is read-only\n/ },
			{ credential: () => signedIn('beta', { allow: 'reading' }) },
		),
	});
});
