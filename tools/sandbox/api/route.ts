import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract, EndpointName } from '../../../src/contract';
import { contract } from '../../../src/contract';
import type { ControlParts } from '../control/controls';
import { injectFault, isApplied } from '../control/faults';
import { localAddress } from '../options';
import type { Service } from '../service';
import { downloadPath } from '../web/presign';
import type { Actor } from './authentication';
import { authenticate } from './authentication';
import type { Call, Handlers } from './handler';
import { JsonText } from './handler';
import { invalidRefusal, pathRefusal } from './invalidRequest';
import { rateHeaders, rateRefusal } from './rateLimit';
import { parseBody, parsePart } from './validation';

declare module 'fastify' {
	interface FastifyRequest {
		actor: Actor | null;
		/** Whether its response is undocumented on purpose. */
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
	{ service, rateLimit }: ControlParts,
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
		throw pathRefusal(endpoint, params as Record<string, string>, path.issues);
	}
	const parsedQuery = parsePart('query', 'query' in endpoint ? endpoint.query : undefined, query);
	const parsedBody = parseBody(endpoint, body);
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

/** Who calls from elsewhere reaches only the API, so the downloads are there, too. */
const servedTo = (service: Service, { host }: FastifyRequest): Service =>
	service.options.host === localAddress
		? service
		: { ...service, downloadUrl: `http://${host}${downloadPath}` };

/** Serves one endpoint of the contract: credential, rate limit, validation, one transaction. */
export const addRoute = <Name extends EndpointName>(
	app: FastifyInstance,
	name: Name,
	handlers: Handlers,
	parts: ControlParts,
): void => {
	const { service, faults } = parts;
	const { method, path } = contract[name];
	app.route({
		method,
		url: route(path),
		config: { endpoint: name },
		onRequest: (request, reply, done) => {
			admit(name, parts, request, reply);
			done();
		},
		handler: (request, reply) => {
			const { actor } = request;
			if (actor === null) throw new Error(`${name} was reached without a credential`);
			const fault = faults.next(name);
			request.isFaulty = fault !== undefined;
			if (fault && !isApplied(fault)) return injectFault(fault, faults, request, reply, '');
			const served = servedTo(service, request);
			const work = () => handlers[name](parse(name, service, actor, request), served);
			// A read is one piece of synchronous work, and needs no transaction.
			const answer = method === 'GET' ? work() : service.store.transaction(work);
			const json = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
			if (fault) return injectFault(fault, faults, request, reply, json);
			return reply.type('application/json; charset=utf-8').send(json);
		},
	});
};
