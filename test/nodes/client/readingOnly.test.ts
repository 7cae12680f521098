import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, OnError } from 'n8n-workflow';
import { sendJson, serverPool } from '../../support/answeringServer';
import { searchList } from '../../support/listSearch';
import { runNode } from '../../support/n8nCore';
import { operationNamed, operations, task } from '../../support/operations.table';
import { startTrigger } from '../../support/pollingTrigger';
import { keyCredential, parametersOf } from '../../support/stage';

const serve = serverPool();

const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

const credentialAt = (url: string, allow?: string) => {
	const { contractWorkflowApi } = keyCredential(url, 'key_1');
	return { contractWorkflowApi: { ...contractWorkflowApi, ...(allow && { allow }) } };
};

const run = async (
	{ parameters, answer, oneItem }: (typeof operations)[number],
	allow?: string,
	onError?: OnError,
	choices?: INodeParameters,
) => {
	const server = await serve((response) =>
		sendJson(response, 200, { task, ...operationNamed('organization.get').answer, ...answer }),
	);
	const result = await runNode({
		parameters: { ...parameters, ...choices },
		credentials: credentialAt(server.url, allow),
		items: [
			{ json: { task: 1 }, binary: { data: file } },
			{ json: { task: 2 }, binary: { data: file } },
		].slice(0, oneItem ? 1 : 2),
		onError,
	});
	return { ...result, requests: server.requests };
};

const named = operations.map((operation) => [operation.name, operation] as const);
const reads = named.filter(([, { kind }]) => kind === 'R');
const writes = named.filter(([, { kind }]) => kind !== 'R');

describe('a credential that allows reading only', () => {
	it.each(writes)('refuses %s once for all items, before anything is sent', async (_name, row) => {
		// An unknown value allows reading only, too.
		for (const allow of ['reading', 'read']) {
			const { requests, error, output } = await run(row, allow);
			expect(requests).toEqual([]);
			expect(output).toEqual([]);
			expect(error?.message).toBe('The credential is read-only');
			expect(error?.description).toMatch(/^Nothing was sent\. .*"Permissions" of the credential/);
		}
		expect((await run(row, 'reading', 'continueErrorOutput')).requests).toEqual([]);
		expect((await run(row, 'everything', 'continueErrorOutput')).requests).not.toEqual([]);
	});

	it.each(reads)('sends %s', async (_name, row) => {
		const { requests, error } = await run(row, 'reading');
		expect(error).toBeUndefined();
		expect(requests.length).toBeGreaterThan(0);
	});

	it.each(writes)('plans %s, and sends nothing that writes', async (_name, row) => {
		const { error, output, requests } = await run(row, 'reading', undefined, { dryRun: true });
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.dry_run)).not.toContain(undefined);
		expect(output.map(({ json }) => json.reason)).not.toContain('The credential is read-only');
		expect(requests.filter(({ line }) => !line.startsWith('GET /'))).toEqual([]);
	});

	it('fills the lists of the panel, and polls', async () => {
		const server = await serve((response) =>
			sendJson(response, 200, { tasks: [], total_count: 0, limit: 200, offset: 0 }),
		);
		const credentials = credentialAt(server.url, 'reading');
		const parameters = parametersOf('task.get', {});
		await searchList({ method: 'searchTasks', parameters, credentials });
		const trigger = await startTrigger({ event: 'taskCreated' }, credentials);
		await trigger.poll();
		expect(server.requests.map(({ line }) => line)).toContain('POST /tasks/list');
		expect(server.requests.length).toBeGreaterThan(1);
	});
});

it('a credential without a stored choice has the default of n8n, which allows all', async () => {
	const [row] = writes[0] ? [writes[0][1]] : [];
	if (!row) throw new Error('No operation writes');
	expect((await run(row)).requests).not.toEqual([]);
});
