import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { ZodError, z } from 'zod';
import type { Clock } from '../clock';
import { isoTime } from '../clock';
import { isForThisMachine } from '../web/guard';
import { subscriptionInput } from '../webhooks/subscriptions';
import type { Controls } from './controls';
import { faultInput } from './faults';
import { latencyInput } from './latency';
import { snapshotName } from './snapshots';

const shift = z.object({ shiftMs: z.number().int() }).strict();
const clickwrapText = z
	.object({ content: z.string(), content_html: z.string().nullable().default(null) })
	.strict();
const userPath = z.object({ user_id: z.coerce.number().int() });
const snapshotPath = z.object({ name: snapshotName });
const subscriptionPath = z.object({ subscription_id: z.coerce.number().int() });

/** The requested object of the control interface does not exist. */
class Missing extends Error {
	readonly statusCode = 404;
}

const statusOf = (error: FastifyError | ZodError): number =>
	error instanceof ZodError ? 422 : (error.statusCode ?? 500);

const bodyOf = <Schema extends z.ZodTypeAny>(schema: Schema, { body }: FastifyRequest) =>
	schema.parse(body) as z.output<Schema>;
const pathOf = <Schema extends z.ZodTypeAny>(schema: Schema, { params }: FastifyRequest) =>
	schema.parse(params) as z.output<Schema>;

/** Faults, latency and clock. Each change returns the complete state. */
const addStateRoutes = (app: FastifyInstance, controls: Controls, clock: Clock): void => {
	const state = () => ({
		now: isoTime(clock.now()),
		shiftMs: controls.clockShift(),
		latency: controls.latency(),
		faults: controls.faults(),
		rateWindows: controls.rateWindows(),
	});
	app.get('/', state);
	app.post('/faults', (request) => {
		controls.addFault(bodyOf(faultInput, request));
		return state();
	});
	app.delete('/faults', () => {
		controls.clearFaults();
		return state();
	});
	app.put('/latency', (request) => {
		controls.setLatency(bodyOf(latencyInput, request));
		return state();
	});
	app.put('/clock', (request) => {
		controls.setClockShift(bodyOf(shift, request).shiftMs);
		return state();
	});
	app.delete('/rate-windows', () => {
		controls.clearRateWindows();
		return state();
	});
};

const addRequestRoutes = (app: FastifyInstance, controls: Controls): void => {
	app.get('/requests', () => ({ requests: controls.requests() }));
	app.delete('/requests', () => {
		controls.clearRequests();
		return { requests: [] };
	});
};

const addRecordRoutes = (app: FastifyInstance, controls: Controls): void => {
	app.post('/users/:user_id/deactivate', (request) => {
		const { user_id } = pathOf(userPath, request);
		controls.deactivateUser(user_id);
		return { user_id, active: false };
	});
	app.post('/users/:user_id/reactivate', (request) => {
		const { user_id } = pathOf(userPath, request);
		controls.reactivateUser(user_id);
		return { user_id, active: true };
	});
	app.post<{ Params: { slug: string } }>('/clickwraps/:slug/versions', (request) => {
		const { slug } = request.params;
		const version = controls.publishClickwrap(slug, bodyOf(clickwrapText, request));
		if (version === undefined) throw new Missing(`There is no clickwrap ${slug}`);
		return { slug, version };
	});
};

const addWebhookRoutes = (app: FastifyInstance, controls: Controls): void => {
	app.get('/webhooks', () => ({ subscriptions: controls.subscriptions() }));
	app.post('/webhooks', (request) => controls.subscribe(bodyOf(subscriptionInput, request)));
	app.delete('/webhooks/:subscription_id', (request) => {
		const { subscription_id } = pathOf(subscriptionPath, request);
		if (!controls.unsubscribe(subscription_id)) throw new Missing('There is no such subscription');
		return { subscriptions: controls.subscriptions() };
	});
	app.get('/deliveries', () => ({ deliveries: controls.deliveries() }));
};

const addSnapshotRoutes = (app: FastifyInstance, controls: Controls): void => {
	const missing = (name: string) => new Missing(`There is no snapshot ${name}`);
	app.get('/snapshots', () => ({ snapshots: controls.snapshots() }));
	app.put('/snapshots/:name', (request) =>
		controls.saveSnapshot(pathOf(snapshotPath, request).name),
	);
	app.post('/snapshots/:name/restore', (request) => {
		const { name } = pathOf(snapshotPath, request);
		const snapshot = controls.restoreSnapshot(name);
		if (snapshot === undefined) throw missing(name);
		return snapshot;
	});
	app.delete('/snapshots/:name', (request) => {
		const { name } = pathOf(snapshotPath, request);
		if (!controls.removeSnapshot(name)) throw missing(name);
		return { snapshots: controls.snapshots() };
	});
};

/**
 * The control interface: JSON over HTTP, for tests and for people who want to see how their
 * automation handles trouble. It has no credential, so it is off by default.
 */
export const createControlApp = (controls: Controls, clock: Clock): FastifyInstance => {
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
	// Some clients send their own media type with a request that has no body.
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
	addStateRoutes(app, controls, clock);
	addRequestRoutes(app, controls);
	addRecordRoutes(app, controls);
	addWebhookRoutes(app, controls);
	addSnapshotRoutes(app, controls);
	app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
	app.setErrorHandler((error: FastifyError | ZodError, _request, reply) => {
		const status = statusOf(error);
		const detail =
			error instanceof ZodError
				? error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')
				: error.message;
		return reply.code(status).send({ detail });
	});
	return app;
};
