import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { ServerOptions } from 'node:https';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { sendJson } from './answeringServer';
import { task } from './operations.table';

/** Where a service of a test listens. */
export interface FilingOptions {
	/** The address; 127.0.0.1 unless it is given. */
	readonly host?: string;
	/** What stands in front of the paths of the API. */
	readonly path?: string;
	/** The host of the link to its file; the one by which it was asked unless it is given. */
	readonly linkHost?: string;
	/** Its certificate and key, for https. */
	readonly secure?: ServerOptions;
}

/** A service that has one task, takes files for it, and gives one. */
export interface FilingService {
	readonly port: number;
	/** Method and target of each request, as they stood on the wire. */
	readonly lines: readonly string[];
	/** The sizes of the bodies that it took, in bytes. */
	readonly received: readonly number[];
	stop(): Promise<void>;
}

/** What the file holds that it gives: more than one packet. */
export const filedBytes = Buffer.alloc(300_000, 'contract ');

const bodySize = async (request: IncomingMessage): Promise<number> => {
	let size = 0;
	for await (const chunk of request) size += (chunk as Buffer).length;
	return size;
};

/** Starts it on a free port. Its links have the host and the scheme by which it was asked. */
export const startFilingService = async ({
	host = '127.0.0.1',
	path = '',
	linkHost,
	secure,
}: FilingOptions = {}): Promise<FilingService> => {
	const lines: string[] = [];
	const received: number[] = [];
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		lines.push(`${request.method} ${request.url}`);
		const size = await bodySize(request);
		const { localPort } = request.socket;
		const authority = linkHost ? `${linkHost}:${localPort}` : request.headers.host;
		const origin = `http${secure ? 's' : ''}://${authority}`;
		switch (request.url) {
			case `${path}/tasks/1`:
				return sendJson(response, 200, { task });
			case `${path}/tasks/1/attachments`:
				received.push(size);
				return sendJson(response, 200, { attachment_ids: [7] });
			case `${path}/tasks/1/steps/draft/document`:
				return sendJson(response, 200, {
					download_url: `${origin}/file`,
					file_name: 'a.txt',
					expires_at: null,
				});
			case `${path}/users/org-info`:
				return sendJson(response, 200, {
					org_name: 'A',
					rate_limit_per_minute: null,
					entities: [],
				});
			case '/file':
				response.end(filedBytes);
				return;
			default:
				return sendJson(response, 404, { detail: 'Not found' });
		}
	};
	const listener = (request: IncomingMessage, response: ServerResponse) => {
		void answer(request, response).catch(() => response.destroy());
	};
	const server = secure ? createSecureServer(secure, listener) : createServer(listener);
	server.listen(0, host);
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		lines,
		received,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};
