import { afterEach, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const variable = (variable_id: string, type = 'text', required = false) => ({
	variable_id,
	variable_name: variable_id.toUpperCase(),
	type,
	required,
	description: '',
});

const schemaWith = (variables: unknown) => ({
	workflow_schema: {
		workflow_id: 'w',
		workflow_name: 'W',
		version: 3,
		is_active: true,
		description: '',
		steps: [],
		variables,
	},
});

const initiated = {
	task_id: 1,
	workflow_state_id: 's',
	workflow_id: 'w',
	version: 3,
	status: 'pending',
	message: 'Initiated',
};

/** A service that answers each request for a schema with the next of these. */
const serviceOf = async (schemas: ReadonlyArray<readonly [status: number, body: object]>) => {
	let asked = 0;
	return await serve((response, { line }) => {
		if (line.startsWith('POST')) return sendJson(response, 200, initiated);
		const [status, body] = schemas[asked++ % schemas.length] ?? [500, {}];
		return sendJson(response, status, body);
	});
};

const form = (value: object): INodeParameters => ({
	variables: { mappingMode: 'defineBelow', value, schema: [] } as never,
});
const automatic = { variables: { mappingMode: 'autoMapInputData', value: null } as never };

it.each<[string, INodeParameters]>([
	['of a form', form({ c: '={{ $json.c }}', a: '={{ $json.a }}', b: '={{ $json.b }}' })],
	['of a JSON', { specifyVariables: 'json', variablesJson: '={{ $json }}' }],
	['mapped automatically', automatic],
])('values %s go out in the same order, whatever that of the schema', async (_name, parameters) => {
	const variables = [variable('a'), variable('b'), variable('c')];
	const server = await serviceOf([
		[200, schemaWith(variables)],
		[200, schemaWith([...variables].reverse())],
	]);
	for (let round = 0; round < 2; round++) {
		const { error } = await runNode({
			parameters: parametersOf('workflow.initiate', { workflowId: byId('w'), ...parameters }),
			credentials: keyCredential(server.url, 'key_1'),
			items: itemsOf({ c: 'C', a: 'A', b: 'B' }),
		});
		expect(error).toBeUndefined();
	}
	const bodies = server.requests.map(({ body }) => body).filter((body) => body !== '');
	expect(bodies).toHaveLength(2);
	expect(bodies[1]).toBe(bodies[0]);
	expect(bodies[0]).toContain('"variable_id":"c"');
	expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
		variables: ['c', 'a', 'b'].map((variable_id) => ({ variable_id })),
	});
});

it.each<[number, object, string, RegExp]>([
	[401, { detail: 'API key has expired' }, 'The service did not accept the credential', /schema/],
	[
		404,
		{ detail: 'Workflow not found' },
		'Version latest of workflow w was not found',
		/schema of workflow w/,
	],
	[
		200,
		schemaWith(null),
		'"workflow_schema.variables" is missing or invalid in the response of the service',
		/Base URL/,
	],
	[
		200,
		schemaWith([variable('a', 'multi_select')]),
		'"Variables" "A" has the type multi_select, which cannot be sent',
		/Nothing was sent\. Correct the field/,
	],
	[
		200,
		schemaWith([{ ...variable('a'), variable_name: null }]),
		'"workflow_schema.variables" is missing or invalid in the response of the service',
		/Base URL/,
	],
])('a schema that is answered with %j %j ends the run before it writes', async (...given) => {
	const [status, body, message, description] = given;
	const server = await serviceOf([[status, body]]);
	const { error } = await runNode({
		parameters: parametersOf('workflow.initiate', { workflowId: byId('w'), ...form({ a: 'A' }) }),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf({}, {}, {}),
	});
	expect(error?.message).toBe(message);
	expect(error?.description).toContain('All 3 items failed.');
	expect(error?.description).toMatch(description);
	expect(server.requests.map(({ line }) => line)).toEqual(['GET /workflows/w/latest/schema']);
});

