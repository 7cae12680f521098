import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract, EndpointName } from '../../../src/contract';
import { contract } from '../../../src/contract';
import type { Fault, Faults } from '../control/faults';
import type { WholeFault } from '../control/injectFault';
import { injectFault } from '../control/injectFault';
import type { Service } from '../service';
import type { AnswerBuffers } from './answerBuffers';
import type { Actor } from './authentication';
import { authenticate } from './authentication';
import type { Call, Handlers } from './handler';
import { invalidRefusal, pathRefusal } from './invalidRequest';
import type { RateLimit } from './rateLimit';
import { rateHeaders, rateRefusal } from './rateLimit';
import { parseBody, parsePart } from './validation';

declare module 'fastify' {
	interface FastifyRequest {
		actor: Actor | null;
		/** Whether its response is undocumented on purpose: because of a fault or an option. */
		isFaulty: boolean;
	}
	interface FastifyContextConfig {
		endpoint?: EndpointName;
	}
}

const route = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Authenticates, then counts: every later response has the headers of section 8.2. */
const admit = (
	name: EndpointName,
	service: Service,
	rateLimit: RateLimit,
	request: FastifyRequest,
	reply: FastifyReply,
): void => {
	const { actor, refusal } = authenticate(
		service.store,
		service.clock,
		contract[name],
		request.headers,
	);
	request.actor = actor;
	if (request.logged) request.logged.apiKeyId = actor.apiKeyId;
	const state = rateLimit.count(actor.rateBucket, actor.rateLimit ?? service.options.rateLimit);
	reply.headers(rateHeaders(state, service.clock));
	if (state.exceeded) throw rateRefusal(state, service.clock);
	if (refusal !== undefined) throw refusal;
};

const parse = <Name extends EndpointName>(
	name: Name,
	service: Service,
	actor: Actor,
	request: FastifyRequest,
): Call<Contract[Name]> => {
	const { params, query, body } = request;
	const endpoint = contract[name];
	const path = parsePart('path', 'params' in endpoint ? endpoint.params : undefined, params);
	if ('issues' in path) {
		const { malformedPath } = service.options;
		request.isFaulty = !endpoint.errors.some((status) => status === malformedPath);
		throw pathRefusal(endpoint, params as Record<string, string>, path.issues, malformedPath);
	}
	const { unknownFields } = service.options;
	const querySchema = 'query' in endpoint ? endpoint.query : undefined;
	const parsedQuery = parsePart('query', querySchema, query, unknownFields);
	const parsedBody = parseBody(endpoint, body, unknownFields);
	if ('issues' in parsedQuery || 'issues' in parsedBody) {
		const issues = [parsedQuery, parsedBody].flatMap((part) =>
			'issues' in part ? part.issues : [],
		);
		throw invalidRefusal(name, { params: path.value, body, issues, actor }, service);
	}
	return {
		params: path.value,
		query: parsedQuery.value,
		body: parsedBody.value,
		actor,
	} as Call<Contract[Name]>;
};

/** What the routes of the API need. */
export interface ApiParts {
	readonly service: Service;
	readonly rateLimit: RateLimit;
	readonly faults: Faults;
	readonly buffers: AnswerBuffers;
}

const nothing = new Uint8Array();

/** A fault that replaces the correct response. A fault that slows it is stored on the request. */
const withoutDribble = (fault: Fault | undefined, request: FastifyRequest) => {
	if (fault?.kind === 'dribble') request.dribble = fault;
	else return fault as WholeFault | undefined;
	return undefined;
};

/** Serves one endpoint of the contract: credential, rate limit, validation, one transaction. */
export const addRoute = <Name extends EndpointName>(
	app: FastifyInstance,
	name: Name,
	handlers: Handlers,
	{ service, rateLimit, faults, buffers }: ApiParts,
): void => {
	const { method, path } = contract[name];
	app.route({
		method,
		url: route(path),
		config: { endpoint: name },
		onRequest: (request, reply, done) => {
			admit(name, service, rateLimit, request, reply);
			done();
		},
		handler: (request, reply) => {
			const { actor } = request;
			if (actor === null) throw new Error(`${name} was reached without a credential`);
			const fault = withoutDribble(faults.next(name), request);
			request.isFaulty = fault !== undefined;
			const isApplied = fault === undefined || fault.applied || fault.kind === 'truncate';
			if (!isApplied) return injectFault(fault, faults, request, reply, nothing);
			const work = () => handlers[name](parse(name, service, actor, request), service);
			// A read is one piece of synchronous work, and needs no transaction.
			const answer = method === 'GET' ? work() : service.store.transaction(work);
			const parts = Array.isArray(answer) ? answer : [Buffer.from(JSON.stringify(answer))];
			const json = buffers.join(parts, reply.raw);
			if (fault !== undefined) return injectFault(fault, faults, request, reply, json);
			return reply.type('application/json; charset=utf-8').send(json);
		},
	});
};
