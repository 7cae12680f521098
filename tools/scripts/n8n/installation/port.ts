import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { SetupError } from '../../script';

/** Whether nothing listens on a port of 127.0.0.1. */
const isFree = async (port: number): Promise<boolean> =>
	await new Promise<boolean>((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => void server.close(() => resolve(true)));
	});

/**
 * A port of 127.0.0.1 that nothing listens on now, below the ports that systems assign by
 * themselves. A server that takes seconds to start finds it free, and so does its next start.
 */
export const freePort = async (): Promise<number> => {
	const port = randomInt(10_000, 32_000);
	return (await isFree(port)) ? port : await freePort();
};

/**
 * Makes sure that the port can be listened on, as the n8n that answers there may be another one.
 * @throws SetupError when it cannot
 */
export const requireFreePort = async (port: number): Promise<void> => {
	if (await isFree(port)) return;
	throw new SetupError(`Port ${port} cannot be used: choose another port with --port.`);
};
