import { describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '../support/service';
import { base64, initiate, taskOf, useService, vendorVariables } from '../support/service';

const service = useService();

const list = (value: unknown): Json[] => value as Json[];
const text = (value: unknown): string => String(value);

describe('section 4, workflow schema', () => {
	const schema = async (path: string): Promise<Json> =>
		(await service.get(`/workflows/${path}/schema`)).data.workflow_schema as Json;

	it('is read by version or as latest, the most recent one (section 9)', async () => {
		expect(await schema('wf_mutual_nda/latest')).toMatchObject({ version: 2, is_active: true });
		expect(await schema('wf_mutual_nda/2')).toMatchObject({ version: 2 });
		expect(await schema('wf_mutual_nda/1')).toMatchObject({ version: 1, is_active: false });
	});

	it('answers 400 for any other version, and names it (section 9.1)', async () => {
		for (const version of ['v1', '1.0', '-1', 'LATEST', 'ä']) {
			const answer = await service.get(
				`/workflows/wf_mutual_nda/${encodeURIComponent(version)}/schema`,
			);
			expect([answer.status, answer.data]).toEqual([
				400,
				{ detail: `Invalid version format: ${version}` },
			]);
		}
	});
});

describe('section 4, initiate', () => {
	const post = (body: unknown): Promise<Answer> =>
		service.post('/workflows/wf_vendor_agreement/latest/initiate', body);

	it('creates a task whose step runs follow the schema', async () => {
		const { status, data } = await post({ variables: vendorVariables });
		expect(status).toBe(200);
		expect(data).toMatchObject({ workflow_id: 'wf_vendor_agreement', version: 2 });
		expect(['in_progress', 'pending']).toContain(data.status);
		const task = await taskOf(service, Number(data.task_id));
		expect(task).toMatchObject({
			status: data.status,
			workflow_state_id: data.workflow_state_id,
			workflow_version: 2,
			current_step_id: 'legal_approval',
			current_step_type: 'approval',
			completed_at: null,
			owner_email: 'amara.okafor@meridian.example',
		});
		expect(list(task.step_runs).map(({ step_id, status }) => [step_id, status])).toEqual([
			['intake', 'completed'],
			['draft', 'completed'],
			['legal_approval', 'pending'],
		]);
		expect(task.variables).toEqual(
			expect.arrayContaining([
				{
					variable_id: 'contract_value',
					variable_type: 'number',
					value: 1200.5,
					step_id: 'intake',
				},
				{ variable_id: 'effective_date', variable_type: 'date', value: null, step_id: 'intake' },
			]),
		);
	});

	it('takes every type of value in the form of the text, files by content and by id', async () => {
		const before = await initiate(service, 'wf_vendor_agreement', [
			...vendorVariables,
			{
				variable_id: 'draft',
				type: 'file',
				value: 'Entwurf',
				file_extension: 'pdf',
				base64_content: base64('%PDF'),
			},
		]);
		const stored = list((await taskOf(service, before)).variables);
		const fileId = stored.find(({ variable_id }) => text(variable_id) === 'draft')?.value;
		const id = await initiate(service, 'wf_master_services', [
			...vendorVariables,
			{ variable_id: 'auto_renewal', type: 'boolean', value: 'true' },
			{ variable_id: 'effective_date', type: 'date', value: '2026-05-01' },
			{ variable_id: 'notice_email', type: 'email', value: 'a@b.example' },
			{ variable_id: 'draft', type: 'file', value: 'Entwurf.pdf', file_id: fileId },
			{ variable_id: 'business_owner', type: 'user_entity', value: 'priya.raman@meridian.example' },
			{ variable_id: 'contracting_entity', type: 'business', value: 'Meridian Freight Ltd' },
		]);
		const values = list((await taskOf(service, id)).step_runs?.[0]?.variables);
		expect(
			Object.fromEntries(values.map(({ variable_id, value }) => [variable_id, value])),
		).toEqual({
			counterparty: 'Aldgate Logistics Ltd',
			contract_value: 1200.5,
			governing_law: 'Delaware',
			auto_renewal: true,
			effective_date: '2026-05-01',
			notice_email: 'a@b.example',
			draft: fileId,
			business_owner: 'priya.raman@meridian.example',
			contracting_entity: 'Meridian Freight Ltd',
			note: null,
		});
	});

	it('attributes the task to the user that is named', async () => {
		const user = 'yuki.tanaka@meridian.example';
		const { data } = await post({ variables: vendorVariables, user });
		expect(await taskOf(service, Number(data.task_id))).toMatchObject({ owner_email: user });
	});

	it('answers 400 for a malformed structure', async () => {
		const raw = (body: string): Promise<Answer> =>
			service.call('POST', '/workflows/wf_vendor_agreement/1/initiate', {
				body,
				headers: { 'Content-Type': 'application/json' },
			});
		for (const body of ['{"variables":', '[]', '{"variables":{}}', '{"variables":[1]}']) {
			const answer = await raw(body);
			expect([body, answer.status, typeof answer.data.detail]).toEqual([body, 400, 'string']);
		}
	});
});
