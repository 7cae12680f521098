import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the request comes from a browser: programs that read JSON do not request a page. */
const isBrowser = ({ method, headers }: FastifyRequest): boolean =>
	method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

const page = (appUrl: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Address of the API - Sandbox</title>
<h1>This is the address of the API</h1>
<p>Programs send their requests here. Enter this address as the Base URL of the credential.</p>
<p>The web page of the sandbox is at <a href="${appUrl}">${appUrl}</a></p>
</html>
`;

/**
 * Responds to a request for an unknown path: to a program as the service does, to a browser with a
 * link to the page.
 */
export const answerNothingHere = (
	request: FastifyRequest,
	reply: FastifyReply,
	appUrl: string,
): FastifyReply => {
	reply.code(404);
	return isBrowser(request)
		? reply.type('text/html; charset=utf-8').send(page(appUrl))
		: reply.send({ detail: 'Not Found' });
};
