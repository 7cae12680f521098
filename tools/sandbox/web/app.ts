import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyError, FastifyInstance } from 'fastify';
import fastify from 'fastify';
import type { Controls } from '../control/controls';
import type { Service } from '../service';
import { findFile } from '../store/files';
import { addDocumentPage } from './documents';
import { addDownloads } from './downloads';
import { acceptForms } from './form';
import { callerProblem, secure } from './guard';
import { addConsentPage, addTokenEndpoint } from './oauth';
import { sendProblem } from './page';
import { presign } from './presign';
import { addRequestPage } from './requests';
import { addTaskPage } from './task';
import { addTaskList } from './tasks';
import { addWebhookPage } from './webhooks';

/** Links on pages lead here, because a presigned URL would expire while a page stays open. */
const addFileLinks = (pages: FastifyInstance, service: Service): void => {
	pages.get<{ Params: { fileId: string } }>('/files/:fileId', (request, reply) => {
		const { fileId } = request.params;
		if (findFile(service.store, fileId) === undefined) {
			const text = 'The sandbox has no content for this file.';
			return sendProblem(reply, service, 404, 'No such file', text);
		}
		return reply.redirect(presign(service, fileId).download_url, 302);
	});
};

/** The files of the pages. None is from another host. */
const addFiles = (pages: FastifyInstance): void => {
	for (const [name, type] of [
		['icon.svg', 'image/svg+xml'],
		['sandbox.css', 'text/css; charset=utf-8'],
	] as const) {
		pages.get(`/assets/${name}`, async (_request, reply) =>
			reply.type(type).send(await readFile(path.join(__dirname, 'assets', name))),
		);
	}
};

const addPages = (pages: FastifyInstance, service: Service, controls: Controls): void => {
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
	addFiles(pages);
	addTaskList(pages, service, controls);
	addTaskPage(pages, service);
	addDocumentPage(pages, service);
	addRequestPage(pages, service, controls);
	addWebhookPage(pages, service, controls);
	addFileLinks(pages, service);
	addConsentPage(pages, service);
};

/** The web application at `app_url`: the pages for people and the downloads. */
export const createWeb = (service: Service, controls: Controls): FastifyInstance => {
	const app = fastify({ forceCloseConnections: true });
	acceptForms(app);
	addDownloads(app, service);
	addTokenEndpoint(app, service);
	void app.register((pages, _options, done) => {
		addPages(pages, service, controls);
		done();
	});
	app.setNotFoundHandler((_request, reply) =>
		sendProblem(secure(reply), service, 404, 'No such page', 'There is nothing here.'),
	);
	return app;
};
