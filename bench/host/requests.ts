import { Agent, request } from 'node:http';

/** A response of the service: its status, and its body as parsed JSON (null if there is none). */
export interface Answer {
	readonly status: number;
	readonly body: unknown;
}

/** Sends requests with plain `node:http` over keep-alive connections. */
export interface Sender {
	send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Answer>;
	close(): void;
}

/**
 * The lower bound of all measurements: no n8n, no checks, only the protocol.
 * @param connections maximum open connections
 */
export const createSender = (connections: number, apiKey?: string): Sender => {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	return {
		send: async (method, url, body) =>
			await new Promise((resolve, reject) => {
				const text = body === undefined ? undefined : JSON.stringify(body);
				const headers = {
					...(apiKey !== undefined && { 'X-API-Key': apiKey }),
					...(text !== undefined && {
						'Content-Type': 'application/json',
						'Content-Length': Buffer.byteLength(text),
					}),
				};
				const sent = request(url, { method, headers, agent }, (response) => {
					const chunks: Buffer[] = [];
					response.on('data', (chunk: Buffer) => chunks.push(chunk));
					response.once('error', reject).once('end', () => {
						const answer = Buffer.concat(chunks).toString();
						const json: unknown = answer === '' ? null : JSON.parse(answer);
						resolve({ status: response.statusCode ?? 0, body: json });
					});
				});
				sent.once('error', reject).end(text);
			}),
		close: () => agent.destroy(),
	};
};

/** Calls `work` for each entry, at most `parallel` at a time, and returns the results in order. */
export const inParallel = async <Entry, Result>(
	entries: readonly Entry[],
	parallel: number,
	work: (entry: Entry) => Promise<Result>,
): Promise<Result[]> => {
	const results: Result[] = [];
	const waiting = entries.entries();
	const walk = async (): Promise<void> => {
		for (const [index, entry] of waiting) results[index] = await work(entry);
	};
	await Promise.all(Array.from({ length: parallel }, walk));
	return results;
};
