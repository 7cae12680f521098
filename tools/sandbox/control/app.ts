import type { FastifyError, FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { ZodError, z } from 'zod';
import { isForThisMachine } from '../web/guard';
import { subscriptionInput } from '../webhooks/subscriptions';
import type { Controls } from './controls';
import { latencyInput } from './controls';
import { faultInput } from './faults';

const shift = z.object({ shiftMs: z.number().int() }).strict();

const addRoutes = (app: FastifyInstance, controls: Controls): void => {
	const state = () => ({
		shiftMs: controls.clockShift(),
		latency: controls.latency(),
		faults: controls.faults(),
		rateWindows: controls.rateWindows(),
	});
	/** Each change of the state returns all of it. */
	const change = (method: 'DELETE' | 'POST' | 'PUT', url: string, work: (body: unknown) => void) =>
		app.route({
			method,
			url,
			handler(request) {
				work(request.body);
				return state();
			},
		});
	app.get('/', state);
	change('POST', '/faults', (body) => controls.addFault(faultInput.parse(body)));
	change('DELETE', '/faults', () => controls.clearFaults());
	change('PUT', '/latency', (body) => controls.setLatency(latencyInput.parse(body)));
	change('PUT', '/clock', (body) => controls.setClockShift(shift.parse(body).shiftMs));
	change('DELETE', '/rate-windows', () => controls.clearRateWindows());
	app.get('/requests', () => ({ requests: controls.requests() }));
	app.delete('/requests', () => {
		controls.clearRequests();
		return { requests: [] };
	});
	app.post('/webhooks', ({ body }) => controls.subscribe(subscriptionInput.parse(body)));
	app.get('/deliveries', () => ({ deliveries: controls.deliveries() }));
};

/**
 * The control interface: JSON over HTTP, for tests and for people who want to see how their
 * automation handles trouble. It has no credential, so it is off by default.
 */
export const createControlApp = (controls: Controls): FastifyInstance => {
	const app = fastify({ forceCloseConnections: true });
	// A page in a browser must not reach it, nor read from it with its own hostname. Programs
	// send no Origin.
	app.addHook('onRequest', (request, reply, done) => {
		if (request.headers.origin === undefined && isForThisMachine(request)) done();
		else
			void reply
				.code(403)
				.send({ detail: 'The control interface accepts no requests from web pages' });
	});
	addRoutes(app, controls);
	app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
	app.setErrorHandler((error: FastifyError | ZodError, _request, reply) => {
		if (error instanceof ZodError) {
			const problems = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
			return reply.code(422).send({ detail: problems.join('; ') });
		}
		return reply.code(error.statusCode ?? 500).send({ detail: error.message });
	});
	return app;
};
