import { expect, it } from '@jest/globals';
import { stringify } from 'flatted';
import { readExecution } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';

/** Answers with each row in turn, and with the last one from then on. */
const n8nThatStored = (...rows: object[]): N8n => ({
	url: 'http://127.0.0.1:5678',
	cookie: '',
	request: async (_method, _path, schema) => {
		const row = rows.length > 1 ? rows.shift() : rows[0];
		return await Promise.resolve(schema.parse(row));
	},
});

const ended = {
	id: '7',
	status: 'error',
	stoppedAt: '2026-05-04T09:00:02.000Z',
	data: stringify({ resultData: { runData: {}, error: { message: 'It failed' } } }),
};

it.each([
	['a poll that failed, which n8n never started', null, 0],
	['one of a version of n8n that leaves the field out', undefined, 0],
	['a run', '2026-05-04T09:00:00.500Z', 1.5],
])('reads %s', async (_name, startedAt, seconds) => {
	const execution = await readExecution(n8nThatStored({ ...ended, startedAt }), '7');
	expect(execution).toMatchObject({ status: 'error', seconds, error: { message: 'It failed' } });
});

it('waits for the data of a run that has ended, which n8n 1 shows as an empty list until then', async () => {
	const execution = await readExecution(n8nThatStored({ ...ended, data: '[]' }, ended), '7');
	expect(execution).toMatchObject({ error: { message: 'It failed' } });
});
