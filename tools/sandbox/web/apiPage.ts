import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sampleData } from '../seed';
import type { Service } from '../service';
import { connectingTo } from './guard';
import { sendPage } from './page';

const documentFile = path.join(__dirname, '..', '..', '..', 'docs', 'openapi.json');

/** The renderer's files are included, so that the page loads nothing from another host. */
const rendererFiles = {
	'swagger-ui.css': 'text/css; charset=utf-8',
	'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

/** The OpenAPI document with this sandbox as the server. */
const documentOf = async (baseUrl: string): Promise<object> => {
	const document = JSON.parse(await readFile(documentFile, 'utf8')) as object;
	return { ...document, servers: [{ url: baseUrl, description: 'This sandbox' }] };
};

/** The OpenAPI document, and the page to read it and to try the API. */
export const addApiPage = (app: FastifyInstance, service: Service, baseUrl: () => string): void => {
	app.get('/openapi.json', async () => await documentOf(baseUrl()));
	app.get('/api', (_request, reply) => {
		const { apiKeys, oauthTokens } = sampleData(service.store);
		return sendPage(connectingTo(reply, baseUrl()), service, 'api', {
			title: 'API',
			section: 'API',
			apiKey: apiKeys.main,
			accessToken: oauthTokens.main,
		});
	});
	for (const [name, type] of Object.entries(rendererFiles)) {
		app.get(`/assets/${name}`, async (_request, reply) =>
			reply.type(type).send(await readFile(require.resolve(`swagger-ui-dist/${name}`))),
		);
	}
};
