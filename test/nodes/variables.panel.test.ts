import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	ResourceMapperFields,
} from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { panelContext } from '../support/listSearch';
import { loadNode } from '../support/n8nCore';
import type { Credentials } from '../support/n8nHost';
import type { Stage } from '../support/stage';
import { byId, keyCredential, parametersOf, startStage } from '../support/stage';

let stage: Stage;
const { serve, stopAll } = serverPool();
beforeAll(async () => {
	stage = await startStage();
});
beforeEach(() => stage.sandbox.clearRequests());
afterEach(stopAll);
afterAll(() => stage.sandbox.stop());

const methodsOf = async () => ((await loadNode()) as INodeType).methods ?? {};

const formOf = async (
	operation: string,
	parameters: INodeParameters,
	credentials: Credentials = stage.credentials,
): Promise<ResourceMapperFields> => {
	const context = await panelContext(parametersOf(operation, parameters), credentials);
	const form = (await methodsOf()).resourceMapping?.workflowVariables;
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

it('every method that a field names is there', async () => {
	const { description } = (await loadNode()) as { description: INodeTypeDescription };
	const { loadOptions, resourceMapping } = await methodsOf();
	const text = JSON.stringify(description.properties);
	for (const [kind, methods] of [
		['loadOptionsMethod', loadOptions],
		['resourceMapperMethod', resourceMapping],
	] as const) {
		const named = [...text.matchAll(new RegExp(`"${kind}":"(\\w+)"`, 'g'))].map(([, name]) => name);
		expect([...new Set(named)].sort()).toEqual(Object.keys(methods ?? {}).sort());
	}
});

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
			['effective_date', 'Effective date* (date)', 'string', true],
			['notice_email', 'Address for notices* (email)', 'string', true],
			['governing_law', 'Governing law*', 'string', true],
			['draft', 'Draft of the agreement* (file)', 'string', true],
			['business_owner', 'Business owner* (user)', 'string', true],
			['contracting_entity', 'Contracting entity*', 'string', true],
			['note', 'Note to counsel', 'string', false],
		]);
		for (const field of fields) {
			expect(field).toMatchObject({ display: true, readOnly: false, removed: false });
		}
		expect(fields[2]?.options?.map(({ value }) => value)).toEqual(['true', 'false']);
	});

	it('is another one for another version', async () => {
		const form = await formOf('workflow.initiate', {
			workflowId: byId('wf_vendor_agreement'),
			version: '2',
		});
		expect(stage.received()).toEqual([{ request: 'GET /workflows/wf_vendor_agreement/2/schema' }]);
		expect(form.fields).toHaveLength(6);
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

	it('tells how fields are taken where they are mapped automatically', async () => {
		const form = await formOf('workflow.initiate', {
			workflowId: byId('wf_mutual_nda'),
			version: 'latest',
		});
		expect(form.emptyFieldsNotice).toMatch(
			/^Matches input fields by the ID or the name of a variable\./,
		);
	});

	const none = { __rl: true, mode: 'list', value: '' };
	it.each<[string, INodeParameters, RegExp]>([
		['no workflow', { workflowId: none, version: 'latest' }, /^Choose a Workflow and a Version /],
		['no version', { workflowId: byId('wf_mutual_nda'), version: '' }, /^Choose a Workflow /],
		[
			'a workflow that is not there',
			{ workflowId: byId('nowhere'), version: 'latest' },
			/^Version latest of workflow nowhere was not found\. The service says: .+ The node was reading the schema of workflow nowhere, version latest\. .+ To try again, /,
		],
		[
			'a version that is none',
			{ workflowId: byId('wf_mutual_nda'), version: 'newest' },
			/^"Version" must be a version number such as 1, or latest, not newest\. /,
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
