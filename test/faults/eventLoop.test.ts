import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { processorMs } from '../../tools/sandbox/test/support/processorMs';
import { loadOptions, openPanel } from '../support/listSearch';
import { schemaOf, task } from '../support/operations.table';
import { startTrigger } from '../support/pollingTrigger';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { deliver } from '../support/webhookTrigger';
import { faultServers, text } from './faultServer';
import { read, runAt } from './items';

/*
 * The largest that a service or a sender can send, for each reader of it. What takes time by the
 * square of a size takes 20 seconds and more here, and what takes it in proportion less than two.
 */

const serve = faultServers();

const many = 30_000;
const longestMs = 6_000;

const listOf = <Value>(count: number, make: (index: number) => Value): Value[] =>
	Array.from({ length: count }, (_, index) => make(index));

/** A service that gives one answer to all, and the credential for it. */
const answering = async (answer: unknown, status = 200) => {
	const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
	const { url } = await serve(() => ({ atBody: text(status, 'application/json', body) }));
	return { url, credentials: keyCredential(url, 'key_1') };
};

/** The processor time of work has a bound: so no stretch of it can be longer either. */
const timed = async <Result>(work: () => Promise<Result>, mostMs = longestMs): Promise<Result> => {
	const before = processorMs();
	const result = await work();
	expect(processorMs() - before).toBeLessThan(mostMs);
	return result;
};

const variables = (idOf: (index: number) => string, valueOf: (index: number) => unknown) =>
	listOf(many, (index) => ({
		variable_type: 'text',
		value: valueOf(index),
		step_id: 'intake',
		variable_id: idOf(index),
	}));
const tasksOf = (more: object) => ({ tasks: [{ ...task, ...more }], total_count: 1 });
const fields = (idOf: (index: number) => number) =>
	listOf(many, (index) => ({
		field_name: `Field ${idOf(index)} ${index}`,
		field_value_type: 'text',
		org_field_id: idOf(index),
		value: { text: index },
		is_unclear: true,
		is_null: true,
	}));
const documentsOf = (more: object) => ({
	documents: [{ document_id: 1, ...more }],
	has_next: false,
	next_cursor: null,
});
const same = () => 'amount';
const each = (index: number) => `variable_${index}`;
const namedSchema = (nameOf: (index: number) => string) => {
	const schema = schemaOf('w', Object.fromEntries(listOf(many, (index) => [each(index), 'text'])));
	const variables = schema.variables.map((one, index) => ({
		...one,
		variable_name: nameOf(index),
	}));
	return { workflow_schema: { ...schema, variables } };
};

describe('a run reads', () => {
	const emptyTexts = `{"task":{"task_id":1,"variables":[{"variable_id":"v","value":[${'"",'.repeat(5_000_000)}""]}]}}`;
	it.each<[string, string, INodeParameters, unknown]>([
		[
			'30,000 values of one variable',
			'task.get',
			{ taskId: byId('1') },
			{ task: { ...task, variables: variables(same, (value) => value) } },
		],
		['15 MB of empty texts', 'task.get', { taskId: byId('1'), output: 'raw' }, emptyTexts],
		[
			'30,000 variables as columns',
			'task.getMany',
			{},
			tasksOf({ variables: variables(each, (value) => value) }),
		],
		['30,000 fields as columns', 'document.search', {}, documentsOf({ fields: fields(() => 1) })],
	])('%s', async (_name, operation, parameters, answer) => {
		const { url } = await answering(answer);
		const given = parametersOf(operation, parameters);
		const { error } = await timed(async () => await runAt(url, given));
		expect(error).toBeUndefined();
	});

	it.each([
		['300,000 issues', JSON.stringify({ detail: listOf(300_000, () => ({})) })],
		['an issue at 300,000 parts', `{"detail":[{"loc":[${'"",'.repeat(300_000)}""]}]}`],
		['15 MB of empty texts', `{"detail":[${'"",'.repeat(5_000_000)}""]}`],
	])('an error with %s', async (_name, answer) => {
		const { url } = await answering(answer, 422);
		const { error } = await timed(async () => await runAt(url, read), 3_000);
		expect(error?.httpCode).toBe('422');
	});

	it.each([
		['by names that differ', (index: number) => `Name ${index}`],
		['by one name', () => 'Name'],
	])('30,000 variables to send, %s', async (_name, nameOf) => {
		const { url } = await answering(namedSchema(nameOf));
		const json: IDataObject = Object.fromEntries(listOf(many, (index) => [each(index), 'x']));
		const launch = { workflowId: byId('w'), version: byId('1') };
		for (const given of [
			{ variables: { mappingMode: 'autoMapInputData', value: null, schema: [] } },
			{ specifyVariables: 'json', variablesJson: JSON.stringify(json) },
			{ specifyVariables: 'json', variablesJson: JSON.stringify(json).replaceAll('variable', 'x') },
		]) {
			const parameters = parametersOf('workflow.initiate', { ...launch, ...given });
			const { error } = await timed(
				async () => await runAt(url, parameters, { items: [{ json }] }),
			);
			// The service of this test confirms nothing.
			expect(error?.message.length).toBeLessThan(300_000);
		}
	});
});

