import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axios from 'axios';
import type { Answer, Service } from './support/service';
import { startService } from './support/service';

/*
 * Section 5 of the API text says what an access token must be like; how it is obtained is not shown,
 * and is the sandbox's own choice.
 */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.sandbox.stop());

const redirectUri = 'http://localhost:5678/rest/oauth2-credential/callback';

type Fields = Readonly<Record<string, string>>;

const post = async (url: string, fields: Fields, headers: Fields = {}): Promise<Answer> => {
	const {
		status,
		headers: received,
		data,
	} = await axios.post(url, new URLSearchParams(fields), {
		headers,
		maxRedirects: 0,
		validateStatus: () => true,
		proxy: false,
	});
	return { status, headers: received as Answer['headers'], data };
};

const application = (): Fields => {
	const { clientId, clientSecret } = service.sandbox.oauth;
	return { client_id: clientId, client_secret: clientSecret };
};

const token = (fields: Fields, headers?: Fields): Promise<Answer> =>
	post(service.sandbox.oauth.tokenUrl, fields, headers);

/** What a browser sends when the person presses Allow or Deny. */
const decide = (fields: Fields): Promise<Answer> => {
	const { authorizationUrl, clientId } = service.sandbox.oauth;
	const asked = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code' };
	const { origin } = new URL(authorizationUrl);
	return post(
		authorizationUrl,
		{ ...asked, user_email: 'jose.nunez@meridian.example', ...fields },
		{ Origin: origin },
	);
};

const landing = ({ headers }: Answer): URLSearchParams =>
	new URL(headers.location ?? '').searchParams;

const codeFor = async (fields: Fields = {}): Promise<string> => {
	const answer = await decide({ scope: 'users:read', allowed: 'true', ...fields });
	expect(answer.status).toBe(302);
	return landing(answer).get('code') ?? '';
};

const exchange = (code: string, fields: Fields = {}): Promise<Answer> =>
	token({
		...application(),
		grant_type: 'authorization_code',
		code,
		redirect_uri: redirectUri,
		...fields,
	});

const orgInfo = (accessToken: unknown): Promise<Answer> =>
	service.call('GET', '/v2/users/org-info', {
		key: null,
		headers: { Authorization: `Bearer ${String(accessToken)}` },
	});

const detailOf = ({ status, data }: Answer): unknown[] => [status, data.detail];

