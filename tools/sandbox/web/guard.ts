import { networkInterfaces } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';

const policy = {
	'default-src': "'none'",
	'style-src': "'self'",
	'script-src': "'self'",
	'img-src': "'self' data:",
	'connect-src': "'self'",
	'form-action': "'self'",
	'frame-ancestors': "'none'",
	'base-uri': "'none'",
};

/** The policy of a page, with other sources for some of its parts. */
export const pagePolicy = (other: Partial<typeof policy> = {}): string =>
	Object.entries({ ...policy, ...other })
		.map((directive) => directive.join(' '))
		.join('; ');

const securityHeaders = {
	'Content-Security-Policy': pagePolicy(),
	'X-Content-Type-Options': 'nosniff',
	// With `no-referrer`, a browser would send `Origin: null` with our own forms.
	'Referrer-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Cache-Control': 'no-store',
} as const;

/**
 * Adds the headers to a response that keep foreign content out of a page, and the page out of
 * others.
 */
export const secure = (reply: FastifyReply): FastifyReply => reply.headers(securityHeaders);

const localHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Whether a request was sent to a hostname of this machine. A foreign page can point its own
 * hostname at this machine. The browser then treats the responses as part of that page.
 */
export const isForThisMachine = ({ headers }: FastifyRequest): boolean =>
	localHost.test(headers.host ?? '');

const ownAddresses = (): string[] =>
	Object.values(networkInterfaces()).flatMap((addresses = []) =>
		addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
	);

/** The same for the API, which containers and other machines may reach by more names. */
export const isForThisApi = (request: FastifyRequest): boolean =>
	isForThisMachine(request) ||
	['host.docker.internal', ...ownAddresses()].includes(request.hostname);

/**
 * What is wrong with a request to a page; undefined if it is valid. A foreign page in the same
 * browser can send forms here. With a hostname that it points at this machine, it can even read
 * responses. `Origin` reveals the first, `Host` the second.
 */
export const callerProblem = (request: FastifyRequest): string | undefined => {
	const { method, headers } = request;
	const { host = '', origin } = headers;
	if (!isForThisMachine(request)) {
		return 'This page works only under local names of this machine, such as 127.0.0.1.';
	}
	const changesNothing = method === 'GET' || method === 'HEAD';
	if (changesNothing || origin === `http://${host}`) return undefined;
	return 'This form was not sent from a page of the sandbox. Open the page, and send it from there.';
};
