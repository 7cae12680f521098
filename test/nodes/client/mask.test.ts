import { describe, expect, it } from '@jest/globals';
import { maskOf } from '../../../nodes/shared/client/mask';
import { sendJson, serverPool } from '../../support/answeringServer';
import { runNode } from '../../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../../support/stage';

const serve = serverPool();

const removed = '[secret removed]';
const key = 'sandbox_c2VjcmV0-LW9mLXRoZS10ZXN0';
const odd = 'a/b+c="d"&<é> \\f\'';

it.each([
	[key, key],
	[`${key}\u00a0\n`, key],
	[odd, encodeURIComponent(odd)],
])('of the key %j, %j is removed from texts and names', (apiKey, written) => {
	const mask = maskOf({ baseUrl: 'https://a.example', apiKey });
	expect(mask(`Key (${written}) is unknown`)).toBe(`Key (${removed}) is unknown`);
	expect(mask({ list: [1, null, { [written]: written }] })).toEqual({
		list: [1, null, { [removed]: removed }],
	});
});

it('a name that an assignment would lose stays', () => {
	const value: unknown = JSON.parse(`{"a":{"__proto__":["${key}"]}}`);
	expect(JSON.stringify(maskOf({ secret: key })(value))).toBe(`{"a":{"__proto__":["${removed}"]}}`);
});

it('a number that is the secret is removed, and no other', () => {
	expect(maskOf({ secret: '1234567890123456' })([1234567890123456, 123, 0, true, null])).toEqual([
		removed,
		123,
		0,
		true,
		null,
	]);
});

it('of two secrets that begin alike each is removed', () => {
	const [one, other] = [`${key}.1234567`, `${key}.7654321`];
	const mask = maskOf({
		clientSecret: one,
		oauthTokenData: { refresh_token: other, access_token: key },
	});
	expect(mask(`${one} ${other} ${key}`)).toBe(`${removed} ${removed} ${removed}`);
});

it('addresses and choices stay, and an empty key removes nothing', () => {
	const mask = maskOf({ baseUrl: 'https://a.example', allow: 'everything', apiKey: '' });
	expect(mask('https://a.example everything')).toBe('https://a.example everything');
});

const commentBy = async (url: string, secret: string, goesOn = false) => {
	const { error, output } = await runNode({
		parameters: parametersOf('task.comment', { taskId: byId('1'), comment: 'Hello' }),
		credentials: keyCredential(url, secret),
		...(goesOn && { onError: 'continueRegularOutput' as const }),
	});
	return JSON.stringify([error?.message, error?.description, output]);
};

describe('an error of the node', () => {
	it.each([key, 'a/b+c="d"&<e>f-12'])('has no %s that the service repeats', async (sent) => {
		const echoes = [sent, encodeURIComponent(sent)];
		const detail = [{ loc: ['header'], msg: echoes.join(' '), type: 'x', ctx: { echoes } }];
		const server = await serve((response) => sendJson(response, 422, { detail }));
		for (const goesOn of [false, true]) {
			const told = await commentBy(server.url, sent, goesOn);
			expect(told).toContain(removed);
			for (const echo of echoes) expect(told).not.toContain(JSON.stringify(echo).slice(1, -1));
		}
	});

	it.each([
		['#1', '#1'],
		['x'.repeat(200), `${'x'.repeat(80)}…`],
		[`${'x'.repeat(70)}${key}`, `${'x'.repeat(70)}[secret re…`],
	])('shows the value that was given, cut and without a key: %s', async (value, shown) => {
		const { error } = await runNode({
			parameters: parametersOf('task.get', { taskId: byId('={{ $json.value }}') }),
			credentials: keyCredential('http://127.0.0.1:9', key),
			items: itemsOf({ value }),
		});
		expect(error?.message).toBe(`"Task" must be a whole number, not ${shown}`);
	});

	it('has no beginning of a key, where a response is cut', async () => {
		for (const length of [270, 280, 290]) {
			const message = 'x'.repeat(length) + key;
			const server = await serve((response) => sendJson(response, 200, { message }));
			expect(await commentBy(server.url, key)).not.toContain(key.slice(0, 8));
		}
	});
});
