import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { certificate, key } from '../../test/support/selfSigned';

/*
 * A service as users reach it: over TLS, and at a distance. On loopback a connection costs nothing.
 * A real one takes two round trips before its first request: one for TCP and one for TLS 1.3.
 */

const address = '127.0.0.1';

const listen = async (server: Server): Promise<number> => {
	server.listen(0, address);
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
};

/** Forwards what a socket sends after a delay, including its end. */
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

/** A server's address, and how to close it. */
export interface Distant {
	readonly port: number;
	close(): void;
}

/**
 * Puts TLS and a delay in front of a plain HTTP server.
 * @param roundTripMs how long a byte takes there and back
 */
export const startDistant = async (port: number, roundTripMs: number): Promise<Distant> => {
	const sockets = new Set<Socket>();
	const kept = (socket: Socket): Socket => {
		sockets.add(socket);
		// A connection that the other side has reset only needs to be closed.
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
