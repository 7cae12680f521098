import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { operationNamed } from '../../support/operations.table';
import { byId, itemsOf, keyCredential, sharedStage } from '../../support/stage';
import { runAt } from '../table';

const binary = { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.pdf' } };
const wrongState = 'Task 1 does not allow this in its current state';
const notChanged = 'The service did not change the task. Get the task to see its current step.';
const organization = 'organization.get';
const notAccepted = 'The service did not accept the credential';
const checkId = 'Check the ID, and that the credential belongs to the same organization.';
const ofVersion = 'Workflow or version not found';

it.each<
	readonly [status: number, operation: string, detail: string, message: string, advice: string]
>([
	[401, organization, 'API key required', notAccepted, 'Enter the API key in the credential.'],
	[
		401,
		organization,
		'Invalid API key',
		notAccepted,
		'This API key does not exist. Copy the whole key into the credential, and check that the Base URL belongs to the same organization.',
	],
	[
		401,
		organization,
		'API key is inactive',
		notAccepted,
		'The API key was deactivated. Activate it in the web application, or enter a different key in the credential.',
	],
	[
		401,
		organization,
		'API key has been revoked',
		notAccepted,
		'The API key was permanently revoked. Create a new one in the web application and enter it in the credential.',
	],
	[
		401,
		organization,
		'API key has expired',
		notAccepted,
		'The API key has expired. Create a new one in the web application and enter it in the credential.',
	],
	[
		403,
		organization,
		'API key owner is inactive or not found',
		'The service denied access',
		'The user who created the API key is no longer an active member, so the key is permanently revoked. Ask an active member to create a new one, and enter it in the credential.',
	],
	[
		400,
		'group.create',
		'It exists already',
		'The service refused the request',
		'Check the name and the user IDs. A group with this name may already exist. This was for group Legal.',
	],
	[404, 'task.get', 'Task not found', 'Task 1 was not found', checkId],
	[
		404,
		'document.updateAttributes',
		'File not found',
		'File f_1 was not found',
		'Check the File ID, and that the API key has access to the file.',
	],
	[
		404,
		'workflow.getSchema',
		ofVersion,
		'The workflow or its version was not found',
		'Check the Workflow and its Version. This was for workflow wf_1.',
	],
	[
		404,
		'workflow.initiate',
		ofVersion,
		'Version latest of workflow wf_1 was not found',
		`Check the Workflow and its Version. The node was reading the schema of workflow wf_1, version latest. Nothing else was sent.`,
	],
	[
		404,
		'task.getStepDocument',
		'Step not found',
		'The task, the step or its document was not found',
		'Check the Task and the Step, and that the step has a document. The Step needs a step_id, not a step_run_id. This was for task 1.',
	],
	[
		404,
		'clickwrap.getActive',
		'Active clickwrap not found',
		'Clickwrap terms-of-service was not found',
		'Check the Clickwrap Slug. The clickwrap must have an active published version.',
	],
	[
		404,
		'clickwrap.getHistory',
		'Clickwrap not found',
		'Clickwrap terms-of-service was not found',
		checkId,
	],
	[409, 'task.approve', 'Already decided', wrongState, notChanged],
	[
		409,
		'task.uploadSignedDocument',
		'Not at a signature step',
		wrongState,
		`${notChanged} It must be a signature step that can still accept a document.`,
	],
	[
		501,
		'task.getStepDocument',
		'No document yet',
		'The step has no document',
		'Run this again after the step has generated its document. Not all steps generate one. This was for task 1.',
	],
])('%d of %s: %s', async (status, operation, detail, message, advice) => {
	const { error, json, sent } = await runAt(() => [status, { detail }], operation, {
		given: operationNamed(operation).given,
		run: { items: [{ json: {}, binary }] },
	});
	expect(error).toMatchObject({
		...{ name: 'NodeApiError', message, httpCode: String(status), context: { itemIndex: 0 } },
		description: `The service says: ${detail}. ${advice}`,
	});
	expect(json).toEqual([]);
	expect(sent.length).toBeLessThanOrEqual(1);
});

const stage = sharedStage();

it('429, when nobody may wait for it', async () => {
	const { output, errorOutput } = await stage.run(
		organization,
		{ options: { maxWait: 0 } },
		{
			credentials: keyCredential(stage.sandbox.baseUrl, stage.sandbox.apiKeys.limited),
			items: itemsOf({}, {}, {}, {}, {}, {}),
			onError: 'continueErrorOutput',
		},
	);
	expect(output).toHaveLength(5);
	const error = {
		message: 'The rate limit of the service was exceeded',
		description: expect.stringMatching(
			/^The service says: Rate limit exceeded\. The service asks to wait \d+ s\. Raise "Max Wait" in /,
		),
		...{ outcome: 'failed', operation: organization, status: 429, detail: 'Rate limit exceeded' },
		retry_after: expect.any(Number),
	};
	expect(errorOutput).toEqual([{ pairedItem: { item: 5 }, json: { error } }]);
});

const launching = (workflow: string, variablesJson: INodeParameters, more?: INodeParameters) => ({
	...{ workflowId: byId(workflow), specifyVariables: 'json', variablesJson },
	additionalFields: { ...more },
});
const stranger = { userEmail: 'no@one.example' };
const noMember = '"User Email": no@one.example is not a member of the organization.';

it.each<
	readonly [what: string, operation: string, given: INodeParameters, words: string, field: string]
>([
	[
		'a member who does not exist',
		'task.comment',
		{ comment: 'a', additionalFields: { mentionUserIds: '9' } },
		'"Mention User IDs": no members: 9.',
		'"Mention User IDs"',
	],
	[
		'a stranger who decides',
		'task.approve',
		{ additionalFields: stranger },
		noMember,
		'"User Email" (no@one.example)',
	],
	[
		'a stranger who initiates',
		'workflow.initiate',
		launching('wf_mutual_nda', { counterparty: 'A' }, stranger),
		noMember,
		'"User Email" (no@one.example)',
	],
	[
		'an attachment that is not on the task',
		'task.addAttachments',
		{ binaryPropertyNames: '', attachToTask: false, additionalFields: { attachmentIds: '77' } },
		'"Attachment IDs" 1: 77 is not an attachment on this task.',
		'"Attachment IDs" 1 (77)',
	],
	[
		'a variable that does not fit the workflow',
		'workflow.initiate',
		launching('wf_vendor_agreement', {
			...{ counterparty: 'A', contract_value: 5, governing_law: 'Mars' },
		}),
		'Variable "Governing law"',
		'Variable "Governing law" (Mars)',
	],
])('422 of %s is told in the words of the panel', async (_what, operation, given, words, field) => {
	const { error } = await stage.run(operation, { taskId: byId('10001'), ...given });
	expect(error).toMatchObject({
		message: `The service did not accept ${field}`,
		httpCode: '422',
		context: { itemIndex: 0 },
	});
	expect(error?.description).toContain(`The service says: ${words}`);
	const sent = stage.received().filter(({ request }) => !request.startsWith('GET'));
	expect(sent).toHaveLength(1);
});
