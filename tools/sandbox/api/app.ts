import cors from '@fastify/cors';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import type { EndpointName } from '../../../src/contract';
import { contract } from '../../../src/contract';
import { isoTime } from '../clock';
import { addDribble } from '../control/dribble';
import type { Delays } from '../control/latency';
import { handlers } from '../handlers';
import type { Service } from '../service';
import type { LoggedRequest, RequestLog } from '../store/requestLog';
import { shortened } from '../store/requestLog';
import { receiveLargeBodies } from '../upload/receive';
import { createAnswerBuffers } from './answerBuffers';
import { tellOfAnswer } from './answerChannel';
import { unreadableRefusal } from './invalidRequest';
import { answerNothingHere } from './pointer';
import { Refusal } from './refusal';
import type { ApiParts } from './route';
import { addRoute } from './route';

declare module 'fastify' {
	interface FastifyRequest {
		logged: LoggedRequest | null;
	}
}

const largeBody = 256 * 1024;

const logRequests = (app: FastifyInstance, log: RequestLog, service: Service): void => {
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
		const isLarge = Number(request.headers['content-length'] ?? Infinity) > largeBody;
		if (request.logged) {
			request.logged.body = (isLarge ? shortened(request.body) : request.body) ?? null;
		}
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
		const limit = request.routeOptions.bodyLimit;
		return new Refusal(
			413,
			`The request body is larger than the ${limit} bytes that are accepted.`,
		);
	}
	if (status === 400 && endpoint)
		return unreadableRefusal(endpoint, `not valid JSON: ${error.message}`);
	if (status < 500) return new Refusal(status, error.message);
	process.stderr.write(`${request.method} ${request.url}: ${error.stack ?? error.message}\n`);
	const task = endpoint ? contract[endpoint].summary : 'answer';
	return new Refusal(500, `Failed to ${task.charAt(0).toLowerCase()}${task.slice(1)}`);
};

/** Lets the page of the sandbox call the API. Every other page stays blocked. */
const admitOwnPage = (app: FastifyInstance, service: Service): void => {
	app.register(cors, {
		origin: (origin, decide) => decide(null, origin === service.appUrl),
		methods: [...new Set(Object.values(contract).map(({ method }) => method))],
		allowedHeaders: ['Authorization', 'Content-Type', 'X-API-Key'],
		exposedHeaders: [
			'X-RateLimit-Limit',
			'X-RateLimit-Remaining',
			'X-RateLimit-Reset',
			'Retry-After',
		],
	});
};

const delayRequests = (app: FastifyInstance, delays: Delays): void => {
	let isClosing = false;
	app.addHook('preClose', (done) => {
		isClosing = true;
		done();
	});
	app.addHook('onRequest', (_request, _reply, done) => {
		const waiting = delays.wait();
		if (waiting === undefined) done();
		// A request that waits when the sandbox stops has neither a connection nor a store any more.
		else void waiting.then(() => (isClosing ? undefined : done()));
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

/** The settings of the API. */
export interface ApiSettings extends Omit<ApiParts, 'buffers'> {
	readonly log: RequestLog;
	readonly delays: Delays;
}

/** The API: a route for each endpoint of the contract, over the store of the service. */
export const createApi = (settings: ApiSettings): FastifyInstance => {
	const { service, log, faults, delays } = settings;
	const buffers = createAnswerBuffers();
	const app = fastify({
		bodyLimit: service.options.bodyLimit,
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
	receiveLargeBodies(app);
	admitOwnPage(app, service);
	logRequests(app, log, service);
	addDribble(app, faults);
	delayRequests(app, delays);
	app.register((bodiless, _options, done) => {
		ignoreBodies(bodiless);
		for (const name of Object.keys(contract) as EndpointName[]) {
			const scope = 'body' in contract[name] ? app : bodiless;
			addRoute(scope, name, handlers, { ...settings, buffers });
		}
		done();
	});
	app.setNotFoundHandler((request, reply) => answerNothingHere(request, reply, service.appUrl));
	app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
		const { status, detail, headers } = refusalOf(error, request);
		return reply.code(status).headers(headers).send({ detail });
	});
	return app;
};
