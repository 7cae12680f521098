import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { ServerOptions as Certificate } from 'node:https';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from '@jest/globals';

/** One request that the server received. */
export type ServedRequest = {
	/** Method and target, as they stood on the wire. */
	readonly line: string;
	readonly headers: IncomingMessage['headers'];
	/** Milliseconds since 1970, on the clock of the test. */
	readonly at: number;
	/** Empty until it has been read. */
	body: string;
};

/** A server that a test has started. */
export interface AnsweringServer {
	readonly url: string;
	readonly port: number;
	readonly requests: readonly ServedRequest[];
	/** Connections so far; each request of n8n opens one of its own. */
	readonly connections: () => number;
	/** Connections that are open now. */
	readonly openConnections: () => number;
	stop(): Promise<void>;
}

/** Answers a request whose body has arrived; `index` counts the requests from 0. */
export type Answer = (response: ServerResponse, request: ServedRequest, index: number) => void;

/** How a server differs from others. */
export interface ServerOptions {
	/** The address; 127.0.0.1 unless it is given. */
	readonly host?: string;
	/** That of a server that has ended, to come back; a free one unless it is given. */
	readonly port?: number;
	/** Its certificate and key, for https. */
	readonly secure?: Certificate;
	/** Is called with each connection, before a byte is read. */
	readonly atConnection?: (socket: Socket, index: number) => void;
	/** Is called with the headers of a request; true if its body is not to be read. */
	readonly atHeaders?: (...given: Parameters<Answer>) => boolean;
}

/** Starts a server that answers as a test wants it to. */
export const startServer = async (
	answer: Answer,
	{ host = '127.0.0.1', port: wanted = 0, secure, atConnection, atHeaders }: ServerOptions = {},
): Promise<AnsweringServer> => {
	const requests: ServedRequest[] = [];
	let [connections, open] = [0, 0];
	const listener = (incoming: IncomingMessage, response: ServerResponse) => {
		const { method, url, headers } = incoming;
		const request = { line: `${method} ${url}`, headers, at: Date.now(), body: '' };
		const index = requests.push(request) - 1;
		if (atHeaders?.(response, request, index)) return;
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			request.body = Buffer.concat(chunks).toString();
			answer(response, request, index);
		});
	};
	const server = secure ? createSecureServer(secure, listener) : createServer(listener);
	server.on('connection', (socket: Socket) => {
		const index = connections++;
		open++;
		socket.on('close', () => open--);
		atConnection?.(socket, index);
	});
	server.listen(wanted, host);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http${secure ? 's' : ''}://${host}:${port}`,
		port,
		requests,
		connections: () => connections,
		openConnections: () => open,
		async stop() {
			if (!server.listening) return;
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};

/** An address where no server listens. The port of a server that ended may be another test's next. */
export const nowhere = { host: '127.0.0.1:9', url: 'http://127.0.0.1:9' } as const;

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

/** The page of a list of tasks that a request asks for (section 4). */
export const pageOfTasks = (tasks: readonly object[], body: string) => {
	const { limit = 50, offset = 0 } = JSON.parse(body) as { limit?: number; offset?: number };
	return { tasks: tasks.slice(offset, offset + limit), total_count: tasks.length };
};

/** Starts servers. All end with the test, also if it failed or ran out of time. */
export const serverPool = () => {
	const servers: AnsweringServer[] = [];
	afterEach(async () => {
		await Promise.all(servers.splice(0).map((server) => server.stop()));
	});
	return async (answer: Answer, options: ServerOptions = {}): Promise<AnsweringServer> => {
		const server = await startServer(answer, options);
		servers.push(server);
		return server;
	};
};

/** Asks which organization a key belongs to: once in a process, before what needs to know it. */
export const whoseKey = 'GET /users/org-info';

/** Whose the key is. */
export const keyOwner = { org_name: 'A', rate_limit_per_minute: 60, entities: [], api_key_id: 1 };
