import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Credentials, NodeResult } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, itemsOf, keyCredential, startStage } from '../support/stage';

let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

type KeyName = keyof Stage['sandbox']['apiKeys'];

/** No secret of the sandbox stands anywhere in what n8n would save. */
const expectNoSecret = ({ saved, error }: NodeResult): void => {
	for (const secret of Object.values(stage.sandbox.apiKeys)) {
		expect(saved).not.toContain(secret);
		expect(JSON.stringify(error ?? null)).not.toContain(secret);
	}
};

const withKey = (name: KeyName): Credentials =>
	keyCredential(stage.sandbox.baseUrl, stage.sandbox.apiKeys[name]);

const expectError = (
	result: NodeResult,
	httpCode: string,
	message: string,
	description: string,
): void => {
	expect(result.error).toMatchObject({
		name: 'NodeApiError',
		message,
		description,
		httpCode,
		context: { itemIndex: 0 },
	});
	expect(result.output).toEqual([]);
	expectNoSecret(result);
};

const notAccepted = 'The service did not accept the credential';

it.each<[string, () => Credentials, string]>([
	[
		'API key required',
		() => keyCredential(stage.sandbox.baseUrl, ''),
		'Enter the API key in the credential.',
	],
	[
		'Invalid API key',
		() => keyCredential(stage.sandbox.baseUrl, 'sandbox_unknown'),
		'This API key does not exist. Copy the whole key into the credential, and check that the Base URL belongs to the same organization.',
	],
	[
		'API key is inactive',
		() => withKey('inactive'),
		'The API key was deactivated. Activate it in the web application, or enter a different key in the credential.',
	],
	[
		'API key has been revoked',
		() => withKey('revoked'),
		'The API key was permanently revoked. Create a new one in the web application and enter it in the credential.',
	],
	[
		'API key has expired',
		() => withKey('expired'),
		'The API key has expired. Create a new one in the web application and enter it in the credential.',
	],
])('401 %s', async (detail, credentials, advice) => {
	const result = await stage.run('organization.get', {}, { credentials: credentials() });
	expectError(result, '401', notAccepted, `The service says: ${detail}. ${advice}`);
	expect(stage.received()).toEqual([{ request: 'GET /users/org-info' }]);
});

it('403 for a key whose owner is no longer active', async () => {
	const result = await stage.run('organization.get', {}, { credentials: withKey('ownerInactive') });
	expectError(
		result,
		'403',
		'The service denied access',
		'The service says: API key owner is inactive or not found. The user who created the API key is no longer an active member, so the key is permanently revoked. Ask an active member to create a new one, and enter it in the credential.',
	);
});

it('400 for a group that exists', async () => {
	await stage.ask('POST', '/groups', { name: 'Twice' });
	const result = await stage.run('group.create', { name: 'Twice' });
	expectError(
		result,
		'400',
		'The service refused the request',
		'The service says: A group named Twice exists already. Check the name and the user IDs. A group with this name may already exist. This was for group Twice.',
	);
});

it.each([
	[
		'task.get',
		{ taskId: byId('1') },
		'Task 1 was not found',
		'Task not found. Check the ID, and that the credential belongs to the same organization.',
	],
	[
		'document.updateAttributes',
		{
			fileId: 'file_none',
			attributes: { attribute: [{ name: 'a', dataType: 'text', value: 'b' }] },
		},
		'File file_none was not found',
		'File not found. Check the File ID, and that the API key has access to the file.',
	],
	[
		'workflow.getSchema',
		{ workflowId: byId('wf_none') },
		'The workflow or its version was not found',
		'Workflow or version not found. Check the Workflow and its Version. This was for workflow wf_none.',
	],
	[
		'workflow.initiate',
		{
			workflowId: byId('wf_mutual_nda'),
			version: '99',
		},
		'Version 99 of workflow wf_mutual_nda was not found',
		'Workflow or version not found. Check the Workflow and its Version. The node was reading the schema of workflow wf_mutual_nda, version 99. Nothing else was sent.',
	],
	[
		'task.getStepDocument',
		{ taskId: byId('10001'), stepId: byId('none') },
		'The task, the step or its document was not found',
		'Step not found. Check the Task and the Step, and that the step has a document. The Step needs a step_id, not a step_run_id. This was for task 10001.',
	],
	[
		'clickwrap.getActive',
		{ slug: 'beta-terms' },
		'Clickwrap beta-terms was not found',
		'Active clickwrap not found. Check the Clickwrap Slug. The clickwrap must have an active published version.',
	],
	[
		'clickwrap.getHistory',
		{ slug: 'none' },
		'Clickwrap none was not found',
		'Clickwrap not found. Check the ID, and that the credential belongs to the same organization.',
	],
])('404 of %s', async (operation, parameters, title, description) => {
	const result = await stage.run(operation, parameters);
	expectError(result, '404', title, `The service says: ${description}`);
});

