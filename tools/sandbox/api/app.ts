import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import type { EndpointName } from '../../../src/contract';
import { contract } from '../../../src/contract';
import { isoTime } from '../clock';
import type { ControlParts } from '../control/controls';
import { handlers } from '../handlers';
import { localAddress } from '../options';
import type { LoggedRequest } from '../store/requestLog';
import { loggedBody } from '../store/requestLog';
import { addDownloads } from '../web/downloads';
import { isForThisApi } from '../web/guard';
import { tellOfAnswer } from './answerChannel';
import { unreadableRefusal } from './invalidRequest';
import { Refusal } from './refusal';
import { addRoute } from './route';

declare module 'fastify' {
	interface FastifyRequest {
		logged: LoggedRequest | null;
	}
}

/** Largest request body in bytes. Files are Base64 text in it. */
const bodyLimit = 100 * 1024 * 1024;

const logRequests = (app: FastifyInstance, { log, service }: ControlParts): void => {
	app.addHook('onRequest', (request, _reply, done) => {
		request.logged = log.begin({
			endpoint: request.routeOptions.config.endpoint ?? null,
			method: request.method,
			path: request.raw.url?.split('?')[0] ?? '',
			query: request.query,
			headers: request.headers,
			apiKeyId: null,
			body: null,
			status: null,
			receivedAt: isoTime(service.clock.now()),
			answeredAt: null,
		});
		done();
	});
	app.addHook('preValidation', (request, _reply, done) => {
		const length = Number(request.headers['content-length'] ?? Infinity);
		if (request.logged) request.logged.body = loggedBody(request.body, length);
		done();
	});
	// Before the response is sent, so that its receiver finds the request in the log.
	app.addHook('onSend', (request, reply, payload, done) => {
		if (request.logged) {
			request.logged.status = reply.statusCode;
			request.logged.answeredAt = isoTime(service.clock.now());
		}
		tellOfAnswer(request, reply, payload);
		done();
	});
};

const refusalOf = (error: FastifyError | Refusal, request: FastifyRequest): Refusal => {
	if (error instanceof Refusal) return error;
	const { endpoint } = request.routeOptions.config;
	const status = error.statusCode ?? 500;
	if (status === 413) {
		const limit = `${bodyLimit} bytes that are accepted`;
		return new Refusal(413, `The request body is larger than the ${limit}.`);
	}
	if (status === 400 && endpoint)
		return unreadableRefusal(endpoint, `not valid JSON: ${error.message}`);
	if (status < 500) return new Refusal(status, error.message);
	process.stderr.write(`${request.method} ${request.url}: ${error.stack ?? error.message}\n`);
	const task = endpoint ? contract[endpoint].summary : 'answer';
	return new Refusal(500, `Failed to ${task.charAt(0).toLowerCase()}${task.slice(1)}`);
};

const foreignHost = new Refusal(
	403,
	'The sandbox accepts localhost, host.docker.internal and the addresses of its machine as Host',
);

const refuseForeignHosts = (app: FastifyInstance): void => {
	app.addHook('onRequest', (request, _reply, done) => {
		if (!isForThisApi(request)) throw foreignHost;
		done();
	});
};

const delayRequests = (app: FastifyInstance, { latency }: ControlParts): void => {
	let isClosing = false;
	app.addHook('preClose', (done) => {
		isClosing = true;
		done();
	});
	app.addHook('onRequest', (_request, _reply, done) => {
		if (latency.ms === 0) done();
		// A request that waits when the sandbox stops has neither a connection nor a store any more.
		else void wait(latency.ms).then(() => (isClosing ? undefined : done()));
	});
};

/** If the contract has no body, any body is ignored. */
const ignoreBodies = (scope: FastifyInstance): void => {
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser('*', (_request, payload, done) => {
		payload.resume();
		done(null);
	});
};

/** The API: a route for each endpoint of the contract, over the store of the service. */
export const createApi = (parts: ControlParts): FastifyInstance => {
	const app = fastify({
		bodyLimit,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 20_000 },
		frameworkErrors: (error, _request, reply) => {
			reply.raw
				.writeHead(error.statusCode ?? 400, { 'content-type': 'application/json; charset=utf-8' })
				.end(JSON.stringify({ detail: error.message }));
		},
	});
	app.removeContentTypeParser('text/plain');
	app.decorateRequest('logged', null);
	app.decorateRequest('actor', null);
	app.decorateRequest('isFaulty', false);
	logRequests(app, parts);
	refuseForeignHosts(app);
	delayRequests(app, parts);
	app.register((bodiless, _options, done) => {
		ignoreBodies(bodiless);
		for (const name of Object.keys(contract) as EndpointName[]) {
			addRoute('body' in contract[name] ? app : bodiless, name, handlers, parts);
		}
		done();
	});
	if (parts.service.options.host !== localAddress) addDownloads(app, parts.service);
	app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
	app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
		const { status, detail, headers } = refusalOf(error, request);
		return reply.code(status).headers(headers).send({ detail });
	});
	return app;
};
