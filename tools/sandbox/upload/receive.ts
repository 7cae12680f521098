import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { EndpointName } from '../../../src/contract';
import { contract } from '../../../src/contract';
import { Refusal, invalidFor, issue } from '../api/refusal';
import { deepest } from '../api/validation';
import { ReceivedContent } from './content';
import type { Lift } from './lift';
import { createLift } from './lift';
import type { LiftedText } from './openText';

declare module 'fastify' {
	interface FastifyRequest {
		lift: Lift | null;
	}
}

/** Bodies up to this length are read as a whole. */
const smallBody = 1024 * 1024;
/** Maximum bytes of a body beside the contents of files: these are in memory as a whole. */
const mostText = 4 * 1024 * 1024;

const depthRefusal = (endpoint: EndpointName): Refusal => {
	const message = `must not be nested deeper than ${deepest} levels`;
	return invalidFor(contract[endpoint], issue(['body'], message, 'nesting'));
};

/** A stream that removes the contents of files from JSON. */
const liftStream = (lift: Lift, endpoint: EndpointName) => {
	const state = { receivedEncodedLength: 0, left: 0 };
	const stream = new Transform({
		transform(piece: Buffer, _encoding, done) {
			state.receivedEncodedLength += piece.length;
			const rest = lift.take(piece);
			state.left += rest.length;
			if (lift.depth > deepest) done(depthRefusal(endpoint));
			else if (state.left > mostText) {
				const limit = `${mostText} bytes that are accepted beside the contents of files`;
				done(new Refusal(413, `The request body is larger than the ${limit}.`));
			} else done(null, rest);
		},
	});
	// Fastify reads the length of the body, for its limit, from this property.
	return Object.defineProperty(stream, 'receivedEncodedLength', {
		get: () => state.receivedEncodedLength,
	});
};

/**
 * Reads `source` through `stream`. If the stream fails, the rest is read and dropped. Otherwise a
 * caller that is still sending would lose the response with the connection.
 */
const through = <Stream extends Transform>(source: Readable, stream: Stream): Stream => {
	source.once('error', (error) => stream.destroy(error));
	stream.once('error', () => {
		source.unpipe(stream);
		source.resume();
	});
	return source.pipe(stream);
};

/** Puts the files in place of their replacement texts. */
const putFiles = (body: unknown, texts: readonly LiftedText[]): void => {
	for (const text of texts) {
		const steps = [...text.place];
		const last = steps.pop() ?? '';
		const holder = steps.reduce<unknown>(
			(value, step) => (value as Readonly<Record<string, unknown>> | undefined)?.[step],
			body,
		) as Record<string, unknown> | undefined;
		// A repeated name has its last value.
		if (holder?.[last] === text.standIn) holder[last] = new ReceivedContent(text);
	}
};

/**
 * Receives large bodies in pieces: the contents of files are written to disk as they arrive, and
 * only the rest is parsed as JSON. Checks and responses are those of small bodies.
 */
export const receiveLargeBodies = (app: FastifyInstance): void => {
	app.decorateRequest('lift', null);
	app.addHook('preParsing', (request, reply, payload, done) => {
		const { endpoint } = request.routeOptions.config;
		const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
		const isLarge = coding !== undefined || Number(length) > smallBody;
		const isTooLarge = Number(length) > request.routeOptions.bodyLimit;
		const takesBody = endpoint !== undefined && 'body' in contract[endpoint];
		if (!takesBody || !isLarge || isTooLarge) {
			done(null, payload);
			return;
		}
		const lift = createLift();
		request.lift = lift;
		reply.raw.once('close', () => lift.close());
		done(null, through(payload, liftStream(lift, endpoint)));
	});
	app.addHook('preValidation', (request, _reply, done) => {
		if (request.lift) putFiles(request.body, request.lift.texts);
		done();
	});
};
