import { expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { schemaOf } from '../../support/operations.table';
import { byId } from '../../support/stage';
import type { Answers } from '../table';
import { runAt } from '../table';

const schemaWith = (variables: unknown) => ({
	workflow_schema: { ...schemaOf('w', {}), variables },
});
const variable = (variable_id: string, more: object = {}) => ({
	...schemaOf('w', { [variable_id]: 'text' }).variables[0],
	...more,
});

const initiated = {
	...{ task_id: 1, workflow_state_id: 's', workflow_id: 'w', version: 3 },
	...{ status: 'pending', message: 'Initiated' },
};

/** A service that launches, and answers so to the reading of a schema. */
const launching =
	(schema: (line: string) => readonly [status: number, body: unknown]): Answers =>
	({ line }) => {
		if (line.startsWith('POST')) return [200, initiated];
		return line.startsWith('GET /workflows') ? schema(line) : undefined;
	};

const form = (value: object): INodeParameters => ({
	variables: { mappingMode: 'defineBelow', value, schema: [] } as never,
});
const automatic = { variables: { mappingMode: 'autoMapInputData', value: null } as never };

const launch = async (variables: unknown, given: INodeParameters, item: IDataObject) => {
	const service = launching(() => [200, schemaWith(variables)]);
	const run = { given: { workflowId: byId('w'), ...given }, items: [item] };
	const { requests, error } = await runAt(service, 'workflow.initiate', run);
	const { variables: sent = [] } = JSON.parse(requests[1]?.body ?? '{}') as {
		variables?: IDataObject[];
	};
	return { error, ids: sent.map(({ variable_id }) => variable_id) };
};

it.each<[string, INodeParameters]>([
	['of a form', form({ c: '={{ $json.c }}', a: '={{ $json.a }}', b: '={{ $json.b }}' })],
	['of a JSON', { specifyVariables: 'json', variablesJson: '={{ $json }}' }],
])('values %s go out in the same order, whatever that of the schema', async (_name, given) => {
	const variables = ['a', 'b', 'c'].map((id) => variable(id));
	for (const order of [variables, [...variables].reverse()]) {
		const { ids } = await launch(order, given, { c: 'C', a: 'A', b: 'B' });
		expect(ids).toEqual(['c', 'a', 'b']);
	}
});

it.each<[number, object, string, RegExp]>([
	[401, { detail: 'Expired' }, 'The service did not accept the credential', /schema/],
	[
		200,
		schemaWith([variable('A', { type: 'multi_select' })]),
		'Variable "A" has the type multi_select, which cannot be sent',
		/Nothing was sent\. Correct the field/,
	],
])('a schema that is answered with %j %j ends the run before it writes', async (...expected) => {
	const [status, body, message, description] = expected;
	const { error, sent } = await runAt(
		launching(() => [status, body]),
		'workflow.initiate',
		{ given: { workflowId: byId('w'), ...form({ A: 'A' }) }, items: [{}, {}, {}] },
	);
	expect(error?.message).toBe(message);
	expect(error?.description).toContain('All 3 items failed.');
	expect(error?.description).toMatch(description);
	expect(sent).toEqual(['GET /workflows/w/latest/schema']);
});

/** What is mapped to variables of which none is required. */
const mapped = '={{ $json.a }}';
const byName = '={{ { a: $json.a } }}';
const asJson = { specifyVariables: 'json' } as const;
const nothing = /^"Variables" is empty: its expression returned nothing\nThe input item/;
const noValue = /^"Variables" is empty: no variable has a value\nThe input item/;

it.each<[given: INodeParameters, item: IDataObject, expected: RegExp | string[]]>([
	...[{}, { a: null }, { a: ' ' }].map(
		(item) =>
			[form({ a: mapped, b: null }), item, nothing] as [INodeParameters, IDataObject, RegExp],
	),
	[form({ a: mapped, b: 'B' }), {}, ['b']],
	[form({ a: mapped, yes: null }), { a: 'A' }, ['a']],
	[form({ yes: mapped }), { a: [] }, ['yes']],
	[form({ a: null, b: '' }), {}, []],
	[{ variables: byName }, {}, noValue],
	[{ ...asJson, variablesJson: byName }, {}, noValue],
	[{ ...asJson, variablesJson: byName }, { a: 'A' }, ['a']],
	[{ ...asJson, variablesJson: '{}' }, {}, []],
	[automatic, {}, noValue],
	[automatic, { '\ufeffa': 1 }, /item has the fields <U\+FEFF>a\.[^]*no variable: <U\+FEFF>a\./],
	[automatic, { b: 1 }, ['b']],
	[{ variables: { mappingMode: 'defineBelow', value: '{"a":1}' } }, {}, /must be an object/],
])('%j with %j is a launch of %j', async (given, item, expected) => {
	const variables = [...['a', 'b'].map((id) => variable(id)), variable('yes', { type: 'boolean' })];
	const { error, ids } = await launch(variables, given, item);
	expect(ids).toEqual(Array.isArray(expected) ? expected : []);
	if (Array.isArray(expected)) expect(error).toBeUndefined();
	else expect(`${error?.message}\n${error?.description}`).toMatch(expected);
});

it('every run reads the schema anew, and once for its items', async () => {
	const { sent } = await runAt(
		launching(() => [200, schemaWith([variable('a')])]),
		'workflow.initiate',
		{ given: { workflowId: byId('w'), ...form({ a: 'A' }) }, items: [{}, {}], run: { rounds: 2 } },
	);
	expect(sent.filter((line) => line.startsWith('GET'))).toHaveLength(2);
});

it('automatic mapping launches a workflow without variables', async () => {
	expect((await launch([], automatic, { a: 1 })).error).toBeUndefined();
});

it('where the node goes on, items of a workflow whose schema fails do not hold up the others', async () => {
	const service = launching((line) =>
		line.includes('/gone/')
			? [404, { detail: 'Workflow not found' }]
			: [200, schemaWith([variable('a', { required: true })])],
	);
	const { json, sent } = await runAt(service, 'workflow.initiate', {
		given: { workflowId: byId('={{ $json.w }}'), ...form({ a: '={{ $json.a }}' }) },
		items: [{ w: 'gone', a: 'A' }, { w: 'w', a: 'A' }, { w: 'w' }, { w: 'w', a: 'A' }],
		run: { onError: 'continueRegularOutput' },
	});
	expect(json.map(({ error, task_id }) => error ?? task_id)).toMatchObject([
		{ message: 'Version latest of workflow gone was not found' },
		1,
		{ message: '"Variables" is empty: its expression returned nothing', outcome: 'failed' },
		1,
	]);
	expect([...sent].sort()).toEqual([
		'GET /workflows/gone/latest/schema',
		'GET /workflows/w/latest/schema',
		'POST /workflows/w/latest/initiate',
		'POST /workflows/w/latest/initiate',
	]);
});

it('a schema that cannot be asked for any more stops the reading of other tasks', async () => {
	const { error, sent } = await runAt(() => [401, { detail: 'Revoked' }], 'task.approve', {
		given: {
			taskId: byId('={{ $json.id }}'),
			additionalFields: { variablesJson: { a: 'A' } },
			options: { maxParallel: 2 },
		},
		items: Array.from({ length: 100 }, (_, id) => ({ id })),
		run: { mode: 'manual' },
	});
	expect(`${error?.message} ${error?.description}`).toContain('did not accept the credential');
	expect(sent.length).toBeLessThanOrEqual(2);
});

it.each([
	['{}', []],
	['{"constructor":"C","toString":"T"}', ['constructor', 'toString']],
])('variables called as what every object inherits are those of the item %s', async (json, ids) => {
	const inherited = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];
	const item = JSON.parse(json) as IDataObject;
	const named = inherited.map((variable_id) => ({ ...variable('x'), variable_id }));
	expect((await launch(named, automatic, item)).ids).toEqual(ids);
	const required = named.map((one) => ({ ...one, variable_name: one.variable_id, required: true }));
	const { error } = await launch(required, automatic, item);
	expect(error?.message).toBe(`${5 - ids.length} variables are missing or wrong`);
});

it.each([
	[401, 'constructor', 'The service says: constructor. '],
	[422, [{ loc: ['body', 'toString'], msg: 'is wrong', type: 'value' }], '"ToString": is wrong'],
])('a detail %d %j has no advice of its own', async (status, detail, told) => {
	const { error } = await runAt(() => [status, { detail }], 'task.get', {
		given: { taskId: byId('1') },
	});
	expect(error?.description).toContain(told);
	expect(error?.description).not.toMatch(/native code|object Object/);
});
