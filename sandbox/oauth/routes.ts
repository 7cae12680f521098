import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Service } from '../service';
import { findMember } from '../store/members';
import { findClient } from '../store/oauth';
import { membersOf } from '../web/act';
import { refusalOfCaller, secure } from '../web/guard';
import { sendPage, sendProblem } from '../web/page';
import { isCallback } from './model';
import type { OAuthAnswer, OAuthRequest } from './server';
import { authorize, token } from './server';

/** Where an application sends people who are to consent, and where it gets its tokens. */
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

/** Fields that the person fills in, and no application. */
const decisionFields = ['allowed', 'user_email'];

/** Chromium asks that a form may also be sent to where its answer leads. */
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

const sendConsent = (
	service: Service,
	reply: FastifyReply,
	query: Record<string, string>,
): FastifyReply => {
	const client = findClient(service.store, query.client_id ?? '');
	const title = 'Connect an application';
	const refuse = (text: string) => sendProblem(secure(reply), service, 400, title, text);
	if (client === undefined) return refuse('The client ID belongs to no application.');
	const { redirect_uri: redirectUri = '' } = query;
	if (!isCallback(redirectUri)) {
		return refuse('The redirect address is not that of an n8n on this machine.');
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

const decide = async (
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	body: Record<string, string>,
): Promise<FastifyReply> => {
	const client = findClient(service.store, body.client_id ?? '');
	const member = client && findMember(service.store, client.organizationId, body.user_email ?? '');
	const title = 'Connect an application';
	if (client === undefined || member === undefined) {
		const text = 'The form names no member of the organization.';
		return sendProblem(secure(reply), service, 400, title, text);
	}
	const answer = await authorize(service, asked(request, {}, body), member.userId);
	if (answer.headers.location === undefined && answer.problem !== null) {
		return sendProblem(secure(reply), service, answer.status, title, answer.problem);
	}
	return sendAnswer(secure(reply), answer);
};

/** The sandbox's authorization server: a page to consent on, and the endpoint that gives tokens. */
export const addOAuth = async (app: FastifyInstance, service: Service): Promise<void> => {
	app.removeAllContentTypeParsers();
	await app.register(formbody, { bodyLimit: 64 * 1024 });
	app.get(oauthPaths.authorization, (request, reply) => {
		const query = read(request.query);
		const refusal = query ? refusalOfCaller(request) : 'A parameter of the address is given twice.';
		if (query !== undefined && refusal === undefined) return sendConsent(service, reply, query);
		return sendProblem(secure(reply), service, 400, 'Connect an application', String(refusal));
	});
	app.post(oauthPaths.authorization, (request, reply) => {
		const body = read(request.body);
		const refusal = body ? refusalOfCaller(request) : 'A field of the form is given twice.';
		if (body !== undefined && refusal === undefined) return decide(service, request, reply, body);
		return sendProblem(secure(reply), service, 400, 'Connect an application', String(refusal));
	});
	app.post(oauthPaths.token, async (request, reply) => {
		const body = read(request.body);
		if (body !== undefined)
			return sendAnswer(reply, await token(service, asked(request, {}, body)));
		const error_description = 'Invalid request: a parameter is given twice';
		return reply.code(400).send({ error: 'invalid_request', error_description });
	});
};
