import { afterEach, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const variable = (variable_id: string, more: object = {}) => ({
	variable_id,
	variable_name: variable_id.toUpperCase(),
	type: 'text',
	required: false,
	description: '',
	...more,
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
};

/** A service whose schemas, by the ID of the workflow, have these statuses and bodies. */
const serviceOf = async (
	schemaOf: (line: string) => readonly [status: number, body: object],
	launched: readonly [status: number, body: object] = [200, { ...initiated, message: 'Initiated' }],
) =>
	await serve((response, { line }) =>
		sendJson(response, ...(line.startsWith('POST') ? launched : schemaOf(line))),
	);

const form = (value: object): INodeParameters => ({
	variables: { mappingMode: 'defineBelow', value, schema: [] } as never,
});
const automatic = { variables: { mappingMode: 'autoMapInputData', value: null } as never };

const launch = async (
	{ url }: { readonly url: string },
	parameters: INodeParameters,
	...items: IDataObject[]
) =>
	await runNode({
		parameters: parametersOf('workflow.initiate', { workflowId: byId('w'), ...parameters }),
		credentials: keyCredential(url, 'key_1'),
		items: itemsOf(...items),
		onError: parameters.workflowId ? 'continueRegularOutput' : undefined,
	});

it.each<[number, object, string, RegExp]>([
	[401, { detail: 'Expired' }, 'The service did not accept the credential', /schema/],
	[404, { detail: 'Gone' }, 'Version latest of workflow w was not found', /schema of workflow w/],
	[
		200,
		schemaWith([variable('a', { type: 'multi_select' })]),
		'Variable "A" has the type multi_select, which cannot be sent',
		/Nothing was sent\. Correct the field/,
	],
])('a schema that is answered with %j %j ends the run before it writes', async (...given) => {
	const [status, body, message, description] = given;
	const server = await serviceOf(() => [status, body]);
	const { error } = await launch(server, form({ a: 'A' }), {}, {}, {});
	expect(error?.message).toBe(message);
	expect(error?.description).toContain('All 3 items failed.');
	expect(error?.description).toMatch(description);
	expect(server.requests.map(({ line }) => line)).toEqual(['GET /workflows/w/latest/schema']);
});

it('where the node goes on, items of a workflow whose schema fails do not hold up the others', async () => {
	const server = await serviceOf((line) =>
		line.includes('/gone/')
			? [404, { detail: 'Workflow not found' }]
			: [200, schemaWith([variable('a', { required: true })])],
	);
	const parameters = { workflowId: byId('={{ $json.w }}'), ...form({ a: '={{ $json.a }}' }) };
	const items = [{ w: 'gone' }, { w: 'w', a: 'A' }, { w: 'w' }, { w: 'w', a: 'A' }];
	const { output } = await launch(server, parameters, ...items);
	expect(output.map(({ json }) => json.error ?? json.task_id)).toMatchObject([
		{ message: 'Version latest of workflow gone was not found' },
		1,
		{ message: 'Variable "A" is required', outcome: 'failed' },
		1,
	]);
	expect(server.requests.map(({ line }) => line).sort()).toEqual([
		'GET /workflows/gone/latest/schema',
		'GET /workflows/w/latest/schema',
		'POST /workflows/w/latest/initiate',
		'POST /workflows/w/latest/initiate',
	]);
});

it('a schema that cannot be asked for any more stops the reading of other tasks', async () => {
	const server = await serviceOf(() => [401, { detail: 'API key has been revoked' }]);
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
	expect(`${error?.message} ${error?.description}`).toContain('did not accept the credential');
	expect(server.requests.length).toBeLessThanOrEqual(2);
});

const inherited = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];
const ofInherited = (required: boolean) =>
	schemaWith(inherited.map((id) => variable(id, { variable_name: id, required })));

it.each([
	['{}', []],
	['{"constructor":"C","toString":"T"}', ['constructor', 'toString']],
])('variables called as what every object inherits are those of the item %s', async (json, ids) => {
	const server = await serviceOf(() => [200, ofInherited(false)]);
	await launch(server, automatic, JSON.parse(json) as IDataObject);
	const { variables } = JSON.parse(server.requests[1]?.body ?? '') as { variables: IDataObject[] };
	expect(variables.map(({ variable_id }) => variable_id)).toEqual(ids);
});

it('required variables called so are missed where the item lacks them', async () => {
	const server = await serviceOf(() => [200, ofInherited(true)]);
	const { error } = await launch(server, automatic, { other: 1 });
	expect(error?.message).toBe('5 variables are missing or wrong');
	expect(error?.description).toMatch(/^• constructor: is required\n.*match no variable: other\.$/s);
});

it('a text of the service called so has no advice of its own, and a field is named by itself', async () => {
	const issues = inherited.map((name) => ({ loc: ['body', name], msg: 'is wrong', type: 'value' }));
	for (const [status, detail, told] of [
		...inherited.map((name) => [401, name, `The service says: ${name}. `] as const),
		[422, issues, '"Constructor": is wrong; "ToString": is wrong'] as const,
	]) {
		const server = await serve((response) => sendJson(response, status, { detail }));
		const { error } = await runNode({
			parameters: parametersOf('task.get', { taskId: byId('1') }),
			credentials: keyCredential(server.url, 'key_1'),
		});
		expect(error?.description).toContain(told);
		expect(error?.description).not.toMatch(/native code|object Object/);
	}
});
