import { channel } from 'node:diagnostics_channel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '../../src/contract';

/** An answer of the API as it leaves. */
export interface Answer {
	readonly endpoint: EndpointName;
	/** Method and path, as they stood on the wire. */
	readonly request: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	/** Good until the call returns: the buffer is used again. */
	readonly body: string | Uint8Array;
}

/** The name of the channel that tells of each answer of an endpoint, those that faults befall aside. */
export const answerChannel = 'contract-workflow-sandbox:answer';

const answers = channel(answerChannel);

/** Tells those who listen to the channel, if there are any, of an answer. */
export const tellOfAnswer = (
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): void => {
	if (!answers.hasSubscribers) return;
	const { endpoint } = request.routeOptions.config;
	if (endpoint === undefined || request.isFaulty) return;
	if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return;
	const answer: Answer = {
		endpoint,
		request: `${request.method} ${request.url}`,
		status: reply.statusCode,
		headers: reply.getHeaders(),
		body: payload,
	};
	answers.publish(answer);
};
