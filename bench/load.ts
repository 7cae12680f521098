import { Agent, request } from 'node:http';

/** One kind of request that is sent again and again. */
export interface Load {
	readonly url: string;
	readonly method: 'GET' | 'POST';
	readonly headers: Readonly<Record<string, string>>;
	/** Sent in turn. */
	readonly bodies?: readonly string[];
}

const connections = 8;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const send = ({ url, method, headers }: Load, body?: string): Promise<void> =>
	new Promise((resolve, reject) => {
		const sent = request(url, { method, headers, agent }, (response) => {
			if (response.statusCode !== 200) {
				reject(new Error(`${method} ${url} answered with ${response.statusCode}`));
			}
			response.resume().once('end', resolve);
		});
		sent.once('error', reject).end(body);
	});

/** Sends `count` requests over eight connections; gives requests per second. */
export const rateOf = async (load: Load, count: number): Promise<number> => {
	const begun = performance.now();
	let left = count;
	const connection = async (): Promise<void> => {
		for (; left > 0; left -= 1) await send(load, load.bodies?.[left % load.bodies.length]);
	};
	await Promise.all(Array.from({ length: connections }, connection));
	return (count * 1000) / (performance.now() - begun);
};

/** Closes the connections. */
export const endLoad = (): void => agent.destroy();

/** The middle of some numbers. */
export const median = (numbers: readonly number[]): number => {
	const sorted = [...numbers].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
};
