import type { Fate } from './faultServer';
import { json, text } from './faultServer';

/** Faults after which nobody can tell whether the request was carried out. */
export const unknowns: Readonly<Record<string, Fate>> = {
	'a connection that is reset before a byte is read': {
		atConnection: (socket) => socket.resetAndDestroy(),
	},
	'a connection that is reset when the body is read': {
		atBody: (response) => response.socket?.resetAndDestroy(),
	},
	'a connection that ends without an answer': { atBody: (response) => response.destroy() },
	'half a body': {
		atBody(response) {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
			response.write('{"task": {"task_id": 1', () => response.socket?.destroy());
		},
	},
	'JSON that is cut off': { atBody: text(200, 'application/json', '{"task": {"task_id": 1') },
	'no answer': { atBody: () => undefined },
	'headers and no body': {
		atBody(response) {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
			response.flushHeaders();
		},
	},
	'a body that comes by one byte in ten seconds': {
		atBody(response) {
			response.writeHead(200, { 'content-type': 'application/json' });
			const drip = setInterval(() => response.write(' '), 10_000);
			response.on('close', () => clearInterval(drip));
			response.write('{');
		},
	},
	'a 500': { atBody: json(500, { detail: 'Failed to do it' }) },
	'a 502 with a page': { atBody: text(502, 'text/html', '<html><h1>Bad Gateway</h1></html>') },
};

/** Statuses that are an answer, after which nothing is ever sent again. */
export const answers: readonly number[] = [302, 400, 401, 403, 404, 409, 422, 501];
