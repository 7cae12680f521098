import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { keyOwner, whoseKey } from '../support/answeringServer';

/** One request that reached the server, whatever became of it. */
export type Arrival = {
	/** Method and target, as they stood on the wire. */
	readonly line: string;
	readonly headers: IncomingMessage['headers'];
	/** Milliseconds since 1970, on the clock of the test. */
	readonly at: number;
	/** Empty until it has been read. */
	body: string;
};

/** What becomes of a request. Each part is optional, and the first one that there is ends it. */
export interface Fate {
	/** As soon as the connection is there, before a byte of the request is read. */
	readonly atConnection?: (socket: Socket) => void;
	/** When the headers are read, before the body. */
	readonly atHeaders?: (response: ServerResponse, request: Arrival) => void;
	/** When all is read. */
	readonly atBody?: (response: ServerResponse, request: Arrival) => void;
}

/** The fate of the request of this number, counted from 0; of the connection, where that decides. */
export type Fates = (index: number, request?: Arrival) => Fate;

/** A server that fails as a test wants it to, on a free port of 127.0.0.1. */
export interface FaultServer {
	readonly url: string;
	readonly port: number;
	readonly requests: readonly Arrival[];
	/** Connections so far; each request of n8n opens one of its own. */
	readonly connections: () => number;
	/** Connections that are open now. */
	readonly openConnections: () => number;
	stop(): Promise<void>;
}

/** Starts a server; `port` is that of one that has ended, to come back. */
export const startFaultServer = async (fates: Fates, port = 0): Promise<FaultServer> => {
	const requests: Arrival[] = [];
	let connections = 0;
	let open = 0;
	const server = createServer((incoming, response) => {
		const request: Arrival = {
			line: `${incoming.method} ${incoming.url}`,
			headers: incoming.headers,
			at: Date.now(),
			body: '',
		};
		// The date of an answer is the test's own matter.
		response.sendDate = false;
		const fate = fates(requests.push(request) - 1, request);
		if (fate.atHeaders) {
			fate.atHeaders(response, request);
			return;
		}
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			request.body = Buffer.concat(chunks).toString();
			fate.atBody?.(response, request);
		});
	});
	server.on('connection', (socket) => {
		open++;
		socket.on('close', () => {
			open--;
		});
		fates(connections++).atConnection?.(socket);
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${address.port}`,
		port: address.port,
		requests,
		connections: () => connections,
		openConnections: () => open,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};

/** Answers a request. */
export type Answering = (response: ServerResponse) => void;

/** An answer in JSON. */
export const json =
	(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answering =>
	(response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(body));
	};

/** An answer of any kind. */
export const text =
	(status: number, type: string, body: string): Answering =>
	(response) => {
		response.writeHead(status, { 'content-type': type });
		response.end(body);
	};

/** Starts fault servers, and ends them all, also those of a test that failed. */
export const faultServers = () => {
	const servers: FaultServer[] = [];
	return {
		serve: async (fates: Fates, port?: number): Promise<FaultServer> => {
			const server = await startFaultServer(fates, port);
			servers.push(server);
			return server;
		},
		stopAll: async (): Promise<void> => {
			await Promise.all(servers.splice(0).map(async (server) => await server.stop()));
		},
	};
};

const owner = json(200, keyOwner);

/** Fault servers that also say whose a key is, which counts for none of their requests and fates. */
export const keyedServers = () => {
	const { serve, stopAll } = faultServers();
	return {
		stopAll,
		serve: async (fates: Fates, port?: number): Promise<FaultServer> => {
			let asked = 0;
			const server = await serve((index, request) => {
				if (request?.line !== whoseKey) return fates(index - asked, request);
				asked++;
				return { atBody: owner };
			}, port);
			return {
				...server,
				get requests() {
					return server.requests.filter(({ line }) => line !== whoseKey);
				},
				connections: () => server.connections() - asked,
			};
		},
	};
};
