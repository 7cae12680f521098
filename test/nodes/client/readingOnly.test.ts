import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { pageOfTasks, sendJson, serverPool } from '../../support/answeringServer';
import { searchList } from '../../support/listSearch';
import { operationNamed } from '../../support/operations.table';
import { startTrigger } from '../../support/pollingTrigger';
import { keyCredential, parametersOf } from '../../support/stage';
import type { Row } from '../table';
import { table } from '../table';

const serve = serverPool();

/** Two items of an operation, with what the credential allows, if it says that. */
const allowed = (
	name: string,
	allow: string | undefined,
	expected: Row['expect'],
	more: INodeParameters = {},
): Row => {
	const { given, answer } = operationNamed(name);
	return {
		operation: name,
		given: { ...given, options: { maxParallel: 1 }, ...more },
		items: [{ task: 1 }, { task: 2 }],
		credential: () => ({ ...(allow && { allow }) }),
		service: () => [200, answer],
		expect: expected,
	};
};

const refusal = {
	error: /^The credential is read-only\nNothing was sent\. .*"Permissions" of the credential/,
};
const posts = [1, 2].map((task) => `POST /tasks/${task}/comment`);
const looks = [1, 2].map((task) => `GET /tasks/${task}`);
const list = 'POST /tasks/list';

// The contract says which operation writes, and `test/contract` holds it to the API text.
describe('a credential that allows reading only', () => {
	table({
		'refuses what writes once for all items': allowed('task.comment', 'reading', refusal),
		'so does one of an unknown value': allowed('task.comment', 'read', refusal),
		'reads, whatever the method': allowed('task.getMany', 'reading', { sent: [list, list] }),
		'plans what writes': {
			...allowed(
				'task.comment',
				'reading',
				{ sent: looks, output: Array<object>(2).fill({ verdict: 'would_send', reason: null }) },
				{ dryRun: true },
			),
			service: ({ line }) => [200, { task: { task_id: Number(line.split('/')[2]) } }],
		},
		'one that allows all sends': allowed('task.comment', 'everything', { sent: posts }),
		'so does one without a stored choice': allowed('task.comment', undefined, { sent: posts }),
	});

	it('fills the lists of the panel, and polls', async () => {
		const server = await serve((response, { body }) =>
			sendJson(response, 200, pageOfTasks([], body)),
		);
		const { contractWorkflowApi } = keyCredential(server.url, 'key_1');
		const credentials = { contractWorkflowApi: { ...contractWorkflowApi, allow: 'reading' } };
		const parameters = parametersOf('task.get', {});
		await searchList({ method: 'searchTasks', parameters, credentials });
		const asked = server.requests.length;
		expect(asked).toBeGreaterThan(0);
		const trigger = await startTrigger({ event: 'taskCreated' }, credentials);
		await trigger.poll();
		expect(server.requests.length).toBeGreaterThan(asked);
	});
});
