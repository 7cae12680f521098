import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { initiate } from '../../../tools/sandbox/test/support/service';
import { loadOptions } from '../../support/listSearch';
import { polledService } from '../../support/polledService';

const { service, trigger, credentials, decide } = polledService({ tasks: 20, documents: 20 });

/** Gives another body to the document that the sandbox names. */
const setDocument = (change: (body: IDataObject) => void): number => {
	const { store } = service().sandbox.service;
	const { fileId } = service().sandbox.ids;
	const row = store.sql.get`SELECT document_id, body FROM documents WHERE file_id = ${fileId}`;
	// The sandbox keeps what is between the braces.
	const body = JSON.parse(`{${String(row?.body)}}`) as IDataObject;
	change(body);
	const now = new Date(service().sandbox.service.clock.now()).toISOString();
	store.sql
		.run`UPDATE documents SET body = ${JSON.stringify(body).slice(1, -1)}, updated_at = ${now}
		WHERE file_id = ${fileId}`;
	return Number(row?.document_id);
};
const setField = (name: string, changes: IDataObject) =>
	setDocument((body) => {
		const fields = body.fields as IDataObject[];
		Object.assign(fields.find(({ field_name }) => field_name === name) ?? {}, changes);
	});

const law = 'field:104:Governing law:enum';

describe('Task Updated, Only When These Change', () => {
	it('starts on a change of what is chosen, with before and after, and on no other', async () => {
		const id = await initiate(service());
		const steps = await trigger('taskUpdated', { watchedTaskFields: ['current_step_name'] });
		const titles = await trigger('taskUpdated', { watchedTaskFields: ['task_title', 'priority'] });
		expect([await steps.poll(), await titles.poll()]).toEqual([[], []]);
		const nameOfStep = async () =>
			(await service().get(`/tasks/${id}`)).data.task?.current_step_name;
		const before = await nameOfStep();
		await decide(id);
		const changed = { current_step_name: { before, after: await nameOfStep() } };
		expect(await steps.poll()).toMatchObject([{ task_id: id, changed }]);
		expect([await steps.poll(), await titles.poll()]).toEqual([[], []]);
	});
});

describe('Document Updated, Only When These Change', () => {
	it('holds to the ID of a field that is renamed, and to the name that it was chosen by', async () => {
		const { poll } = await trigger('documentUpdated', { watchedDocumentFields: [law] });
		await poll();
		setField('Governing law', { field_name: 'Applicable law' });
		expect(await poll()).toEqual([]);
		setField('Applicable law', { value: 'Atlantis' });
		const [item] = await poll();
		expect(item?.changed).toMatchObject({ 'field_Governing law': { after: 'Atlantis' } });
	});
});

describe('a choice', () => {
	it('is refused by a poll if it is empty', async () => {
		const { poll, stored } = await trigger('taskUpdated', { watchedTaskFields: '={{ "" }}' });
		await expect(poll()).rejects.toThrow(/is empty/);
		expect(stored()).toMatch(/^\{("node:[^"]+":\{\})?\}$/);
	});

	it('is refused by a test if nothing has it, and is published', async () => {
		const watchedTaskFields = ['status', 'assignee_email', 'variable_counter_party'];
		const { poll, test } = await trigger('taskUpdated', { watchedTaskFields });
		await expect(test()).rejects.toMatchObject({
			message: '"Only When These Change" contains variable_counter_party, which nothing has',
		});
		expect(await poll()).toEqual([]);
		await expect(test()).rejects.toThrow('which nothing has');
	});

	it('is shown by a test for the newest item, which moves nothing', async () => {
		const { test, stored } = await trigger('taskUpdated', {
			watchedTaskFields: '={{ "status, counterparty" }}',
		});
		const [item] = await test();
		expect(item?.changed).toEqual({
			status: { before: null, after: item?.status },
			variable_counterparty: { before: null, after: expect.anything() },
		});
		expect(stored()).toMatch(/^\{("node:[^"]+":\{\})?\}$/);
		expect(Object.keys(item ?? {})[0]).toBe('changed');
	});
});

describe('a choice that changes', () => {
	it('begins silently, also with the backlog, and loses no later change', async () => {
		const id = await initiate(service());
		const parameters = { watchedTaskFields: ['status'], options: { backlog: true } };
		const first = await trigger('taskUpdated', parameters);
		expect((await first.poll()).length).toBeGreaterThan(0);
		const next = await trigger('taskUpdated', {
			...parameters,
			watchedTaskFields: ['current_step_name'],
		});
		next.restart(first.stored());
		expect(await next.poll()).toEqual([]);
		await decide(id);
		const after = (await service().get(`/tasks/${id}`)).data.task?.current_step_name;
		expect(await next.poll()).toMatchObject([
			{ task_id: id, changed: { current_step_name: { after } } },
		]);
		const without = await trigger('taskUpdated', { options: { backlog: true } });
		without.restart(next.stored());
		expect(await without.poll()).toEqual([]);
	});
});

const optionsOf = async (method: string, parameters: INodeParameters) =>
	await loadOptions({
		node: 'contractWorkflowPollingTrigger',
		method,
		parameters,
		field: method,
		credentials: credentials(),
	});

describe('the lists', () => {
	it('documents: what each has, org fields and attributes, by name', async () => {
		const options = await optionsOf('watchedDocumentFields', { event: 'documentUpdated' });
		const names = options.map(({ name }) => name);
		expect(names).toEqual(
			expect.arrayContaining(['Document Title', 'Unclear Fields', 'Governing law (enum)']),
		);
		expect(names.some((name) => name.endsWith('(text attribute)'))).toBe(true);
	});

	it('tasks: variables by ID', async () => {
		const parameters = { event: 'taskUpdated', watchedTaskFields: ['variable_gone'] };
		const options = await optionsOf('watchedTaskFields', parameters);
		expect(options[0]).toMatchObject({ name: 'gone (not one of these variables)' });
		expect(options).toContainEqual(
			expect.objectContaining({ name: 'counterparty (text)', value: 'variable_counterparty' }),
		);
	});
});
