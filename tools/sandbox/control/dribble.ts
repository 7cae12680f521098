import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Fault, Faults } from './faults';

declare module 'fastify' {
	interface FastifyRequest {
		dribble: Fault | null;
	}
}

type Source = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The bytes of `source` in small pieces, with pauses; all the rest when `signal` is aborted. */
const drops = async function* (
	source: Source,
	{ bytes, everyMs }: Fault,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	let isFirst = true;
	for await (const chunk of source) {
		for (let at = 0; at < chunk.length; ) {
			// An aborted wait ends immediately, as intended.
			if (!isFirst) await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
			isFirst = false;
			const end = signal.aborted ? chunk.length : at + bytes;
			yield chunk.subarray(at, end);
			at = end;
		}
	}
};

const bytesOf = (payload: unknown): Source | undefined => {
	if (payload instanceof Readable) return payload as AsyncIterable<Uint8Array>;
	if (payload instanceof Uint8Array) return [payload];
	return typeof payload === 'string' ? [Buffer.from(payload)] : undefined;
};

/** Sends a response in small pieces if the fault of its request says so. */
export const addDribble = (app: FastifyInstance, faults: Faults): void => {
	app.decorateRequest('dribble', null);
	app.addHook('onSend', (request, reply, payload, done) => {
		const source = request.dribble && bytesOf(payload);
		if (!request.dribble || !source) {
			done(null, payload);
			return;
		}
		if (!(payload instanceof Readable)) {
			void reply.header('content-length', Buffer.byteLength(payload as string | Uint8Array));
		}
		const hurry = new AbortController();
		const letGo = faults.hold(() => hurry.abort());
		const stream = Readable.from(drops(source, request.dribble, hurry.signal), {
			objectMode: false,
		});
		stream.once('close', letGo);
		done(null, stream);
	});
};
