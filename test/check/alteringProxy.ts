import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** JSON, to be altered wherever a test wants it. */
export type Parsed = ReturnType<typeof JSON.parse>;

/** An answer of the service, to be altered on its way. */
export type Altered = { status: number; headers: Headers; body: Parsed };

/** Alters answers to requests of this method whose path matches. */
export interface Alteration {
	readonly method: 'GET' | 'POST';
	readonly path: RegExp;
	/** @param asked what the body of the request asked for */
	readonly alter: (answer: Altered, path: string, asked: Parsed) => void;
}

/** A server in front of a service. */
export interface AlteringProxy {
	readonly url: string;
	/** Method and target of each request, as they stood on the wire. */
	readonly lines: readonly string[];
	stop(): Promise<void>;
}

const forward = async (
	incoming: IncomingMessage,
	target: string,
	sent: string,
): Promise<Altered> => {
	const { method = 'GET', url = '', headers } = incoming;
	const kept = new Headers();
	for (const name of ['x-api-key', 'authorization', 'content-type', 'accept']) {
		const value = headers[name];
		if (typeof value === 'string') kept.set(name, value);
	}
	const answer = await fetch(`${target}${url}`, {
		method,
		headers: kept,
		...(method === 'POST' && { body: sent }),
	});
	const { status } = answer;
	const body = await answer.text();
	return { status, headers: new Headers(answer.headers), body: body && JSON.parse(body) };
};

/** Starts a server that hands on what it is asked, and alters the answers. */
export const startAlteringProxy = async (
	target: string,
	alterations: readonly Alteration[] = [],
): Promise<AlteringProxy> => {
	const lines: string[] = [];
	const server = createServer((incoming, response) => {
		const { method, url = '' } = incoming;
		lines.push(`${method} ${url}`);
		const path = url.split('?')[0] ?? '';
		const answered = async (): Promise<void> => {
			const sent = await text(incoming);
			const answer = await forward(incoming, target, sent);
			const asked: Parsed = sent === '' ? {} : JSON.parse(sent);
			for (const one of alterations) {
				if (one.method === method && one.path.test(path)) one.alter(answer, path, asked);
			}
			const headers = Object.fromEntries(answer.headers);
			delete headers['content-length'];
			delete headers['transfer-encoding'];
			response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
		};
		void answered();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		lines,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};
