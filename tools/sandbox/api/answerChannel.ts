import { channel } from 'node:diagnostics_channel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '../../../src/contract';

/** A response of the API as it is sent. */
export interface Answer {
	readonly endpoint: EndpointName;
	/** Method and path, unchanged from the request. */
	readonly request: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: string;
}

/** The name of the channel that reports each response of an endpoint, except those with a fault. */
export const answerChannel = 'contract-workflow-sandbox:answer';

const answers = channel(answerChannel);

/** Publishes a response to the subscribers of the channel, if there are any. */
export const tellOfAnswer = (request: FastifyRequest, reply: FastifyReply, body: unknown): void => {
	const { endpoint } = request.routeOptions.config;
	const isTold = answers.hasSubscribers && endpoint !== undefined && !request.isFaulty;
	if (!isTold || typeof body !== 'string') return;
	const answer: Answer = {
		endpoint,
		request: `${request.method} ${request.url}`,
		status: reply.statusCode,
		headers: reply.getHeaders(),
		body,
	};
	answers.publish(answer);
};
