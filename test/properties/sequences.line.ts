import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A way to a service that can be cut off. Its address is one that no other sequence has. */
export interface Line {
	readonly url: string;
	/** Does work while nothing listens at the address. */
	readonly cutOff: <Result>(work: () => Promise<Result>) => Promise<Result>;
	readonly stop: () => Promise<void>;
}

export const startLine = async (to: string): Promise<Line> => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		const onward = connect(Number(new URL(to).port), '127.0.0.1');
		for (const [one, other] of [
			[socket, onward],
			[onward, socket],
		] as const) {
			sockets.add(one);
			one.pipe(other);
			// A reset amid the closing handshake is refused, and Node then never lets go of the connection.
			one.on('error', () => (other.writableEnded ? other.destroy() : other.resetAndDestroy()));
			one.on('close', () => sockets.delete(one));
		}
	});
	const open = async (port: number) => {
		server.listen(port, '127.0.0.1');
		await once(server, 'listening');
	};
	const stop = async () => {
		server.close();
		for (const socket of sockets) socket.destroy();
		await once(server, 'close');
	};
	await open(0);
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async cutOff(work) {
			await stop();
			return await work().finally(async () => await open(port));
		},
		stop,
	};
};
