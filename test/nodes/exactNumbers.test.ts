import { afterEach, describe, expect, it } from '@jest/globals';
import { bodyOf } from '../../nodes/ContractWorkflowTrigger/delivery';
import { serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

/* Numbers that JavaScript cannot hold come as texts of the same digits, and never as other numbers. */

const { serve, stopAll } = serverPool();
afterEach(stopAll);

/** A service that gives the same JSON to each request. */
const serviceOf = async (json: string) =>
	await serve((response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(json);
	});

const [even, odd] = ['9007199254740992', '9007199254740993'];

describe('an ID of many digits', () => {
	it('comes exactly, and rows whose IDs differ in the last digit are two rows', async () => {
		const server = await serviceOf(
			`{"tasks":[{"task_id":${even}},{"task_id":${odd}}],"total_count":2}`,
		);
		const { output, error } = await runNode({
			parameters: parametersOf('task.getMany', { returnAll: true, output: 'raw' }),
			credentials: keyCredential(server.url, 'key_1'),
		});
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.task_id)).toEqual([Number(even), odd]);
	});

	it.each([Number(even), odd])('that is %j decides no task', async (id) => {
		const server = await serviceOf('{}');
		const { error } = await runNode({
			parameters: parametersOf('task.approve', {
				taskId: byId('={{ $json.task_id }}'),
				decision: 'approve',
			}),
			credentials: keyCredential(server.url, 'key_1'),
			items: itemsOf({ task_id: id }),
		});
		expect(error?.message).toBe('"Task" must be a whole number');
		expect(server.requests).toEqual([]);
	});

	it('is no proof that a write was carried out', async () => {
		const server = await serviceOf(`{"group_id":${odd},"name":"Legal","member_user_ids":[]}`);
		const { error } = await runNode({
			parameters: parametersOf('group.create', { name: 'Legal' }),
			credentials: keyCredential(server.url, 'key_1'),
		});
		expect(error?.message).toMatch(/did not confirm/);
		expect(server.requests).toHaveLength(1);
	});
});

it('a field of JSON with such a number is refused before anything is sent', async () => {
	const server = await serviceOf('{}');
	const { error } = await runNode({
		parameters: parametersOf('workflow.initiate', {
			workflowId: byId('w'),
			specifyVariables: 'list',
			additionalFields: { metadataJson: `{"deal":${odd},"part":${even},"sum":1.50}` },
		}),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(error?.message).toContain(`has more digits than a number can store: ${odd}`);
	expect(server.requests).toEqual([]);
});

describe('a delivery', () => {
	const received = (json: string, encoding?: BufferEncoding) => ({
		body: JSON.parse(json) as unknown,
		rawBody: Buffer.from(json, encoding),
		contentType: 'application/json',
		...(encoding && { encoding }),
	});

	it('has exact numbers, although n8n has read others', () => {
		expect(bodyOf(received(`{"id":${odd},"sum":1e400,"text":"${odd}"}`))).toEqual({
			id: odd,
			sum: '1e400',
			text: odd,
		});
		expect(bodyOf({ rawBody: Buffer.from(odd), contentType: 'application/x+json' })).toBe(odd);
	});

	it('is read in the encoding that n8n has found', () => {
		expect(bodyOf(received('{"é":1e400}', 'latin1'))).toEqual({ é: '1e400' });
		expect(bodyOf(received('{"é":1e400}', 'utf16le'))).toEqual({ é: '1e400' });
	});
});
