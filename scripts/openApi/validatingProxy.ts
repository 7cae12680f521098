import path from 'node:path';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { openApiFile } from '.';

const document = path.join(__dirname, '..', '..', openApiFile);

/**
 * Starts Prism as a proxy on a free port of 127.0.0.1 and prints its address. What a request or an
 * answer has against the document stands in the header `sl-violations` of the answer.
 * @param upstream the address of the API behind it
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
