import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { SetupError } from './setupError';

/** Whether nothing listens on a port of 127.0.0.1. */
const isFree = async (port: number): Promise<boolean> =>
	await new Promise<boolean>((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => void server.close(() => resolve(true)));
	});

/** Below the ports that systems assign by themselves. */
const unassigned = [10_000, 32_000] as const;

/**
 * A port of 127.0.0.1 that nothing listens on now. A server that takes seconds to start finds it
 * free, and so does its next start: no other program is assigned it meanwhile.
 */
export const freePort = async (): Promise<number> => {
	const port = randomInt(...unassigned);
	return (await isFree(port)) ? port : await freePort();
};

/**
 * Makes sure that the port can be listened on, as the n8n that answers there may be another one.
 * @param option the option that chooses another port, for the sentence
 * @throws SetupError when it cannot
 */
export const requireFreePort = async (port: number, option: string): Promise<void> => {
	if (await isFree(port)) return;
	throw new SetupError(`Port ${port} cannot be used: choose another port with ${option}.`);
};
