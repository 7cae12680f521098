import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { operations } from '../support/operations.table';
import { byId, itemsOf, keyCredential, sharedStage } from '../support/stage';

const serve = serverPool();

const stage = sharedStage();

const title = 'The service did not accept the values';

it.each<[string, string, INodeParameters, string]>([
	[
		'a member who does not exist',
		'task.comment',
		{
			taskId: byId('10001'),
			comment: 'a',
			additionalFields: { mentionUserIds: '9' },
		},
		'"Mention User IDs": no members: 9.',
	],
	[
		'a reply to nothing',
		'task.comment',
		{ taskId: byId('10001'), comment: 'a', additionalFields: { replyTo: 99 } },
		'"Reply To": is not a comment on this task.',
	],
	[
		'a stranger',
		'task.approve',
		{ taskId: byId('10001'), additionalFields: { userEmail: 'no@one.example' } },
		'"User Email": no@one.example is not a member of the organization.',
	],
	[
		'a stranger who initiates',
		'workflow.initiate',
		{
			workflowId: byId('wf_mutual_nda'),
			specifyVariables: 'json',
			variablesJson: { counterparty: 'A' },
			additionalFields: { userEmail: 'no@one.example' },
		},
		'"User Email": no@one.example is not a member of the organization.',
	],
	[
		'an attachment that is not on the task',
		'task.addAttachments',
		{
			taskId: byId('10001'),
			binaryPropertyNames: '',
			attachToTask: false,
			additionalFields: { attachmentIds: '77' },
		},
		'"Attachment IDs" 1: 77 is not an attachment on this task.',
	],
	[
		'attributes that do not fit their type',
		'document.updateAttributes',
		{
			fileId: '={{ $json.file }}',
			attributes: {
				attribute: [
					{ name: 'a', dataType: 'text', value: 'x' },
					{ name: 'b', dataType: 'number', value: '' },
				],
			},
		},
		'"Attributes" 2 "Value": is not a number written as text.',
	],
	[
		'variables that do not fit the workflow',
		'workflow.initiate',
		{
			workflowId: byId('wf_vendor_agreement'),
			specifyVariables: 'json',
			variablesJson: { counterparty: 'A', contract_value: 5, governing_law: 'Mars' },
		},
		'Variable "Governing law"',
	],
])('422 of %s is told in the words of the panel', async (_name, operation, parameters, words) => {
	const { error } = await stage.run(operation, parameters, {
		items: itemsOf({ file: stage.sandbox.ids.fileId ?? '' }),
	});
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: title,
		httpCode: '422',
		context: { itemIndex: 0 },
	});
	expect(error?.description).toContain(`The service says: ${words}`);
	const sent = stage.received().filter(({ request }) => !request.startsWith('GET'));
	expect(sent).toHaveLength(1);
});

const memo = { data: 'YQ==', mimeType: 'text/plain', fileName: 'memo.txt' };
const file = { json: {}, binary: { data: memo } };

/** What an error calls a field: by its own name, after that of the list that it is in. */
const calledIn = (place: string, panelName: string): string => {
	const [, ofList = ''] = /^(?:Additional Fields > (?=.* > ))?(.*)$/.exec(panelName) ?? [];
	const names = ofList.split(' > ').map((name) => `"${name}"`);
	return /\.0\./.test(place) ? names.join(' 1 ') : (names.at(-1) ?? '');
};

const cases = operations.flatMap(({ name, given, fields, places = {} }) => [
	...Object.entries(fields).map(
		([place, panelName]) => [name, place, calledIn(place, panelName), given] as const,
	),
	...Object.entries(places).map(([place, label]) => [name, place, label, given] as const),
]);

it.each(cases)('422 of %s at %s names %s', async (operation, loc, label, parameters) => {
	const server = await serve((response) =>
		sendJson(response, 422, {
			detail: [
				{
					loc: loc.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
					msg: 'is wrong',
					type: 'value_error',
				},
			],
		}),
	);
	const { error } = await stage.run(operation, parameters, {
		items: [file],
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(server.requests).toHaveLength(1);
	expect(error?.description).toMatch(/^The service says: (.*?): is wrong\. /);
	const [, named] = /^The service says: (.*?): is wrong\. /.exec(error?.description ?? '') ?? [];
	expect(named).toContain(label);
});
