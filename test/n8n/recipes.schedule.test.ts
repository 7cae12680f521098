import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { listTasks } from '../../scripts/demo/service';
import { jsonOf } from '../../scripts/n8n/executions';
import { requestsTo, runNodes, useRecipe } from './recipe';

const signedDocuments = z.object({
	documents: z.array(z.object({ file_id: z.string(), download_url: z.string() })),
});

const dayMs = 24 * 3_600_000;

describe('waiting-reminder', () => {
	const recipe = useRecipe('waiting-reminder');

	const startNda = async (counterparty: string) =>
		await recipe().ask('/workflows/wf_mutual_nda/latest/initiate', {
			variables: [{ variable_id: 'counterparty', type: 'text', value: counterparty }],
		});

	it('makes one text for each person, with all that waits too long, and nothing else', async () => {
		const { sandbox, run } = recipe();
		await startNda('Too new to be reminded of');
		sandbox.setClockShift(-4 * dayMs);
		await startNda('Old enough');
		sandbox.setClockShift(0);
		const { baseUrl, apiKeys } = sandbox;
		const { tasks } = await listTasks({ baseUrl, apiKey: apiKeys.main });
		const late = tasks.filter(
			({ current_step_type, status, updated_at }) =>
				current_step_type === 'approval' &&
				status !== 'on_hold' &&
				Date.parse(String(updated_at)) < Date.now() - 3 * dayMs,
		);

		const execution = await run();
		expect(execution.status).toBe('success');
		const reminders = jsonOf(execution, 'Write Reminders');
		const people = new Set(late.map(({ assignee_email }) => assignee_email));
		expect(people.size).toBeGreaterThan(2);
		expect(new Set(reminders.map(({ to }) => to))).toEqual(people);
		expect(reminders).toHaveLength(people.size);
		for (const { to, subject, text, task_ids } of reminders) {
			const theirs = late.filter(({ assignee_email }) => assignee_email === to);
			expect(task_ids).toEqual(theirs.map(({ task_id }) => task_id));
			expect(subject).toBe(`${theirs.length} tasks are waiting for your approval`);
			expect(String(text).split('\n')).toHaveLength(theirs.length);
		}
		const texts = JSON.stringify(reminders);
		expect(texts).toContain('Old enough');
		expect(texts).toContain('for 4 days');
		expect(texts).not.toContain('Too new');
	});

	it('says nothing when nothing waits that long', async () => {
		const { sandbox, run } = recipe();
		sandbox.addFault({ kind: 'error', status: 404, endpoint: 'listTasks' });
		expect((await run()).status).toBe('error');
		expect((await run()).status).toBe('success');
	});
});

describe('nightly-changed-documents', () => {
	const recipe = useRecipe('nightly-changed-documents');
	const changed = async () => {
		const execution = await recipe().run();
		expect(execution.status).toBe('success');
		return jsonOf(execution, 'Write to Table');
	};
	const set = async (name: string, value: string) => {
		const { sandbox, ask } = recipe();
		await ask(
			`/core/files/${sandbox.ids.fileId}/attributes`,
			{ attributes: [{ name, data_type: 'text', value }] },
			'PATCH',
		);
	};

	it('brings all documents once, then only those that differ, also when they change back', async () => {
		const all = await changed();
		expect(all).toHaveLength(240);
		expect(await changed()).toEqual([]);

		const first = expect.objectContaining({ document_id: all[0]?.document_id });
		await set('renewal_owner', 'Dana');
		expect(await changed()).toEqual([first]);
		await set('renewal_owner', 'Sam');
		expect(await changed()).toEqual([first]);
		await set('renewal_owner', 'Dana');
		expect(await changed()).toEqual([first]);
		expect(await changed()).toEqual([]);
	}, 180_000);

	it('keeps one row for each document', async () => {
		const dataTableId = { __rl: true, mode: 'name', value: 'Contract documents' };
		const { n8n } = recipe();
		const get = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
		const rows = jsonOf(await runNodes(n8n, [['dataTable', get]]), 'Step 1');
		expect(rows).toHaveLength(240);
		expect(new Set(rows.map(({ document_id }) => document_id)).size).toBe(240);
	});
});

describe('file-signed-copies', () => {
	const recipe = useRecipe('file-signed-copies');

	it('writes the bytes of each signed document, and says what it could not have', async () => {
		const { n8n, sandbox, run, ask } = recipe();
		sandbox.addFault({ kind: 'error', status: 404, endpoint: 'listSignedDocuments' });
		const execution = await run();
		expect(execution.status).toBe('success');
		const filed = jsonOf(execution, 'Write File');
		const refused = jsonOf(execution, 'Report Unsaved Task');
		expect(refused).toEqual([
			{ task_id: expect.any(Number), reason: expect.stringMatching(/was not found/) },
		]);
		expect(new Set(filed.map(({ fileName }) => fileName)).size).toBe(filed.length);
		for (const { fileName, task_id, file_id } of filed) {
			const read = await runNodes(n8n, [
				['readWriteFile', { operation: 'read', fileSelector: String(fileName) }],
				['extractFromFile', { operation: 'binaryToPropery', binaryPropertyName: 'data' }],
			]);
			const [file] = jsonOf(read, 'Step 2');
			const { documents } = signedDocuments.parse(
				await ask(`/tasks/${String(task_id)}/signed-documents`),
			);
			const document = documents.find((one) => one.file_id === file_id);
			const original = await (await fetch(document?.download_url ?? '')).arrayBuffer();
			expect(Buffer.from(String(file?.data), 'base64')).toEqual(Buffer.from(original));
		}
		const [later, ...more] = jsonOf(await run(), 'Write File');
		expect(more).toEqual([]);
		expect([...filed, later].map((file) => file?.task_id).sort()).toEqual([
			10009, 10029, 10049, 10069,
		]);
	});

	it('files nothing twice', async () => {
		const { sandbox, run } = recipe();
		sandbox.clearRequests();
		const execution = await run();
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'Write File')).toEqual([]);
		const asked = requestsTo(recipe(), /signed-documents/).map(({ path }) => path);
		expect(asked.some((path) => path.includes('10009'))).toBe(false);
	});
});