it('404 of a key whose organization is gone', async () => {
	const credentials = withKey('withoutOrganization');
	const result = await stage.run('organization.get', {}, { credentials });
	expect(result.error).toMatchObject({ message: 'Not found', httpCode: '404' });
	expectNoSecret(result);
});

const wrongState = (task: number) => `Task ${task} does not allow this in its current state`;

it('409 of a decision, and of a signed document', async () => {
	expectError(
		await stage.run('task.approve', { taskId: byId('10006') }),
		'409',
		wrongState(10006),
		'The service says: The task is not at an approval step, or was already decided. The service did not change the task. Get the task to see its current step.',
	);
	stage.sandbox.clearRequests();
	const { task } = await stage.ask('GET', '/tasks/10001');
	const runs = task?.step_runs as unknown as Array<Record<string, string>>;
	expectError(
		await stage.run(
			'task.uploadSignedDocument',
			{ taskId: byId('10001'), stepRunId: byId(runs.at(-1)?.step_run_id ?? '') },
			{
				items: [
					{
						json: {},
						binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.pdf' } },
					},
				],
			},
		),
		'409',
		wrongState(10001),
		'The service says: The task is not at a signature step. The service did not change the task. Get the task to see its current step. It must be a signature step that can still accept a document.',
	);
});

it('501 of a step without a document', async () => {
	const result = await stage.run('task.getStepDocument', {
		taskId: byId('10001'),
		stepId: byId('legal_approval'),
	});
	expectError(
		result,
		'501',
		'The step has no document',
		'The service says: The step has not generated a document yet, or generates none. Run this again after the step has generated its document. Not all steps generate one. This was for task 10001.',
	);
	expect(stage.received()).toHaveLength(1);
});

it('429, when nobody may wait for it', async () => {
	const credentials = withKey('limited');
	const result = await stage.run(
		'organization.get',
		{ options: { maxWait: 0 } },
		{ credentials, items: itemsOf({}, {}, {}, {}, {}, {}), onError: 'continueErrorOutput' },
	);
	expect(result.output).toHaveLength(5);
	expect(result.errorOutput).toEqual([
		{
			pairedItem: { item: 5 },
			json: {
				error: {
					message: 'The rate limit of the service was exceeded',
					description:
						'The service says: Rate limit exceeded. Raise "Max Wait" in Options, or run fewer items at a time.',
					outcome: 'failed',
					operation: 'organization.get',
					status: 429,
					detail: 'Rate limit exceeded',
					retry_after: expect.any(Number),
				},
			},
		},
	]);
	expectNoSecret(result);
});

it('with one wrong item among ten, nothing is sent', async () => {
	const ids = Array.from({ length: 10 }, (_, index) => ({
		id: index === 7 ? 'no id' : 10001 + index,
	}));
	const result = await stage.run(
		'task.approve',
		{ taskId: byId('={{ $json.id }}'), decideIf: 'always' },
		{ items: itemsOf(...ids) },
	);
	expect(stage.received()).toEqual([]);
	expect(result.error).toMatchObject({
		name: 'NodeOperationError',
		message: '"Task" must be a whole number, not no id',
		description:
			'Nothing was sent. Correct the field and run again. To run the other items, set On Error to "Continue (using error output)" in the Settings of the node.',
		context: { itemIndex: 7 },
	});
});
