import { expect, it } from '@jest/globals';
import { operationNamed, pathSlots } from '../support/operations.table';
import { byId, itemsOf, sharedStage } from '../support/stage';

const stage = sharedStage();

const value = '={{ $json.value }}';
const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

/** Every place in a path that takes free text: the ID of a task is a number, and so is a version. */
const slots = pathSlots
	.filter(({ place }) => place !== 'task_id' && place !== 'version')
	.map(({ name, label, given, line }) => [name, label, given, line] as const);

const refusals: ReadonlyArray<readonly [string, string]> = [
	['..', 'must not be . or ..'],
	['.', 'must not be . or ..'],
	['', 'is empty: its expression returned nothing'],
	['a\nb', 'must not contain control characters'],
	['a\u0000', 'must not contain control characters'],
	['\u007f', 'must not contain control characters'],
	['\ud800', 'must be well-formed text'],
];

const cases = slots.flatMap(([operation, label, parameters]) =>
	refusals.map(([wrong, why]) => [operation, label, wrong, why, parameters] as const),
);

it.each(cases)('%s refuses a %s of %j: %s', async (operation, label, wrong, why, parameters) => {
	const { error } = await stage.run(operation, parameters, {
		items: itemsOf({ value: 'right' }, { value: wrong }),
	});
	expect(stage.received()).toEqual([]);
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: `"${label}" ${why}`,
		context: { itemIndex: 1 },
	});
});

it.each(slots)('%s keeps a %s within one segment', async (operation, _label, parameters, path) => {
	const values = [
		'a/b',
		'../x',
		'..%2fx',
		'a?b=c',
		'a#b',
		'%2e%2e',
		'a b',
		'ä',
		'...',
		'a\\b',
		';v=1',
	];
	await stage.run(operation, parameters, {
		items: itemsOf(...values.map((text) => ({ value: text }))),
		onError: 'continueErrorOutput',
	});
	const received = stage.received().map(({ request }) => request);
	expect(received.sort()).toEqual(values.map((text) => path(encodeURIComponent(text))).sort());
});

const numbers = pathSlots.filter(({ place }) => place === 'task_id');

it.each(
	numbers.flatMap(({ name, label, given }) =>
		[
			'..',
			'.',
			'1/../2',
			'1.5',
			'abc',
			'1?x=1',
			'%31',
			'1e3',
			'0x1',
			'٣',
			'12345678901234567890',
		].map((wrong) => [name, label, wrong, given] as const),
	),
)('%s refuses a %s of %j', async (operation, label, wrong, parameters) => {
	const { error } = await stage.run(operation, parameters, {
		items: itemsOf({ value: 10001 }, { value: wrong }).map((item) => ({
			...item,
			binary: { data: file },
		})),
	});
	expect(stage.received()).toEqual([]);
	expect(error).toMatchObject({
		message: expect.stringContaining(`"${label}" must be a whole number`),
		context: { itemIndex: 1 },
	});
});

it.each(['..', '.', '1/2', 'newest', '1.0', '-1', '1 1'])(
	'the version %j of a workflow is refused',
	async (wrong) => {
		for (const operation of ['workflow.getSchema', 'workflow.initiate']) {
			const { error } = await stage.run(
				operation,
				{
					...operationNamed(operation).given,
					workflowId: byId('wf_mutual_nda'),
					version: value,
					variablesJson: { counterparty: 'A' },
				},
				{ items: itemsOf({ value: 1 }, { value: wrong }) },
			);
			expect(stage.received().filter(({ request }) => request.startsWith('POST'))).toEqual([]);
			expect(error).toMatchObject({
				message: expect.stringContaining('"Version" must be a version number such as 1, or latest'),
				context: { itemIndex: 1 },
			});
		}
	},
);
