import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { errorCode } from './errorCode';
import { SetupError } from './setupError';

const host = '127.0.0.1';

/** Listens once on the port of 127.0.0.1. */
const listenOnce = async (port: number): Promise<void> => {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => void server.close(() => resolve()));
	});
};

/** Below the ports that systems assign by themselves. */
const unassigned = [10_000, 32_000] as const;

/**
 * A port of 127.0.0.1 that nothing listens on now. A server that takes seconds to start finds it
 * free, and so does its next start: no other program is assigned it meanwhile.
 */
export const freePort = async (): Promise<number> => {
	for (;;) {
		const port = randomInt(...unassigned);
		try {
			await listenOnce(port);
			return port;
		} catch (error) {
			if (errorCode(error) !== 'EADDRINUSE') throw error;
		}
	}
};

/**
 * Makes sure that the port can be listened on.
 * @param what the server for the port, for the sentence
 * @param option the option that chooses another port, for the sentence
 * @throws SetupError when it cannot
 */
export const requireFreePort = async (
	port: number,
	what: string,
	option: string,
): Promise<void> => {
	try {
		await listenOnce(port);
	} catch (error) {
		const code = errorCode(error);
		const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${String(code)})`;
		throw new SetupError(
			`Port ${port} for ${what} ${reason}. ` +
				`Stop the program that uses it, or choose another port with ${option}.`,
		);
	}
};
