import { expect, it } from '@jest/globals';
import { processorMs } from '../../tools/sandbox/test/support/processorMs';
import { schemaOf, task } from '../support/operations.table';
import { startTrigger } from '../support/pollingTrigger';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { deliver } from '../support/webhookTrigger';
import { faultServers, text } from './faultServer';
import { read, runAt } from './items';

/*
 * As much as a service or a sender can send. What takes time by the square of a size takes 20 seconds
 * and more here, in which n8n serves nobody, and what takes it in proportion less than two.
 */

const serve = faultServers();

const many = 30_000;

const listOf = <Value>(count: number, make: (index: number) => Value): Value[] =>
	Array.from({ length: count }, (_, index) => make(index));

/** The address of a service that gives one answer to all. */
const answering = async (answer: unknown, status = 200) => {
	const body = JSON.stringify(answer);
	return (await serve(() => ({ atBody: text(status, 'application/json', body) }))).url;
};

const variablesOf = (idOf: (index: number) => string) => {
	const variables = listOf(many, (index) => ({
		...{ variable_type: 'text', value: index, step_id: 'intake', variable_id: idOf(index) },
	}));
	return { tasks: [{ ...task, variables }], total_count: 1 };
};
const each = (index: number) => `variable_${index}`;

const reads: ReadonlyArray<readonly [string, () => Promise<unknown>, unknown]> = [
	[
		'a list with 30,000 variables as columns',
		async () => {
			const url = await answering(variablesOf(each));
			const { output } = await runAt(url, parametersOf('task.getMany', {}));
			return output[0]?.json[`variable_${each(9)}`];
		},
		9,
	],
	[
		'an error at 300,000 parts of a request',
		async () => {
			const url = await answering({ detail: [{ loc: listOf(300_000, () => '') }] }, 422);
			return (await runAt(url, read)).error?.httpCode;
		},
		'422',
	],
	[
		'a launch with 30,000 variables',
		async () => {
			const types = Object.fromEntries(listOf(many, (index) => [each(index), 'text']));
			const url = await answering({ workflow_schema: schemaOf('w', types), task_id: 1 });
			const variables = { mappingMode: 'autoMapInputData', value: null, schema: [] };
			const given = { workflowId: byId('w'), version: byId('1'), variables };
			const parameters = parametersOf('workflow.initiate', given);
			const { output } = await runAt(url, parameters, { items: [{ json: types }] });
			return output[0]?.json.task_id;
		},
		1,
	],
	[
		'a poll of 30,000 values of a variable',
		async () => {
			const url = await answering(variablesOf(() => 'amount'));
			const watched = { event: 'taskUpdated', watchedTaskFields: ['variable_amount'] };
			const trigger = await startTrigger(watched, keyCredential(url, 'key_1'));
			return [await trigger.poll(), await trigger.poll()];
		},
		[[], []],
	],
	[
		'a delivery with 49,000 names',
		async () => {
			const body = Object.fromEntries(listOf(49_000, (index) => [each(index), index]));
			const item = await deliver(JSON.stringify(body));
			return Object.keys(item?.json.body ?? {}).length;
		},
		49_000,
	],
];

it.each(reads)('%s', async (_name, work, result) => {
	const before = processorMs();
	expect(await work()).toEqual(result);
	expect(processorMs() - before).toBeLessThan(6_000);
});
