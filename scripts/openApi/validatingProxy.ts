import path from 'node:path';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { openApiFile } from '.';

const document = path.join(__dirname, '..', '..', openApiFile);

/**
 * Starts Prism as a proxy on a free port of 127.0.0.1 and prints its URL. The header
 * `sl-violations` of a response lists what violates the document, in the request or the response.
 * @param upstream the URL of the API
 */
const startProxy = async (upstream: string): Promise<void> => {
	const operations = await getHttpOperationsFromSpec(document);
	const server = createServer(operations, {
		components: { logger: createLogger('proxy', { level: 'silent' }) },
		cors: false,
		config: {
			isProxy: true,
			upstream: new URL(upstream),
			checkSecurity: true,
			validateRequest: true,
			validateResponse: true,
			errors: false,
			mock: { dynamic: false },
			upstreamProxy: undefined,
		},
	});
	console.log(await server.listen(0, '127.0.0.1'));
};

void startProxy(String(process.argv[2]));
