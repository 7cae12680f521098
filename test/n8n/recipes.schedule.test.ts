import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { jsonOf } from '../../scripts/n8n/executions';
import { requestsTo, runNodes, useRecipe } from './recipe';

const reminder = z.object({
	subject: z.string(),
	text: z.string(),
	task_ids: z.array(z.number()),
});

const dayMs = 24 * 3_600_000;

describe('waiting-reminder', () => {
	const recipe = useRecipe('waiting-reminder');

	const startNda = async (counterparty: string) =>
		await recipe().ask('/workflows/wf_mutual_nda/latest/initiate', {
			variables: [{ variable_id: 'counterparty', type: 'text', value: counterparty }],
		});

	it('names the task, and for how many days it waits, and leaves out a younger one', async () => {
		const { sandbox, run } = recipe();
		await startNda('Too new to be reminded of');
		sandbox.setClockShift(-4 * dayMs);
		await startNda('Old enough');
		sandbox.setClockShift(0);
		const execution = await run();
		expect(execution.status).toBe('success');
		const reminders = jsonOf(execution, 'Write Reminders').map((one) => reminder.parse(one));
		for (const { subject, text, task_ids } of reminders) {
			expect(subject).toBe(`${task_ids.length} tasks are waiting for your approval`);
			expect(text.split('\n')).toHaveLength(task_ids.length);
		}
		const texts = reminders.map(({ text }) => text).join('\n');
		expect(texts).toMatch(/Old enough.* for 4 days/);
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
	const recipe = useRecipe('nightly-changed-documents', () => [], { documents: 60 });
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

	it('brings a document that differs, also when it changes back', async () => {
		const all = await changed();
		const first = expect.objectContaining({ document_id: all[0]?.document_id });
		await set('renewal_owner', 'Dana');
		expect(await changed()).toEqual([first]);
		await set('renewal_owner', 'Sam');
		expect(await changed()).toEqual([first]);
		await set('renewal_owner', 'Dana');
		expect(await changed()).toEqual([first]);
		expect(await changed()).toEqual([]);
	});

	it('keeps one row for each document', async () => {
		const dataTableId = { __rl: true, mode: 'name', value: 'Contract documents' };
		const { n8n } = recipe();
		const get = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
		const rows = jsonOf(await runNodes(n8n, [['dataTable', get]]), 'Step 1');
		expect(rows).toHaveLength(60);
		expect(new Set(rows.map(({ document_id }) => document_id)).size).toBe(60);
	});
});

describe('file-signed-copies', () => {
	const recipe = useRecipe('file-signed-copies');

	it('says what it could not have, and saves just that the next time', async () => {
		const { sandbox, run } = recipe();
		const save = async () => {
			const execution = await run();
			expect(execution.status).toBe('success');
			const refused = jsonOf(execution, 'Report Unsaved Task');
			return {
				refused,
				saved: jsonOf(execution, 'Write File').map(({ task_id }) => Number(task_id)),
			};
		};
		sandbox.addFault({ kind: 'error', status: 404, endpoint: 'listSignedDocuments', count: 3 });
		const first = await save();
		expect(first.refused).toHaveLength(3);
		for (const { reason } of first.refused) expect(reason).toMatch(/was not found/);
		sandbox.clearRequests();
		const second = await save();
		expect(second).toEqual({ refused: [], saved: expect.arrayContaining([expect.any(Number)]) });
		const asked = requestsTo(recipe(), /signed-documents/).map(({ path }) => path);
		for (const id of first.saved) expect(asked).not.toContain(`/tasks/${id}/signed-documents`);
		expect([...first.saved, ...second.saved].sort()).toEqual([10009, 10029, 10049, 10069]);
	});
});
