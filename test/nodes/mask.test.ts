import { afterEach, describe, expect, it } from '@jest/globals';
import { maskOf } from '../../nodes/shared/client/mask';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const removed = '[secret removed]';
const key = 'sandbox_c2VjcmV0-LW9mLXRoZS10ZXN0';
/** A token with signs that each encoding writes in another way. */
const odd = 'a/b+c="d"&<é> \\f\'';

const percent = (text: string) =>
	[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const numeric = (text: string) => [...text].map((one) => `&#${one.codePointAt(0)};`).join('');
const hexadecimal = (text: string) =>
	[...text].map((one) => `&#x${(one.codePointAt(0) ?? 0).toString(16)};`).join('');
const unicode = (text: string) =>
	[...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const html = (text: string) =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#039;');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const inner = (text: string) => JSON.stringify(text).slice(1, -1);

const encodings: ReadonlyArray<readonly [string, (text: string) => string]> = [
	['as it is', (text) => text],
	['as encodeURIComponent writes it', encodeURIComponent],
	[
		'in percent of small letters',
		(text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
	],
	['as a form writes it', (text) => new URLSearchParams({ text }).toString().slice('text='.length)],
	['in percent throughout', percent],
	[
		'in percent of capitals throughout',
		(text) => percent(text).replace(/%../g, (one) => one.toUpperCase()),
	],
	['in HTML', html],
	['in numbers of HTML', numeric],
	['in hexadecimal numbers of HTML', hexadecimal],
	['in JSON', inner],
	['in JSON within JSON', (text) => inner(inner(text))],
	['in JSON throughout', unicode],
	['in JSON with escaped slashes', (text) => inner(text).replaceAll('/', '\\/')],
	['in Base64', base64],
	['in Base64 without padding', (text) => base64(text).replace(/=+$/, '')],
	['in Base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
	['in Base64 in percent', (text) => encodeURIComponent(base64(text))],
];

describe.each([key, odd, 'Zürich-47', 'a1b2', 'x'.repeat(40) + 'é'.repeat(3_000)])(
	'%s',
	(secret) => {
		const mask = maskOf({ baseUrl: 'https://a.example', apiKey: secret });

		it.each(encodings)('is taken out %s', (_, encode) => {
			const text = mask(`Key ${encode(secret)} is unknown`);
			expect(text.replace(/(=|%3D)+/, '')).toBe(`Key ${removed} is unknown`);
			expect(JSON.stringify(mask({ [encode(secret)]: [encode(secret)] }))).not.toContain(
				inner(encode(secret)),
			);
		});

		it.each(['a:', 'ab:', 'abc:', ''])(
			'is taken out of the Base64 of more, behind %j',
			(before) => {
				const text = mask(base64(`${before}${secret}:after`));
				expect(text).toContain(removed);
				const left = Buffer.from(text.replace(removed, ''), 'base64').toString();
				expect(left).not.toContain(secret.slice(1, -1));
			},
		);
	},
);

it('of two secrets that begin alike each is taken out', () => {
	const [one, other] = [`${key}.1234567`, `${key}.7654321`];
	const mask = maskOf({
		accessToken: one,
		oauthTokenData: { refresh_token: other, access_token: key },
	});
	expect(mask(`${one} ${other} ${key}`)).toBe(`${removed} ${removed} ${removed}`);
});

it('a secret of less than four characters is taken out as a word of its own', () => {
	const mask = maskOf({ apiKey: 'is' });
	expect(mask('This is "is", &#105;s, %69s')).toBe(
		`This ${removed} "${removed}", ${removed}, ${removed}`,
	);
	expect(maskOf({ apiKey: '' })('This is')).toBe('This is');
});

it('addresses and choices stay', () => {
	const mask = maskOf({ baseUrl: 'https://a.example', allow: 'everything', apiKey: key });
	expect(mask('https://a.example everything')).toBe('https://a.example everything');
});

it('a body of any depth is masked, and what no answer nests so deep is left out', () => {
	const nested = (depth: number): unknown =>
		JSON.parse(`${'{"a":['.repeat(depth)}${JSON.stringify(key)}${']}'.repeat(depth)}`);
	const mask = maskOf({ apiKey: key });
	expect(JSON.stringify(mask(nested(200)))).toContain(removed);
	expect(JSON.stringify(mask(nested(3_000)))).toContain('[nested too deep]');
	expect(JSON.stringify(mask(nested(3_000)))).not.toContain(key);
});

it('what a text costs grows with its length only', () => {
	const mask = maskOf({ apiKey: key });
	for (const part of ['%73%61', '\\', '&#115;', key.slice(0, -1), 'sand', '&#0']) {
		const text = part.repeat(Math.ceil(2_000_000 / part.length));
		// By the processor's time, for the machine may be busy; what grew with the square took hours.
		const started = process.cpuUsage();
		expect(mask(text)).toHaveLength(text.length);
		expect(process.cpuUsage(started).user / 1_000).toBeLessThan(10_000);
	}
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
	const sent = 'a/b+c="d"&<e>f-12';

	it('holds no form of the key that the service repeats', async () => {
		const echoes = encodings.map(([, encode]) => encode(sent));
		const detail = [{ loc: ['header'], msg: echoes.join(' '), type: 'x', ctx: { echoes } }];
		const server = await serve((response) => sendJson(response, 422, { detail }));
		for (const goesOn of [false, true]) {
			const told = await commentBy(server.url, sent, goesOn);
			expect(told).toContain(removed);
			for (const echo of echoes) expect(told).not.toContain(inner(echo));
		}
	});

	it('holds no short key', async () => {
		const server = await serve((response) => sendJson(response, 401, { detail: 'No key k3y9' }));
		for (const goesOn of [false, true]) {
			expect(await commentBy(server.url, 'k3y9', goesOn)).toContain(`No key ${removed}`);
		}
	});

	it('holds no beginning of a key, where an answer is cut', async () => {
		for (const length of Array.from({ length: 50 }, (_, index) => 245 + index)) {
			const message = 'x'.repeat(length) + key;
			const server = await serve((response) => sendJson(response, 200, { message }));
			expect(await commentBy(server.url, key)).not.toContain(key.slice(0, 8));
			await stopAll();
		}
	});

	it.each([200, 422])('tells of an answer with status %d however deep it is', async (status) => {
		const deep = `${'{"a":['.repeat(20_000)}${JSON.stringify(key)}${']}'.repeat(20_000)}`;
		const server = await serve((response) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(`{"detail":[{"loc":["body"],"msg":"Not ${key}","type":"x","ctx":${deep}}]}`);
		});
		for (const goesOn of [false, true]) {
			const told = await commentBy(server.url, key, goesOn);
			expect(told).toContain(status === 200 ? 'did not confirm' : `Not ${removed}`);
			expect(told).not.toContain(key);
		}
	});
});
