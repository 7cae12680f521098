import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type {
	Answer,
	AnsweringServer,
	ServedRequest,
	ServerOptions,
} from '../support/answeringServer';
import { keyOwner, sendJson, serverPool, startServer, whoseKey } from '../support/answeringServer';

/** What becomes of a request. Each part is optional, and the first one that there is ends it. */
export interface Fate {
	/** As soon as the connection is there, before a byte of the request is read. */
	readonly atConnection?: (socket: Socket) => void;
	/** When the headers are read, before the body. */
	readonly atHeaders?: (response: ServerResponse, request: ServedRequest) => void;
	/** When all is read. */
	readonly atBody?: (response: ServerResponse, request: ServedRequest) => void;
}

/** The fate of the request of this number, counted from 0; of the connection, where that decides. */
export type Fates = (index: number, request?: ServedRequest) => Fate;

/** A server that fails as a test wants it to. */
export type FaultServer = AnsweringServer;

/** Answers a request. */
export type Answering = (response: ServerResponse) => void;

/** An answer in JSON. */
export const json =
	(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Answering =>
	(response) =>
		sendJson(response, status, body, headers);

/** An answer of any kind. */
export const text =
	(status: number, type: string, body: string): Answering =>
	(response) => {
		response.writeHead(status, { 'content-type': type });
		response.end(body);
	};

/** What a server is told by fates. */
const optionsOf = (fates: Fates, port?: number): [Answer, ServerOptions] => {
	const fateOf = new Map<ServedRequest, Fate>();
	const answer: Answer = (response, request) => fateOf.get(request)?.atBody?.(response, request);
	const options: ServerOptions = {
		port,
		atConnection: (socket, index) => fates(index).atConnection?.(socket),
		atHeaders(response, request, index) {
			// The date of an answer is the test's own matter.
			response.sendDate = false;
			const fate = fates(index, request);
			fateOf.set(request, fate);
			fate.atHeaders?.(response, request);
			return fate.atHeaders !== undefined;
		},
	};
	return [answer, options];
};

/** Starts a fault server that lasts longer than a test. */
export const startFaultServer = async (fates: Fates): Promise<FaultServer> =>
	await startServer(...optionsOf(fates));

/** Starts fault servers, which end with the test; `port` is that of one that has ended, to come back. */
export const faultServers = () => {
	const serve = serverPool();
	return async (fates: Fates, port?: number): Promise<FaultServer> =>
		await serve(...optionsOf(fates, port));
};

const owner = json(200, keyOwner);

/** Fault servers that also say whose a key is, which counts for none of their requests and fates. */
export const keyedServers = () => {
	const serve = faultServers();
	return async (fates: Fates, port?: number): Promise<FaultServer> => {
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
	};
};