describe('authorization code', () => {
	it('is given for a consent, and exchanged for tokens that open the organization', async () => {
		const answer = await decide({ scope: 'users:read', state: 'a b&c', allowed: 'true' });
		expect(landing(answer).get('state')).toBe('a b&c');
		expect(answer.headers.location).toContain(redirectUri);
		const { status, data, headers } = await exchange(landing(answer).get('code') ?? '');
		expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
		expect(data).toEqual({
			access_token: expect.any(String),
			refresh_token: expect.any(String),
			token_type: 'Bearer',
			expires_in: expect.any(Number),
			scope: 'users:read',
		});
		expect((await orgInfo(data.access_token)).status).toBe(200);
	});

	it('works once, for its own address, and until it expires', async () => {
		const code = await codeFor();
		expect((await exchange(code)).status).toBe(200);
		expect((await exchange(code)).data).toMatchObject({ error: 'invalid_grant' });
		const other = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';
		const elsewhere = await exchange(await codeFor(), { redirect_uri: other });
		expect([elsewhere.status, elsewhere.data.error]).toEqual([400, 'invalid_request']);
		const late = await codeFor();
		service.sandbox.setClockShift(11 * 60_000);
		expect((await exchange(late)).data).toMatchObject({ error: 'invalid_grant' });
		service.sandbox.setClockShift(0);
	});

	it('is given to one of two exchanges at the same time', async () => {
		const code = await codeFor();
		const answers = await Promise.all([exchange(code), exchange(code), exchange(code)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
	});

	it('takes the verifier of its challenge only (PKCE), and is used up by a wrong one', async () => {
		const verifier = randomBytes(40).toString('base64url');
		const challenge = createHash('sha256').update(verifier).digest('base64url');
		const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
		const right = await exchange(await codeFor(pkce), { code_verifier: verifier });
		expect(right.status).toBe(200);
		const code = await codeFor(pkce);
		const wrong = await exchange(code, { code_verifier: verifier.replace(/./, '~') });
		expect([wrong.status, wrong.data.error]).toEqual([400, 'invalid_grant']);
		const again = await exchange(code, { code_verifier: verifier });
		expect([again.status, again.data.error]).toEqual([400, 'invalid_grant']);
	});

	it('is denied when the person denies', async () => {
		const answer = await decide({ scope: 'users:read', state: 'x', allowed: 'false' });
		expect(answer.status).toBe(302);
		const { error, state } = Object.fromEntries(landing(answer));
		expect([error, state]).toEqual(['access_denied', 'x']);
	});
});

describe('tokens', () => {
	it('section 5: without users:read are answered with 403', async () => {
		for (const scope of ['documents:read', '']) {
			const { data } = await exchange(await codeFor({ scope }));
			expect(detailOf(await orgInfo(data.access_token))).toEqual([
				403,
				'Insufficient scope; this endpoint requires: users:read',
			]);
		}
	});

	it('section 5: expire, and are refreshed until the refresh token expires', async () => {
		const { data } = await exchange(await codeFor());
		const refresh = () =>
			token({
				...application(),
				grant_type: 'refresh_token',
				refresh_token: String(data.refresh_token),
			});
		service.sandbox.setClockShift(3600_000);
		expect(detailOf(await orgInfo(data.access_token))).toEqual([401, 'Invalid access token']);
		const [one, other] = await Promise.all([refresh(), refresh()]);
		for (const { status, data: fresh } of [one, other]) {
			expect([status, fresh.scope]).toEqual([200, 'users:read']);
			expect(Number(fresh.expires_in)).toBeGreaterThan(3590);
			expect((await orgInfo(fresh.access_token)).status).toBe(200);
		}
		service.sandbox.setClockShift(14 * 24 * 3600_000);
		expect((await refresh()).data).toMatchObject({ error: 'invalid_grant' });
		service.sandbox.setClockShift(0);
	});

	it('live as long as the options say', async () => {
		const own = await startService({ accessTokenSeconds: 5 });
		const { tokenUrl, clientId, clientSecret } = own.sandbox.oauth;
		const credentials = { client_id: clientId, client_secret: clientSecret };
		const { data } = await post(tokenUrl, { ...credentials, grant_type: 'client_credentials' });
		expect(Number(data.expires_in)).toBeLessThanOrEqual(5);
		await own.sandbox.stop();
	});

	it('section 5: of the application itself act as the admin who created it', async () => {
		const { clientId, clientSecret } = service.sandbox.oauth;
		const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
		const fields = { grant_type: 'client_credentials', scope: 'users:read' };
		const answers = [
			await token({ ...application(), ...fields }),
			await token(fields, { Authorization: `Basic ${basic}` }),
		];
		for (const { status, data } of answers) {
			expect([status, data.refresh_token]).toStrictEqual([200, undefined]);
			expect((await orgInfo(data.access_token)).status).toBe(200);
		}
	});

	it('section 5: of the application from before creators were recorded are answered with 400', async () => {
		expect(detailOf(await orgInfo(service.sandbox.oauthTokens.noUser))).toEqual([
			400,
			'client_credentials tokens are not associated with a user',
		]);
	});

	it('are refused to whom is not the application', async () => {
		const fields = { grant_type: 'client_credentials' };
		const wrong = await token({ ...application(), client_secret: 'wrong', ...fields });
		expect([wrong.status, wrong.data.error]).toEqual([400, 'invalid_client']);
		const basic = Buffer.from('nobody:x').toString('base64');
		const unknown = await token(fields, { Authorization: `Basic ${basic}` });
		expect([unknown.status, unknown.data.error]).toEqual([401, 'invalid_client']);
		const password = await token({ ...application(), grant_type: 'password' });
		expect([password.status, password.data.error]).toEqual([400, 'unauthorized_client']);
		const twice = await axios.post(
			service.sandbox.oauth.tokenUrl,
			'grant_type=client_credentials&client_id=a&client_id=b',
			{ validateStatus: () => true, proxy: false },
		);
		expect([twice.status, twice.data.error]).toEqual([400, 'invalid_request']);
	});
});

describe('consent page', () => {
	const page = async (
		fields: Fields,
	): Promise<{ status: number; html: string; policy: string }> => {
		const { authorizationUrl, clientId } = service.sandbox.oauth;
		const { status, data, headers } = await axios.get<string>(authorizationUrl, {
			params: { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', ...fields },
			validateStatus: () => true,
			proxy: false,
		});
		return { status, html: data, policy: String(headers['content-security-policy']) };
	};

	it('names the application, the people to act as and the scope, and runs nothing', async () => {
		const { status, html, policy } = await page({ scope: 'users:read "><script>', state: '<b>' });
		expect(status).toBe(200);
		for (const text of ['Sample application', 'Amara Okafor', 'users:read', 'Allow', 'Deny']) {
			expect(html).toContain(text);
		}
		expect(html).not.toContain('><script>');
		expect(html).not.toContain('<b>');
		expect(policy).toContain("default-src 'none'");
	});

	it('sends nobody to an address that is not n8n on this machine', async () => {
		for (const redirect_uri of [
			'https://evil.example/rest/oauth2-credential/callback',
			'http://localhost.evil.example/rest/oauth2-credential/callback',
			'http://localhost@evil.example/rest/oauth2-credential/callback',
			'http://localhost:5678/elsewhere',
			'javascript:alert(1)',
			'',
		]) {
			expect((await page({ redirect_uri })).status).toBe(400);
			const answer = await decide({ scope: 'users:read', allowed: 'true', redirect_uri });
			expect([redirect_uri, answer.headers.location ?? '']).not.toEqual([
				redirect_uri,
				expect.stringContaining('evil'),
			]);
			if (redirect_uri !== '') expect(answer.status).toBe(400);
		}
		expect((await page({ client_id: 'unknown' })).status).toBe(400);
	});

	it('takes a decision from its own form only', async () => {
		const { authorizationUrl, clientId } = service.sandbox.oauth;
		const fields = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code' };
		const body = {
			...fields,
			user_email: 'jose.nunez@meridian.example',
			allowed: 'true',
			scope: 'users:read',
		};
		const foreign = await post(authorizationUrl, body, { Origin: 'https://evil.example' });
		expect([foreign.status, foreign.headers.location]).toStrictEqual([400, undefined]);
		const stranger = await decide({ user_email: 'sanne.visser@harbour.example', allowed: 'true' });
		expect([stranger.status, stranger.headers.location]).toStrictEqual([400, undefined]);
	});
});
