import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { errorCode } from './errorCode';
import { SetupError } from './setupError';

const host = '127.0.0.1';

/** Listens once on the port (0 for any) of 127.0.0.1 and returns its number. */
const listenOnce = async (port: number): Promise<number> => {
	const server = createServer();
	return await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			const { port: taken } = server.address() as AddressInfo;
			server.close(() => resolve(taken));
		});
	});
};

/** A port of 127.0.0.1 that nothing listens on now. */
export const freePort = async (): Promise<number> => await listenOnce(0);

/** Below the ports that systems assign to connections. */
const lasting = [10_000, 32_000] as const;

/** A free port of 127.0.0.1 that will most likely stay free over a restart. */
export const lastingPort = async (): Promise<number> => {
	for (;;) {
		try {
			return await listenOnce(randomInt(...lasting));
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
