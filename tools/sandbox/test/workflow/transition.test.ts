import { describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '../support/service';
import { base64, initiate, taskOf, useService, vendorVariables } from '../support/service';

const service = useService();

const runs = (task: Json): unknown[] =>
	(task.step_runs as unknown as Json[]).map(({ step_id, status }) => [step_id, status]);

const decide = (taskId: number, approved: boolean, more: object = {}): Promise<Answer> =>
	service.post(`/tasks/${taskId}/approve`, { approved, ...more });

const sign = (taskId: number, step_run_id: unknown, more: object = {}): Promise<Answer> =>
	service.post(`/tasks/${taskId}/upload-signed-document`, {
		step_run_id,
		file: { filename: 'Signed.pdf', base64_content: base64('signed') },
		...more,
	});

const lastRunId = (task: Json): unknown =>
	(task.step_runs as unknown as Json[]).at(-1)?.step_run_id;

const nda = vendorVariables.slice(0, 1);

describe('section 3, approval', () => {
	it('moves on to the next step, also when that is a second approval, and to the end', async () => {
		const id = await initiate(service);
		const first = await decide(id, true);
		expect([first.status, first.data]).toEqual([
			200,
			{ task_id: id, status: 'in_progress', approved: true, message: expect.any(String) },
		]);
		expect(await taskOf(service, id)).toMatchObject({
			status: 'in_progress',
			current_step_id: 'finance_approval',
			current_step_type: 'approval',
		});
		expect((await decide(id, true)).status).toBe(200);
		const task = await taskOf(service, id);
		expect(task).toMatchObject({ status: 'in_progress', current_step_type: 'signature' });
		expect(runs(task)).toEqual([
			['intake', 'completed'],
			['draft', 'completed'],
			['legal_approval', 'completed'],
			['finance_approval', 'completed'],
			['signature', 'in_progress'],
		]);
	});

	it('rejected, follows the rejection path of the workflow', async () => {
		const id = await initiate(service);
		const { data } = await decide(id, false);
		expect(data).toMatchObject({ approved: false, status: 'in_progress' });
		expect(runs(await taskOf(service, id))).toEqual([
			['intake', 'completed'],
			['draft', 'completed'],
			['legal_approval', 'rejected'],
			['draft', 'completed'],
			['legal_approval', 'pending'],
		]);
		expect((await decide(id, true)).status).toBe(200);
	});

	it('rejected without such a path, ends the task', async () => {
		const id = await initiate(service, 'wf_mutual_nda', nda);
		expect((await decide(id, false)).data.status).toBe('rejected');
		expect(await taskOf(service, id)).toMatchObject({ status: 'rejected', completed_at: null });
		expect((await decide(id, true)).status).toBe(409);
		const listed = await service.post('/tasks/list', { limit: 200 });
		const ids = (listed.data.tasks as unknown as Json[]).map(({ task_id }) => Number(task_id));
		expect(ids).not.toContain(id);
	});

	it('is refused with 409, and changes nothing, when the task is not at one or was decided', async () => {
		const signature = await initiate(service, 'wf_mutual_nda', nda);
		await decide(signature, true);
		const statuses = ['completed', 'failed', 'rejected', 'on_hold', 'created'];
		const samples = await Promise.all(
			statuses.map((status) => service.post('/tasks/list', { status, limit: 1 })),
		);
		const ids = samples.map(({ data }) => Number(data.tasks?.[0]?.task_id));
		for (const id of [signature, ...ids]) {
			const before = await taskOf(service, id);
			for (const approved of [true, false]) {
				const answer = await decide(id, approved, { comment: 'late' });
				expect([answer.status, typeof answer.data.detail]).toEqual([409, 'string']);
			}
			expect(await taskOf(service, id)).toEqual(before);
		}
	});

	it('decides only once when two decisions arrive together', async () => {
		const { data } = await service.post('/workflows/wf_mutual_nda/1/initiate', { variables: nda });
		const id = Number(data.task_id);
		const answers = await Promise.all([decide(id, true), decide(id, true), decide(id, false)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
	});
});

describe('section 3, signature', () => {
	it('takes an externally signed document at the signature step, and the workflow goes on', async () => {
		const id = await initiate(service, 'wf_mutual_nda', nda);
		await decide(id, true);
		const run = lastRunId(await taskOf(service, id));
		const { status, data } = await sign(id, run);
		expect([status, data]).toEqual([
			200,
			{ task_id: id, success: true, output_variable_id: 'signature_signed_document' },
		]);
		const task = await taskOf(service, id);
		expect(task).toMatchObject({ status: 'completed', current_step_id: null });
		expect(task.variables).toContainEqual({
			variable_id: 'signature_signed_document',
			variable_type: 'file',
			value: expect.any(String),
			step_id: 'signature',
		});
		const again = await sign(id, run);
		expect([again.status, typeof again.data.detail]).toEqual([409, 'string']);
	});

	it('is refused with 409 when the task is not at a signature step, whatever run is named', async () => {
		const id = await initiate(service);
		const before = await taskOf(service, id);
		for (const run of [lastRunId(before), 'run_unknown']) {
			expect((await sign(id, run)).status).toBe(409);
		}
		expect(await taskOf(service, id)).toEqual(before);
	});
});
