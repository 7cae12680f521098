import { expect, it, jest } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { sendJson, serverPool } from '../../support/answeringServer';
import { runNode } from '../../support/n8nCore';
import { keyCredential, parametersOf } from '../../support/stage';

const serve = serverPool();

it('each try of a request is a line of the debug log, without key, query and body', async () => {
	const server = await serve((response, _request, index) =>
		sendJson(response, index === 0 ? 503 : 200, { tasks: [], detail: 'Not now' }),
	);
	const debug = jest.spyOn(Container.get(Logger), 'debug');
	const parameters = parametersOf('task.getManyByExternalSourceId', { externalSourceId: 'deal-9' });
	await runNode({ parameters, credentials: keyCredential(server.url, 'external') });
	const lines = debug.mock.calls.map(([line]) => line.replace(/\d+ ms/, '9 ms'));
	debug.mockRestore();
	// Without those of a request that an earlier test left behind in this process.
	const ours = lines.filter((line) => line.startsWith('Contract Workflow: GET /tasks/by-'));
	expect(ours).toEqual([
		'Contract Workflow: GET /tasks/by-[secret removed]-source-id 503 in 9 ms, try 1',
		'Contract Workflow: GET /tasks/by-[secret removed]-source-id 200 in 9 ms, try 2',
	]);
});