it('where the node goes on, items of a workflow whose schema fails do not hold up the others', async () => {
	const server = await serve((response, { line }) => {
		if (line.startsWith('POST')) return sendJson(response, 200, initiated);
		return line.includes('/gone/')
			? sendJson(response, 404, { detail: 'Workflow not found' })
			: sendJson(response, 200, schemaWith([variable('a', 'text', true)]));
	});
	const { output, error } = await runNode({
		parameters: parametersOf('workflow.initiate', {
			workflowId: byId('={{ $json.w }}'),
			...form({ a: 'A' }),
		}),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf({ w: 'gone' }, { w: 'w' }, { w: 'gone' }, { w: 'w' }),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => (json.error ? 'failed' : json.task_id))).toEqual([
		'failed',
		1,
		'failed',
		1,
	]);
	const lines = server.requests.map(({ line }) => line);
	expect(lines.filter((line) => line.startsWith('GET')).sort()).toEqual([
		'GET /workflows/gone/latest/schema',
		'GET /workflows/w/latest/schema',
	]);
	expect(lines.filter((line) => line.startsWith('POST'))).toEqual([
		'POST /workflows/w/latest/initiate',
		'POST /workflows/w/latest/initiate',
	]);
});

it('a schema that cannot be asked for any more stops the reading of other tasks', async () => {
	const server = await serve((response) =>
		sendJson(response, 401, { detail: 'API key has been revoked' }),
	);
	const { error } = await runNode({
		parameters: {
			...parametersOf('task.approve', {
				taskId: byId('={{ $json.id }}'),
				additionalFields: { variablesJson: { a: 'A' } },
			}),
			options: { maxParallel: 2 },
		},
		credentials: keyCredential(server.url, 'key_1'),
		items: Array.from({ length: 100 }, (_, id) => ({ json: { id } })),
	});
	expect(`${error?.message} ${error?.description}`).toContain(
		'The service did not accept the credential',
	);
	expect(server.requests.length).toBeLessThanOrEqual(2);
});

const inherited = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];

it('variables called as what every object inherits are those of the item, or none', async () => {
	const variables = inherited.map((id) => ({ ...variable(id), variable_name: id }));
	const server = await serviceOf([[200, schemaWith([variable('a'), ...variables])]]);
	const launch = async (json: string) =>
		await runNode({
			parameters: parametersOf('workflow.initiate', { workflowId: byId('w'), ...automatic }),
			credentials: keyCredential(server.url, 'key_1'),
			items: itemsOf(JSON.parse(json) as IDataObject),
		});
	expect((await launch('{"a":"A"}')).error).toBeUndefined();
	expect((await launch('{"a":"A","constructor":"C","toString":"T"}')).error).toBeUndefined();
	const bodies = server.requests.map(({ body }) => body).filter((body) => body !== '');
	const sent = bodies.map((body) =>
		(JSON.parse(body) as { variables: IDataObject[] }).variables.map((one) => [
			one.variable_id,
			one.value,
		]),
	);
	expect(sent).toEqual([
		[['a', 'A']],
		[
			['a', 'A'],
			['constructor', 'C'],
			['toString', 'T'],
		],
	]);
});

it('required variables called so are missed where the item lacks them', async () => {
	const variables = inherited.map((id) => ({ ...variable(id, 'text', true), variable_name: id }));
	const server = await serviceOf([[200, schemaWith(variables)]]);
	const { error } = await runNode({
		parameters: parametersOf('workflow.initiate', { workflowId: byId('w'), ...automatic }),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf({ other: 1 }),
	});
	expect(error?.message).toBe('5 variables are missing or wrong');
	expect(error?.description?.split('\n')).toEqual([
		...inherited.map((id) => `• ${id}: is required`),
		'Nothing was sent. Correct the fields and run again. These input fields match no variable: other.',
	]);
});

it('a text of the service called so has no advice of its own', async () => {
	for (const detail of inherited) {
		const server = await serve((response) => sendJson(response, 401, { detail }));
		const { error } = await runNode({
			parameters: parametersOf('task.get', { taskId: byId('1') }),
			credentials: keyCredential(server.url, 'key_1'),
		});
		expect(error?.description).toContain(`The service says: ${detail}. `);
		expect(error?.description).not.toMatch(/native code|object Object/);
	}
});

it('a field of an error called so is named by itself', async () => {
	const detail = inherited.map((name) => ({ loc: ['body', name], msg: 'is wrong', type: 'value' }));
	const server = await serve((response) => sendJson(response, 422, { detail }));
	const { error } = await runNode({
		parameters: parametersOf('task.get', { taskId: byId('1') }),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(error?.description).toContain('"Constructor": is wrong; "ToString": is wrong');
	expect(error?.description).not.toContain('native code');
});
