import { afterEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/n8nCore';
import { startTrigger } from '../support/pollingTrigger';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { deliver } from '../support/webhookTrigger';
import { faultServers, text } from './faultServer';

/* One row with lists or objects within each other, far deeper than n8n or JavaScript can follow. */

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const cutOff = '[nested too deeply]';
const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a\\"]":'.repeat(depth) + '1' + '}'.repeat(depth);
const mixed = (depth: number) => '[{"a":'.repeat(depth / 2) + '"}]"' + '}]'.repeat(depth / 2);
const depths = [10_000, 2_000_000];

/** A service that gives this answer. */
const answering = async (answer: string, status = 200) => {
	const server = await serve(() => ({ atBody: text(status, 'application/json', answer) }));
	return { credentials: keyCredential(server.url, 'key_1'), server };
};

const time = '2026-05-04T00:00:00Z';
const taskWith = (id: number, value: string, variable = 'v') =>
	`{"task_id":${id},"created_at":"${time}","updated_at":"${time}","status":"pending","variables":[{"variable_id":"${variable}","variable_type":"text","value":${value}}]}`;
const tasks = (...rows: string[]) => `{"tasks":[${rows.join()}],"total_count":${rows.length}}`;

describe.each([
	['lists', lists],
	['objects', objects],
	['both', mixed],
])('%s within each other', (_name, nested) => {
	it.each(depths)('come out of a list as a text that says so, %i deep', async (depth) => {
		const { credentials } = await answering(tasks(taskWith(1, nested(depth)), taskWith(2, '"x"')));
		for (const output of ['raw', 'simplified']) {
			const { output: items, error } = await runNode({
				parameters: parametersOf('task.getMany', {
					output,
					options: { results: { flatten: true } },
				}),
				credentials,
			});
			expect(error).toBeUndefined();
			const [deep, other] = items.map(({ json }) => json);
			expect(JSON.stringify(deep)).toContain(cutOff);
			expect(other).toMatchObject({ task_id: 2, variable_v: 'x' });
		}
	});

	it.each<[string, INodeParameters]>([
		['whole rows', { event: 'taskUpdated' }],
		['one variable', { event: 'taskUpdated', watchedTaskFields: ['variable:v'] }],
	])('stop no poll of %s', async (_what, parameters) => {
		const deep = taskWith(1, nested(10_000));
		let answer = tasks(deep, taskWith(2, '"old"'));
		const server = await serve(() => ({
			atBody: (response) => text(200, 'application/json', answer)(response),
		}));
		const { poll } = await startTrigger(parameters, keyCredential(server.url, 'key_1'));
		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([]);
		answer = tasks(deep, taskWith(2, '"new"'), taskWith(3, nested(10_000)));
		expect((await poll()).map(({ task_id: id }) => id).sort()).toEqual([2, 3]);
		expect(await poll()).toEqual([]);
	});

	it('leave an error its words', async () => {
		const { credentials } = await answering(`{"extra":${nested(10_000)},"detail":"No"}`, 409);
		const parameters = parametersOf('task.get', { taskId: byId('1') });
		const { error } = await runNode({ parameters, credentials });
		expect(error?.description).toContain('The service says: No.');
	});

	it('come out of a delivery as a text that says so', async () => {
		const { item, status } = await deliver(`{"deep":${nested(10_000)},"other":1}`);
		expect(status).toBeUndefined();
		expect(JSON.stringify(item?.json.body)).toContain(cutOff);
		expect(item?.json.body).toMatchObject({ other: 1 });
	});
});

it('a write that is answered so is told as sent', async () => {
	const answer = `{"success":true,"activity_log_id":5,"message":"ok","extra":${lists(10_000)}}`;
	const { credentials, server } = await answering(answer);
	const { output, error } = await runNode({
		parameters: parametersOf('task.comment', { taskId: byId('1'), comment: 'x' }),
		credentials,
	});
	expect(error).toBeUndefined();
	expect(output[0]?.json).toMatchObject({ activity_log_id: 5 });
	expect(JSON.stringify(output[0]?.json)).toContain(cutOff);
	expect(server.requests).toHaveLength(1);
});

it('what is 500 deep comes out unchanged, in whatever parts it arrives', async () => {
	const body = tasks(taskWith(1, lists(490)), taskWith(2, '"[[[[ \\" \\\\"'));
	const server = await serve(() => ({
		atBody(response) {
			response.writeHead(200, { 'content-type': 'application/json' });
			for (const byte of Buffer.from(body)) response.write(Buffer.from([byte]));
			response.end();
		},
	}));
	const { output } = await runNode({
		parameters: parametersOf('task.getMany', { output: 'raw' }),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(JSON.stringify({ tasks: output.map(({ json }) => json), total_count: 2 })).toBe(body);
});
