import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { certificate, key } from '../../test/support/selfSigned';

/*
 * A service as users have it: behind TLS, and at a distance. On loopback a connection costs nothing,
 * while a real one takes two round trips before its first request: that of TCP and that of TLS 1.3.
 */

const address = '127.0.0.1';

const listen = async (server: Server): Promise<number> => {
	server.listen(0, address);
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
};

/** Hands on what a socket sends, so much later; the end of it, too. */
const carry = (from: Socket, to: Socket, delayMs: number, connectMs: number): void => {
	const connected = performance.now() + connectMs;
	let last = Promise.resolve();
	const later = (work: () => void): void => {
		const due = Math.max(performance.now(), connected) + delayMs;
		last = last.then(async () => {
			await pause(Math.max(0, due - performance.now()));
			work();
		});
	};
	from.on('data', (bytes: Buffer) => later(() => to.write(bytes)));
	from.on('end', () => later(() => to.end()));
	from.on('error', () => to.destroy());
	from.on('close', () => later(() => to.destroySoon()));
};

/** A server's address, and what closes it. */
export interface Distant {
	readonly port: number;
	close(): void;
}

/**
 * Puts the plain HTTP server at a port behind TLS and a distance.
 * @param roundTripMs how long a byte takes there and back
 */
export const startDistant = async (port: number, roundTripMs: number): Promise<Distant> => {
	const sockets = new Set<Socket>();
	const kept = (socket: Socket): Socket => {
		sockets.add(socket);
		// One that the other side has reset is closed, which is all that there is to do.
		return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
	};
	const secure = createTlsServer({ cert: certificate, key, minVersion: 'TLSv1.3' }, (socket) => {
		const plain = kept(connect(port, address));
		kept(socket).pipe(plain).pipe(socket);
	});
	const securePort = await listen(secure);
	const near = createServer((client) => {
		const server = kept(connect(securePort, address));
		kept(client);
		carry(client, server, roundTripMs / 2, roundTripMs);
		carry(server, client, roundTripMs / 2, 0);
	});
	return {
		port: await listen(near),
		close() {
			near.close();
			secure.close();
			for (const socket of sockets) socket.destroy();
		},
	};
};
