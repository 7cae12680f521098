import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Service } from '../service';
import { findMember } from '../store/members';
import { findClient } from '../store/oauth';
import { callerProblem, secure } from '../web/guard';
import { sendPage, sendProblem } from '../web/page';
import { membersOf } from '../web/people';
import { isCallback } from './callback';
import type { OAuthAnswer, OAuthRequest } from './server';
import { authorize, issueTokens } from './server';

/** Where an application sends people for their consent, and where it gets its tokens. */
export const oauthPaths = { authorization: '/oauth/authorize', token: '/oauth/token' } as const;

/** A parameter that is given twice is not valid (RFC 6749, section 3.1). */
const parameters = z.record(z.string());

const read = (input: unknown): Record<string, string> | undefined =>
	parameters.safeParse(input ?? {}).data;

const asked = (
	{ method, headers }: FastifyRequest,
	query: Record<string, string>,
	body: Record<string, string>,
): OAuthRequest => ({ method, headers, query, body });

const sendAnswer = (reply: FastifyReply, { status, headers, body }: OAuthAnswer): FastifyReply =>
	reply.code(status).headers(headers).send(body);

/** Fields that the person fills in, not an application. */
const decisionFields = ['allowed', 'user_email'];

/** Chromium requires that the policy also allows the target of the redirect after the form. */
const consentPolicy = (redirectUri: string): string =>
	[
		"default-src 'none'",
		"style-src 'self'",
		"script-src 'self'",
		"img-src 'self'",
		`form-action 'self' ${new URL(redirectUri).origin}`,
		"frame-ancestors 'none'",
		"base-uri 'none'",
	].join('; ');

const title = 'Connect an application';

const sendConsentProblem = (
	service: Service,
	reply: FastifyReply,
	problem: string,
	status = 400,
): FastifyReply => sendProblem(secure(reply), service, status, title, problem);

const sendConsent = (
	service: Service,
	reply: FastifyReply,
	query: Record<string, string>,
): FastifyReply => {
	const client = findClient(service.store, query.client_id ?? '');
	if (client === undefined) {
		return sendConsentProblem(service, reply, 'No application has this client ID.');
	}
	const { redirect_uri: redirectUri = '' } = query;
	if (!isCallback(redirectUri)) {
		const problem = 'The redirect address does not belong to an n8n on this machine.';
		return sendConsentProblem(service, reply, problem);
	}
	const members = membersOf(service, client.organizationId);
	secure(reply).header('Content-Security-Policy', consentPolicy(redirectUri));
	return sendPage(reply, service, 'consent', {
		title,
		section: null,
		client: client.name,
		origin: new URL(redirectUri).origin,
		scope: (query.scope ?? '').split(' ').filter(Boolean),
		members,
		acting: members.find(({ user_id }) => user_id === client.creatorId)?.email,
		action: oauthPaths.authorization,
		parameters: Object.entries(query).filter(([name]) => !decisionFields.includes(name)),
	});
};

const answerConsent = async (
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	body: Record<string, string>,
): Promise<FastifyReply> => {
	const client = findClient(service.store, body.client_id ?? '');
	const member = client && findMember(service.store, client.organizationId, body.user_email ?? '');
	if (client === undefined || member === undefined) {
		const problem = 'The form names no member of the organization.';
		return sendConsentProblem(service, reply, problem);
	}
	const answer = await authorize(service, asked(request, {}, body), member.userId);
	if (answer.headers.location === undefined && answer.problem !== null) {
		return sendConsentProblem(service, reply, answer.problem, answer.status);
	}
	return sendAnswer(secure(reply), answer);
};

/** The sandbox's authorization server: a consent page, and the token endpoint. */
export const addOAuth = async (app: FastifyInstance, service: Service): Promise<void> => {
	app.removeAllContentTypeParsers();
	await app.register(formbody, { bodyLimit: 64 * 1024 });
	app.get(oauthPaths.authorization, (request, reply) => {
		const query = read(request.query);
		const problem = query ? callerProblem(request) : 'A parameter of the address is given twice.';
		if (query !== undefined && problem === undefined) return sendConsent(service, reply, query);
		return sendConsentProblem(service, reply, String(problem));
	});
	app.post(oauthPaths.authorization, (request, reply) => {
		const body = read(request.body);
		const problem = body ? callerProblem(request) : 'A field of the form is given twice.';
		if (body !== undefined && problem === undefined)
			return answerConsent(service, request, reply, body);
		return sendConsentProblem(service, reply, String(problem));
	});
	app.post(oauthPaths.token, async (request, reply) => {
		const body = read(request.body);
		if (body !== undefined)
			return sendAnswer(reply, await issueTokens(service, asked(request, {}, body)));
		const error_description = 'Invalid request: a parameter is given twice';
		return reply.code(400).send({ error: 'invalid_request', error_description });
	});
};
