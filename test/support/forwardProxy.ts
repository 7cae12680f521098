import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';

/** How a proxy of a test behaves. */
export interface ProxyOptions {
	/** The user name and the password that it asks for, with a colon between them. */
	readonly login?: string;
	/** Answers every request with this status instead of passing it on. */
	readonly refusesWith?: number;
	/** The port to which every tunnel leads; the one that was asked for unless it is given. */
	readonly tunnelTo?: number;
}

/** A proxy on a free port of 127.0.0.1. */
export interface ForwardProxy {
	readonly port: number;
	/** Method and target of what it was asked for, as they stood on the wire. */
	readonly lines: readonly string[];
	stop(): Promise<void>;
}

const here = '127.0.0.1';
const reason = 'Answered by the proxy';

/**
 * Starts a proxy as companies have them: it takes whole addresses for `http:` and `CONNECT` for
 * `https:`, and looks up names itself. All of them lead to this machine, so that a name that only it
 * knows proves that a request went through it.
 */
export const startProxy = async ({
	login,
	refusesWith,
	tunnelTo,
}: ProxyOptions = {}): Promise<ForwardProxy> => {
	const lines: string[] = [];
	const sockets = new Set<Socket>();
	const refusalOf = ({ method, url, headers }: IncomingMessage): number | undefined => {
		lines.push(`${method} ${url}`);
		const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
		return wanted && headers['proxy-authorization'] !== wanted ? 407 : refusesWith;
	};
	const server = createServer((asked, answer) => {
		const refusal = refusalOf(asked);
		if (refusal) {
			answer.writeHead(refusal, { 'content-type': 'text/plain' }).end(reason);
			return;
		}
		const { port, pathname, search } = new URL(asked.url ?? '');
		const headers = Object.fromEntries(
			Object.entries(asked.headers).filter(([name]) => !name.startsWith('proxy-')),
		);
		const passed = request(
			{ host: here, port, method: asked.method, path: pathname + search, headers },
			(given) => {
				answer.writeHead(given.statusCode ?? 502, given.headers);
				given.pipe(answer);
			},
		);
		passed.on('error', () => answer.destroy());
		asked.pipe(passed);
	});
	server.on('connect', (asked: IncomingMessage, socket: Socket) => {
		const refusal = refusalOf(asked);
		if (refusal) {
			socket.end(`HTTP/1.1 ${refusal} Refused\r\nContent-Type: text/plain\r\n\r\n${reason}`);
			return;
		}
		const passed = connect(tunnelTo ?? Number(asked.url?.split(':').at(-1)), here, () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			passed.pipe(socket).pipe(passed);
		});
		for (const end of [passed, socket]) {
			sockets.add(end);
			end.on('error', () => passed.destroy());
		}
	});
	server.listen(0, here);
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		lines,
		async stop() {
			for (const socket of sockets) socket.destroy();
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};
