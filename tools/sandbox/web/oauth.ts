import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isoTime } from '../clock';
import { sampleData } from '../seed';
import { members, organizations } from '../seed/accounts';
import type { Service } from '../service';
import { findMember, membersOf } from '../store/members';
import { readJson } from '../store/sql';
import { formOf, textOf } from './form';
import { pagePolicy } from './guard';
import { sendPage, sendProblem } from './page';

/** Where an application sends people for their consent, and where it gets its tokens. */
export const oauthPaths = { authorization: '/oauth/authorize', token: '/oauth/token' } as const;

/** Lifetimes in seconds. */
const lifetimes = { code: 600, refresh: 14 * 24 * 3600, access: 3600 } as const;

/** URLs where n8n on this machine receives the response of the consent page. */
const callback =
	/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?\/rest\/oauth2-credential\/callback$/;

/** What a person, or the application for itself, has allowed. */
interface Grant {
	readonly userId: number;
	readonly scope: string;
	readonly redirectUri?: string;
	/** Empty without PKCE. */
	readonly challenge?: string;
}

const keep = ({ store, clock }: Service, kind: 'code' | 'refresh', grant: Grant): string => {
	const token = randomBytes(32).toString('base64url');
	store.sql.run`INSERT INTO oauth_grants (token, kind, body, expires_at) VALUES
		(${token}, ${kind}, ${JSON.stringify(grant)}, ${clock.now() + lifetimes[kind] * 1000})`;
	return token;
};

const find = ({ store, clock }: Service, kind: 'code' | 'refresh', token: string) => {
	const row = store.sql.get`SELECT body FROM oauth_grants
		WHERE token = ${token} AND kind = ${kind} AND expires_at > ${clock.now()}`;
	return row && readJson<Grant>(row.body);
};

/** The grant of a code, which is used up by it, whatever follows. */
const exchanged = (service: Service, form: FormData): Grant | undefined => {
	const code = textOf(form, 'code');
	const grant = find(service, 'code', code);
	service.store.sql.run`DELETE FROM oauth_grants WHERE token = ${code} AND kind = 'code'`;
	const verifier = createHash('sha256').update(textOf(form, 'code_verifier'));
	const isProven = !grant?.challenge || grant.challenge === verifier.digest('base64url');
	return grant?.redirectUri === textOf(form, 'redirect_uri') && isProven ? grant : undefined;
};

const issue = ({ store, clock }: Service, { userId, scope }: Grant, refresh_token?: string) => {
	const access_token = randomBytes(32).toString('base64url');
	const expires_in = lifetimes.access;
	store.sql.run`
		INSERT INTO access_tokens (token, org_id, user_id, name, scope, expires_at)
		VALUES (${access_token}, ${organizations.main}, ${userId}, 'issued', ${scope},
			${isoTime(clock.now() + expires_in * 1000)})`;
	return { access_token, token_type: 'Bearer', expires_in, scope, refresh_token };
};

/** New tokens, or the code of an error. The client is in the header or in the form. */
const tokensFor = (service: Service, request: FastifyRequest): object | string => {
	const form = formOf(request);
	const { clientId, clientSecret } = sampleData(service.store).oauthApplication;
	const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
	const inForm = `${textOf(form, 'client_id')}:${textOf(form, 'client_secret')}`;
	const given = basic === undefined ? inForm : Buffer.from(basic, 'base64').toString();
	if (given !== `${clientId}:${clientSecret}`) return 'invalid_client';
	const [type, refreshToken] = [textOf(form, 'grant_type'), textOf(form, 'refresh_token')];
	if (type === 'client_credentials') {
		return issue(service, { userId: members[0].userId, scope: textOf(form, 'scope') });
	}
	if (type !== 'authorization_code' && type !== 'refresh_token') return 'unsupported_grant_type';
	const isNew = type === 'authorization_code';
	const grant = isNew ? exchanged(service, form) : find(service, 'refresh', refreshToken);
	if (grant === undefined) return 'invalid_grant';
	// It stays valid: several items can find the same token expired at the same time.
	return issue(service, grant, isNew ? keep(service, 'refresh', grant) : refreshToken);
};

/** Asks for consent or, with a decision, redirects to n8n. */
const answerConsent = (service: Service, reply: FastifyReply, given: FormData) => {
	const [redirectUri, scope] = [textOf(given, 'redirect_uri'), textOf(given, 'scope')];
	const title = 'Connect an application';
	const { clientId } = sampleData(service.store).oauthApplication;
	if (textOf(given, 'client_id') !== clientId || !callback.test(redirectUri)) {
		const problem = 'No application has this client ID, or its address is no n8n on this machine.';
		return sendProblem(reply, service, 400, title, problem);
	}
	const decision = textOf(given, 'decision');
	if (decision === '') {
		const { origin } = new URL(redirectUri);
		// Chromium requires that the policy also allows the target of the redirect after the form.
		void reply.header('Content-Security-Policy', pagePolicy({ 'form-action': `'self' ${origin}` }));
		const people = {
			members: membersOf(service.store, organizations.main),
			acting: members[0].email,
		};
		const view = { title, section: null, origin, scope, parameters: [...given], ...people };
		return sendPage(reply, service, 'consent', view);
	}
	const member = findMember(service.store, organizations.main, textOf(given, 'user_email'));
	if (member === undefined) return sendProblem(reply, service, 400, title, 'Choose a member.');
	const challenge = textOf(given, 'code_challenge');
	const grant = { userId: member.userId, scope, redirectUri, challenge };
	const answer = new URLSearchParams({
		...(decision === 'allow' ? { code: keep(service, 'code', grant) } : { error: 'access_denied' }),
		state: textOf(given, 'state'),
	});
	return reply.redirect(`${redirectUri}?${answer.toString()}`, 302);
};

export const addConsentPage = (pages: FastifyInstance, service: Service): void => {
	pages.get(oauthPaths.authorization, ({ query }, reply) => {
		const form = new FormData();
		for (const [name, value] of Object.entries(query as object)) form.append(name, String(value));
		form.delete('decision');
		return answerConsent(service, reply, form);
	});
	pages.post(oauthPaths.authorization, (request, reply) =>
		answerConsent(service, reply, formOf(request)),
	);
};

/** Apart from the pages: programs send no `Origin`. */
export const addTokenEndpoint = (app: FastifyInstance, service: Service): void => {
	app.post(oauthPaths.token, (request, reply) => {
		const answer = service.store.transaction(() => tokensFor(service, request));
		void reply.header('Cache-Control', 'no-store');
		if (typeof answer === 'object') return reply.send(answer);
		return reply.code(answer === 'invalid_client' ? 401 : 400).send({ error: answer });
	});
};
