import { describe, expect, it } from '@jest/globals';
import axios from 'axios';
import type { Answer } from '../support/service';
import { useService } from '../support/service';

/*
 * Section 5 of the API text says what an access token must be like; how it is obtained is not shown,
 * and is the sandbox's own choice.
 */

const service = useService();

const redirectUri = 'http://localhost:5678/rest/oauth2-credential/callback';

type Fields = Readonly<Record<string, string>>;

const post = async (url: string, fields: Fields, headers: Fields = {}): Promise<Answer> => {
	const answer = await axios.post(url, new URLSearchParams(fields), {
		headers,
		maxRedirects: 0,
		validateStatus: () => true,
		proxy: false,
	});
	return { status: answer.status, headers: answer.headers as Fields, data: answer.data };
};

const application = (): Fields => {
	const { clientId, clientSecret } = service.sandbox.oauth;
	return { client_id: clientId, client_secret: clientSecret };
};

const token = (fields: Fields): Promise<Answer> =>
	post(service.sandbox.oauth.tokenUrl, { ...application(), ...fields });

/** What a browser sends when the person presses Allow or Deny. */
const decide = (fields: Fields = {}, origin = service.sandbox.appUrl): Promise<Answer> =>
	post(
		service.sandbox.oauth.authorizationUrl,
		{
			client_id: service.sandbox.oauth.clientId,
			redirect_uri: redirectUri,
			response_type: 'code',
			scope: 'users:read',
			user_email: 'jose.nunez@meridian.example',
			decision: 'allow',
			...fields,
		},
		{ Origin: origin },
	);

const landing = ({ headers }: Answer): Fields =>
	Object.fromEntries(new URL(headers.location ?? '').searchParams);

const codeFor = async (fields: Fields = {}): Promise<string> =>
	landing(await decide(fields)).code ?? '';

const exchange = (code: string, fields: Fields = {}): Promise<Answer> =>
	token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...fields });

const orgInfo = async (accessToken: unknown): Promise<number> => {
	const headers = { Authorization: `Bearer ${String(accessToken)}` };
	return (await service.call('GET', '/v2/users/org-info', { key: null, headers })).status;
};

const refused = (error: string, status = 400) => ({ status, data: { error } });

describe('an authorization code', () => {
	it('is given for a consent, and exchanged once for tokens that open the organization', async () => {
		const answer = await decide({ state: 'a b&c' });
		expect(answer.headers.location).toContain(redirectUri);
		const { code = '', state } = landing(answer);
		expect(state).toBe('a b&c');
		const { status, data } = await exchange(code);
		expect([status, data]).toEqual([
			200,
			{
				access_token: expect.any(String),
				refresh_token: expect.any(String),
				token_type: 'Bearer',
				expires_in: 3600,
				scope: 'users:read',
			},
		]);
		expect(await orgInfo(data.access_token)).toBe(200);
		expect(await exchange(code)).toMatchObject(refused('invalid_grant'));
	});

	it.each<Fields>([
		{ redirect_uri: 'https://evil.example/rest/oauth2-credential/callback' },
		{ redirect_uri: 'http://localhost@evil.example/rest/oauth2-credential/callback' },
		{ redirect_uri: 'http://localhost:5678/elsewhere' },
		{ client_id: 'unknown' },
		{ user_email: 'sanne.visser@harbour.example' },
	])('is not given for %j', async (fields) => {
		expect(await decide(fields)).toMatchObject({ status: 400, headers: {} });
	});
});

describe('tokens', () => {
	it('section 5: expire, and are refreshed until the refresh token expires', async () => {
		const { data } = await exchange(await codeFor());
		const refresh = () =>
			token({ grant_type: 'refresh_token', refresh_token: String(data.refresh_token) });
		service.sandbox.setClockShift(3600_000);
		expect(await orgInfo(data.access_token)).toBe(401);
		for (const fresh of await Promise.all([refresh(), refresh()])) {
			expect([fresh.status, fresh.data.scope]).toEqual([200, 'users:read']);
			expect(await orgInfo(fresh.data.access_token)).toBe(200);
		}
		service.sandbox.setClockShift(14 * 24 * 3600_000);
		expect(await refresh()).toMatchObject(refused('invalid_grant'));
		service.sandbox.setClockShift(0);
	});

	it('section 5: of the application itself act as the admin who created it', async () => {
		const { tokenUrl, clientId, clientSecret } = service.sandbox.oauth;
		const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
		const fields = { grant_type: 'client_credentials', scope: 'users:read' };
		const header = { Authorization: `Basic ${basic}` };
		for (const { status, data } of [await token(fields), await post(tokenUrl, fields, header)]) {
			expect([status, data.refresh_token]).toStrictEqual([200, undefined]);
			expect(await orgInfo(data.access_token)).toBe(200);
		}
	});
});
