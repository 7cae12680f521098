import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

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

/**
 * Starts a proxy as companies have them: it takes whole addresses for `http:` and `CONNECT` for
 * `https:`, and looks up names itself. All of them lead to this machine, so that a name that only it
 * knows proves that a request went through it. It takes one request for each connection, as n8n sends
 * them.
 */
export const startProxy = async ({
	login,
	refusesWith,
	tunnelTo,
}: ProxyOptions = {}): Promise<ForwardProxy> => {
	const lines: string[] = [];
	const sockets = new Set<Socket>();
	const pass = (socket: Socket, head: Buffer): void => {
		const text = head.toString('latin1');
		const [line = '', method, target = ''] = /^(\w+) (\S+)/.exec(text) ?? [];
		lines.push(line);
		const isKnown = !login || text.includes(`Basic ${Buffer.from(login).toString('base64')}\r\n`);
		const refusal = isKnown ? refusesWith : 407;
		if (refusal) {
			const headers = 'Content-Type: text/plain\r\nConnection: close\r\n';
			socket.end(`HTTP/1.1 ${refusal} Refused\r\n${headers}\r\nAnswered by the proxy`);
			return;
		}
		const isTunnel = method === 'CONNECT';
		const { host, port } = new URL(isTunnel ? `http://${target}` : target);
		const passed = connect(tunnelTo ?? Number(port), here, () => {
			if (isTunnel) socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			else passed.write(text.replace(`http://${host}`, ''), 'latin1');
			passed.pipe(socket).pipe(passed);
		});
		sockets.add(passed.on('error', () => socket.destroy()));
	};
	const server = createServer((socket) => {
		sockets.add(socket.on('error', () => socket.destroy()));
		socket.once('data', (head) => {
			socket.pause();
			pass(socket, head);
		});
	}).listen(0, here);
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		lines,
		async stop() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
};
