import type { FastifyError, FastifyInstance } from 'fastify';
import fastify from 'fastify';
import type { Controls } from '../control/controls';
import { addDribble } from '../control/dribble';
import type { Faults } from '../control/faults';
import type { Service } from '../service';
import { findFile } from '../store/files';
import { addApiPage } from './apiPage';
import { addDownloads } from './downloads';
import { acceptForms } from './form';
import { callerProblem, secure } from './guard';
import { addKeyPage } from './keys';
import { addAssets, sendProblem } from './page';
import { presign } from './presign';
import { addRatePages } from './rate';
import { addRequestPages } from './requests';
import { addTaskPages } from './tasks/tasks';
import { addWebhookPages } from './webhooks';

/** What the pages show and use. */
export interface WebParts {
	readonly service: Service;
	readonly controls: Controls;
	readonly faults: Faults;
	/** URL of the API, known once it listens. */
	readonly baseUrl: () => string;
}

/** Links on pages lead here, because a presigned URL would expire while a page stays open. */
const addFileLinks = (pages: FastifyInstance, service: Service): void => {
	pages.get<{ Params: { fileId: string } }>('/files/:fileId', (request, reply) => {
		const { fileId } = request.params;
		if ((findFile(service.store, fileId)?.size ?? null) === null) {
			const text = 'The sandbox has no content for this file.';
			return sendProblem(reply, service, 404, 'No such file', text);
		}
		return reply.redirect(presign(service, fileId).download_url, 302);
	});
};

const addPages = (pages: FastifyInstance, { service, controls, baseUrl }: WebParts): void => {
	acceptForms(pages, service.options.bodyLimit);
	pages.addHook('onRequest', (request, reply, done) => {
		secure(reply);
		const problem = callerProblem(request);
		if (problem === undefined) done();
		else sendProblem(reply, service, 403, 'Refused', problem);
	});
	pages.setErrorHandler((error: FastifyError, request, reply) => {
		const status = error.statusCode ?? 500;
		if (status < 500) return sendProblem(reply, service, status, 'Not possible', error.message);
		process.stderr.write(`${request.method} ${request.url}: ${error.stack ?? error.message}\n`);
		const text = 'The sandbox failed. Its console has the details.';
		return sendProblem(reply, service, 500, 'Something went wrong', text);
	});
	addAssets(pages);
	addApiPage(pages, service, baseUrl);
	addTaskPages(pages, service, controls);
	addWebhookPages(pages, service, controls);
	addKeyPage(pages, service, baseUrl);
	addRequestPages(pages, service, controls);
	addRatePages(pages, service, controls);
	addFileLinks(pages, service);
};

/** The web application at `app_url`: the pages for people and the downloads. */
export const createWeb = (parts: WebParts): FastifyInstance => {
	const app = fastify({ forceCloseConnections: true });
	addDribble(app, parts.faults);
	addDownloads(app, parts);
	void app.register((pages, _options, done) => {
		addPages(pages, parts);
		done();
	});
	app.setNotFoundHandler((_request, reply) =>
		sendProblem(secure(reply), parts.service, 404, 'No such page', 'There is nothing here.'),
	);
	return app;
};
