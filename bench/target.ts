import fastify from 'fastify';
import { endOfFilling } from '../sandbox/runtime';
import { createSandbox } from '../sandbox/server';

/*
 * The server side of the measurement, a process of its own: a sandbox, and a bare route of the same
 * kind of server that answers the same bytes. Its first line says where both are, and the bodies that
 * ask for every page of the list in turn.
 */

const pageSize = 200;
const pages = 50;
const noLimit = 1_000_000_000;

const start = async (): Promise<void> => {
	const sandbox = await createSandbox({
		tasks: pages * pageSize,
		documents: 0,
		rateLimit: noLimit,
	});
	endOfFilling();
	const { baseUrl } = sandbox;
	const headers = { 'X-API-Key': sandbox.apiKeys.main };
	const task = `/tasks/${Number.parseInt(String(sandbox.ids.stepWithDocument), 10)}`;
	const answerOf = async (path: string, init: RequestInit): Promise<Buffer> =>
		Buffer.from(await (await fetch(`${baseUrl}${path}`, init)).arrayBuffer());
	const oneTask = await answerOf(task, { headers });
	const bodies = Array.from({ length: pages }, (_, page) =>
		JSON.stringify({ limit: pageSize, offset: page * pageSize, include_inactive: true }),
	);
	const answers = new Map<number, Buffer>();
	for (const [page, body] of bodies.entries()) {
		const init = {
			method: 'POST',
			headers: { ...headers, 'Content-Type': 'application/json' },
			body,
		};
		answers.set(page * pageSize, await answerOf('/tasks/list', init));
	}
	const bare = fastify();
	const json = 'application/json; charset=utf-8';
	bare.get(task, (_request, reply) => reply.type(json).send(oneTask));
	bare.post<{ Body: { offset: number } }>('/tasks/list', ({ body }, reply) =>
		reply.type(json).send(answers.get(body.offset)),
	);
	const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
	const line = { baseUrl, bareUrl, apiKey: headers['X-API-Key'], task, bodies };
	process.stdout.write(`${JSON.stringify(line)}\n`);
	process.once('SIGTERM', () => {
		void Promise.all([sandbox.stop(), bare.close()]).then(() => process.exit(0));
	});
};

void start();
