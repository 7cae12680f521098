import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { Promises } from './trial';

const message = z.object({ text: z.string() });

/** Tries a recipe with a chat on this machine, which keeps what is posted to it. */
export const withChat = async (
	tryOut: (url: string, texts: readonly string[]) => Promise<Promises>,
): Promise<Promises> => {
	const texts: string[] = [];
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			texts.push(message.parse(body).text);
			response.end('ok');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		return await tryOut(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, texts);
	} finally {
		server.closeAllConnections();
		server.close();
	}
};