describe('the panel reads', () => {
	const launch = parametersOf('workflow.initiate', { workflowId: byId('w'), version: byId('1') });

	it('30,000 variables of a schema', async () => {
		for (const nameOf of [(index: number) => `Name ${index}`, () => 'Name']) {
			const { credentials } = await answering(namedSchema(nameOf));
			const { context, methods } = await openPanel({ parameters: launch, credentials });
			const form = await timed(
				async () => await methods.resourceMapping?.workflowVariables?.call(context),
			);
			expect(form?.fields).toHaveLength(many);
		}
	});

	it('30,000 org fields and attributes', async () => {
		const { credentials } = await answering({
			org_fields: listOf(many, (index) => ({
				org_field_id: index + 100,
				name: `Field ${index}`,
				field_value_type: 'text',
			})),
			attributes: listOf(many, (index) => ({ name: `a${index}`, field_type: 'text' })),
		});
		const parameters = parametersOf('document.search', {});
		const options = await timed(
			async () =>
				await loadOptions({
					method: 'searchFields',
					parameters,
					field: 'conditions.condition[0].field',
					credentials,
				}),
		);
		expect(options.length).toBeGreaterThan(2 * many);
	});
});

describe('a poll reads', () => {
	it.each<[string, INodeParameters, (round: number) => object]>([
		[
			'30,000 values of a variable',
			{ event: 'taskUpdated', watchedTaskFields: ['variable_amount'] },
			(round) => tasksOf({ variables: variables(same, (value) => [value, round]) }),
		],
		[
			'30,000 collaborators',
			{ event: 'taskUpdated', watchedTaskFields: ['collaborator_emails'] },
			(round) => tasksOf({ collaborator_emails: listOf(many, (index) => `${index} ${round}`) }),
		],
		[
			'30,000 unclear fields',
			{ event: 'documentUpdated', watchedDocumentFields: ['unclear_fields'] },
			(round) => documentsOf({ fields: fields((index) => index + round) }),
		],
		[
			'times of 400 kB',
			{ event: 'taskUpdated' },
			() => ({
				tasks: listOf(30, (index) => ({
					...task,
					task_id: index,
					updated_at: `2026-05-04 (${'x'.repeat(400_000)})`,
				})),
				total_count: 30,
			}),
		],
	])('%s', async (_name, parameters, answerOf) => {
		let round = 0;
		const answers = [JSON.stringify(answerOf(0)), JSON.stringify(answerOf(1))];
		const server = await serve(() => ({
			atBody: text(200, 'application/json', answers[round] ?? ''),
		}));
		const trigger = await startTrigger(parameters, keyCredential(server.url, 'key_1'));
		for (round = 0; round < 2; round++) {
			await timed(async () => await trigger.poll().catch(() => []));
		}
	});
});

describe('the webhook reads', () => {
	it.each([
		['one text of 15 MB', JSON.stringify({ a: 'x'.repeat(15_000_000) })],
		['49,000 texts', JSON.stringify(listOf(49_000, (index) => `text number ${index}`))],
		['49,000 names', JSON.stringify(Object.fromEntries(listOf(49_000, (i) => [`name ${i}`, i])))],
	])('%s', async (_name, body) => {
		const item = await timed(async () => await deliver(body));
		expect(JSON.stringify(item?.json.body).length).toBe(body.length);
	});
});
