import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, ResourceMapperFields } from 'n8n-workflow';
import { sendJson, serverPool } from '../../support/answeringServer';
import { openPanel } from '../../support/listSearch';
import type { Credentials } from '../../support/n8nHost';
import { byId, keyCredential, parametersOf, sharedStage } from '../../support/stage';

const stage = sharedStage();
const serve = serverPool();

const formOf = async (
	operation: string,
	parameters: INodeParameters,
	credentials: Credentials = stage.credentials,
): Promise<ResourceMapperFields> => {
	const panel = { parameters: parametersOf(operation, parameters), credentials };
	const { context, methods } = await openPanel(panel);
	const form = methods.resourceMapping?.workflowVariables;
	if (!form) throw new Error('The node has no form');
	return await form.call(context);
};

/** A service whose only workflow has these variables. */
const serviceWith = async (variables: unknown, more: object = {}) => {
	const schema = { workflow_id: 'w', workflow_name: 'W', version: 3, is_active: true, steps: [] };
	const server = await serve((response) =>
		sendJson(response, 200, { workflow_schema: { ...schema, ...more, variables } }),
	);
	return keyCredential(server.url, 'key_1');
};

const textVariable = (variable_id: string, variable_name: string) => ({
	variable_id,
	variable_name,
	type: 'text',
	required: false,
	description: '',
});

/** n8n's editor shows the message alone, and nothing of a NodeApiError. */
const notFoundInWords = {
	name: 'NodeOperationError',
	message:
		'Version latest of workflow nowhere was not found. The service says: Workflow or version not found. Check the ID, and that the credential belongs to the same organization. The node was reading the schema of workflow nowhere, version latest. Nothing else was sent.',
};

describe('the form of a launch', () => {
	it('has a field for each variable, with its type and what is required', async () => {
		const { fields } = await formOf('workflow.initiate', {
			workflowId: byId('wf_master_services'),
			version: 'latest',
		});
		expect(stage.received()).toEqual([
			{ request: 'GET /workflows/wf_master_services/latest/schema' },
		]);
		expect(
			fields.map(({ id, displayName, type, required }) => [id, displayName, type, required]),
		).toEqual([
			['counterparty', 'Counterparty*', 'string', true],
			['contract_value', 'Contract value*', 'number', true],
			['auto_renewal', 'Renews automatically*', 'options', true],
			['effective_date', 'Effective date*', 'string', true],
			['notice_email', 'Address for notices*', 'string', true],
			['governing_law', 'Governing law*', 'string', true],
			['draft', 'Draft of the agreement*', 'string', true],
			['business_owner', 'Business owner*', 'string', true],
			['contracting_entity', 'Contracting entity*', 'string', true],
			['note', 'Note to counsel', 'string', false],
		]);
		for (const field of fields) {
			expect(field).toMatchObject({ display: true, readOnly: false, removed: false });
		}
		expect(fields[2]?.options?.map(({ value }) => value)).toEqual(['true', 'false']);
	});

	it('calls variables of the same name by their ID', async () => {
		const credentials = await serviceWith([
			textVariable('a', 'Party'),
			textVariable('b', 'Party'),
			textVariable('c', 'Place'),
		]);
		const form = await formOf('workflow.initiate', { workflowId: byId('w') }, credentials);
		expect(form.fields.map(({ displayName }) => displayName)).toEqual(['a', 'b', 'Place']);
	});

	const none = { __rl: true, mode: 'list', value: '' };
	it.each<[string, INodeParameters, RegExp]>([
		['no workflow', { workflowId: none, version: 'latest' }, /^Choose a Workflow and a Version /],
		[
			'a workflow that is not there',
			{ workflowId: byId('nowhere'), version: 'latest' },
			/^Version latest of workflow nowhere was not found\. The service says: .+ The node was reading the schema of workflow nowhere, version latest\. .+ To try again, /,
		],
	])('says in its place why there is none for %s', async (_name, parameters, notice) => {
		const form = await formOf('workflow.initiate', parameters);
		expect(form.fields).toEqual([]);
		expect(form.emptyFieldsNotice).toMatch(notice);
	});

	it('says that a workflow has no variables, in signs that n8n shows as they are', async () => {
		const credentials = await serviceWith([], { workflow_name: '<img src=x> & co' });
		const form = await formOf('workflow.initiate', { workflowId: byId('w') }, credentials);
		expect(form).toEqual({
			fields: [],
			emptyFieldsNotice: '&lt;img src=x&gt; &amp; co, version 3, has no variables.',
		});
	});

	it('that holds values fails as such, for an empty one would drop them', async () => {
		const saved = { schema: [{ id: 'counterparty' }], value: { counterparty: 'A' } };
		const failing = formOf('workflow.initiate', {
			workflowId: byId('nowhere'),
			version: 'latest',
			variables: saved,
		});
		await expect(failing).rejects.toMatchObject(notFoundInWords);
	});
});

describe('of the first input item, the form suggests', () => {
	/** The suggestions by the ID of the variable, for an item with these fields and files. */
	const suggestedFor = async (variables: unknown, ...inputFields: string[][]) => {
		const credentials = await serviceWith(variables);
		const parameters = { workflowId: byId('w'), inputFields: inputFields as never };
		const { fields } = await formOf('workflow.initiate', parameters, credentials);
		const given = fields.filter(({ defaultValue }) => defaultValue !== null);
		return Object.fromEntries(given.map(({ id, defaultValue }) => [id, defaultValue]));
	};

	it.each([
		['its ID', textVariable('cost_center', 'X'), 'Cost Center', "$json['Cost Center']"],
		['its column', textVariable('party', 'X'), 'variable_party', '$json.variable_party'],
		['its name', textVariable('x', 'Kaufpreis (€)'), 'kaufpreis', '$json.kaufpreis'],
	])('a field by %s', async (_name, definition, field, expression) => {
		expect(await suggestedFor([definition], ['submittedAt', field])).toEqual({
			[definition.variable_id]: `={{ ${expression} }}`,
		});
	});

	const [draft, annex] = ['x', 'y'].map((id) => ({ ...textVariable(id, id), type: 'file' }));

	it('the only file for the only file variable, unless a field has its name', async () => {
		expect(await suggestedFor([draft], ['a'], ['data'])).toEqual({ x: 'data' });
		expect(await suggestedFor([draft], ['X'], ['data'])).toEqual({ x: '={{ $json.X }}' });
		expect(await suggestedFor([draft], ['a'], ['data', 'data_1'])).toEqual({});
		expect(await suggestedFor([draft, annex], ['a'], ['data'])).toEqual({});
	});

	it.each([
		['a field that shares only a word', [textVariable('x', 'Notice email')], ['Notice to']],
		['one of two fields with the name', [textVariable('x', 'Party')], ['party', 'Party']],
		[
			'for two variables with the name',
			[textVariable('x', 'A b'), textVariable('y', 'a B')],
			['a_b'],
		],
		['a field that n8n cannot read in an expression', [textVariable('x', 'X')], ['x}}']],
		['a field for a name of signs alone', [textVariable('', '*')], ['€']],
	])('not %s', async (_name, variables, inputFields) => {
		expect(await suggestedFor(variables, inputFields)).toEqual({});
	});
});
