import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';

/** One request that the server received. */
export interface ServedRequest {
	/** Method and target, as they stood on the wire. */
	readonly line: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

/** A server on a free port of 127.0.0.1. */
export interface AnsweringServer {
	readonly url: string;
	readonly requests: readonly ServedRequest[];
	stop(): Promise<void>;
}

/** Answers a request whose body has arrived; `index` counts the requests from 0. */
export type Answer = (response: ServerResponse, request: ServedRequest, index: number) => void;

/** Starts a server that answers as a test wants it to. */
const startServer = async (answer: Answer): Promise<AnsweringServer> => {
	const requests: ServedRequest[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const served = {
				line: `${request.method} ${request.url}`,
				headers: request.headers,
				body: Buffer.concat(chunks).toString(),
			};
			answer(response, served, requests.push(served) - 1);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};

/** Answers with JSON. */
export const sendJson = (
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): void => {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
};

/** Starts servers. All end with the test, also if it failed or ran out of time. */
export const serverPool = () => {
	const servers: AnsweringServer[] = [];
	afterEach(async () => {
		await Promise.all(servers.splice(0).map((server) => server.stop()));
	});
	return async (answer: Answer): Promise<AnsweringServer> => {
		const server = await startServer(answer);
		servers.push(server);
		return server;
	};
};

/** Asks which organization a key belongs to: once in a process, before what needs to know it. */
export const whoseKey = 'GET /users/org-info';

/** Whose the key is. */
export const keyOwner = { org_name: 'A', rate_limit_per_minute: 60, entities: [], api_key_id: 1 };
