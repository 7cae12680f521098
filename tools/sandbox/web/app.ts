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
import { callerProblem, pagePolicy, secure } from './guard';
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

const documentFile = path.join(__dirname, '..', '..', '..', 'docs', 'openapi.json');

/** The files of the pages, and the page that documents the API. None is from another host. */
const addFiles = (pages: FastifyInstance): void => {
	const own = (...parts: string[]) => path.join(__dirname, ...parts);
	const files = [
		['/openapi.json', documentFile, 'application/json'],
		['/api', own('templates', 'api.html'), 'text/html; charset=utf-8'],
		['/assets/api.js', own('assets', 'api.js'), 'text/javascript; charset=utf-8'],
		['/assets/icon.svg', own('assets', 'icon.svg'), 'image/svg+xml'],
		['/assets/sandbox.css', own('assets', 'sandbox.css'), 'text/css; charset=utf-8'],
		['/assets/swagger-ui.css', require.resolve('swagger-ui-dist/swagger-ui.css'), 'text/css'],
		[
			'/assets/swagger-ui-bundle.js',
			require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
			'text/javascript',
		],
	] as const;
	// The renderer sets styles on its elements.
	const policy = pagePolicy({ 'style-src': "'self' 'unsafe-inline'" });
	for (const [url, file, type] of files) {
		pages.get(url, async (_request, reply) =>
			reply
				.header('Content-Security-Policy', policy)
				.type(type)
				.send(await readFile(file)),
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
	addDocumentPage(pages, service, controls);
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
