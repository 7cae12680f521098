import type { ServerOptions } from './answeringServer';
import { sendJson, startServer } from './answeringServer';
import { task } from './operations.table';

/** How a filing service differs from others. */
export interface FilingOptions extends Pick<ServerOptions, 'host' | 'secure'> {
	/** What stands in front of the paths of the API. */
	readonly path?: string;
	/** The host of the link to its file; the one by which it was asked unless it is given. */
	readonly linkHost?: string;
}

/** What the file holds that it gives: more than one packet. */
export const filedBytes = Buffer.alloc(300_000, 'contract ');

/** Starts a service that has one task, takes files for it, and gives one. */
export const startFilingService = async ({
	path = '',
	linkHost,
	...options
}: FilingOptions = {}) => {
	const server = await startServer((response, { line, headers }) => {
		const authority = linkHost ? `${linkHost}:${server.port}` : headers.host;
		const download_url = `http${options.secure ? 's' : ''}://${authority}/file`;
		const answers: Readonly<Record<string, object>> = {
			[`GET ${path}/tasks/1`]: { task },
			[`POST ${path}/tasks/1/attachments`]: { attachment_ids: [7] },
			[`GET ${path}/tasks/1/steps/draft/document`]: {
				download_url,
				file_name: 'a.txt',
				expires_at: null,
			},
		};
		if (line === 'GET /file') response.end(filedBytes);
		else sendJson(response, line in answers ? 200 : 404, answers[line] ?? { detail: 'Not found' });
	}, options);
	return {
		port: server.port,
		/** Method and target of each request. */
		lines: () => server.requests.map(({ line }) => line),
		/** The sizes of the bodies that it took, in bytes. */
		received: () => server.requests.flatMap(({ body }) => (body ? body.length : [])),
		stop: async () => await server.stop(),
	};
};
