import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { operationNamed } from '../../support/operations.table';
import { byId } from '../../support/stage';
import type { Row } from '../table';
import { runAt, table } from '../table';

/* What each item makes an operation send. The others beside it have their own tests. */

const oneByOne = { options: { maxParallel: 1 } };
const slug = '={{ $json.slug }}';
const taskId = byId('={{ $json.id }}');
const user = "={{ $json.user ?? 'a@b.example' }}";
const memo = (fileName: string) => ({ data: 'YQ==', mimeType: 'text/plain', fileName });
const binary = { data: memo('Anlage ä.txt'), memo: memo('memo.txt'), other: memo('other.txt') };
const sentFile = (filename: string) => ({ filename, base64_content: 'YQ==' });

type Sent = readonly [line: string, body?: object];

const row = (
	operation: string,
	given: INodeParameters,
	items: readonly IDataObject[],
	sent: readonly Sent[],
	{
		answer = operationNamed(operation).answer,
		output,
	}: { answer?: object; output?: object[] } = {},
): Row => ({
	operation,
	given: { ...oneByOne, ...given },
	service: () => [200, answer],
	run: { items: items.map((json) => ({ json, binary })) },
	expect: {
		sent: sent.map(([line, body]) => (body ? `${line} ${JSON.stringify(body)}` : line)),
		output,
	},
});

describe('what is read', () => {
	const versions = [{ version: 2 }, { version: 1 }];
	const field = { org_field_id: 7, name: 'Law', field_value_type: 'enum' };
	const region = { name: 'region', field_type: 'text' };
	const filter = { type: 'field', field_id: 1, operator: 'in', value: ['NDA', '東アジア'] };
	const filters = [filter, { type: 'group', group_operator: 'or', filters: [filter] }];
	table({
		'Clickwrap: Get Active': row(
			'clickwrap.getActive',
			{ slug },
			[{ slug: 'terms' }, { slug: 'a/b?c=d' }],
			[['GET /server/clickwrap/terms'], ['GET /server/clickwrap/a%2Fb%3Fc%3Dd']],
		),
		'Clickwrap: Get History': row(
			'clickwrap.getHistory',
			{ slug },
			[{ slug: 'terms' }],
			[['GET /server/clickwrap/terms/history']],
			{
				answer: { slug: 'terms', versions },
				output: versions.map((one) => ({ slug: 'terms', ...one })),
			},
		),
		'Org Field: Get Many': row(
			'orgField.getMany',
			{ includeAttributes: '={{ $json.all }}' },
			[{ all: 'false' }],
			[['GET /core/org-fields?include_attributes=false']],
			{ answer: { org_fields: [field], attributes: null }, output: [field] },
		),
		'Org Field: Get Many with attributes': row(
			'orgField.getMany',
			{ includeAttributes: '={{ $json.all }}' },
			[{ all: true }],
			[['GET /core/org-fields?include_attributes=true']],
			{
				answer: { org_fields: [field], attributes: [region] },
				output: [field, { ...region, attribute_id: 'region_text' }],
			},
		),
		'Document Type: Get Many': row(
			'documentType.getMany',
			{},
			[{}],
			[['GET /core/document-types']],
			{ answer: { document_types: [{ id: 1 }, { id: 2 }] }, output: [{ id: 1 }, { id: 2 }] },
		),
		'Workflow: Get Schema': row(
			'workflow.getSchema',
			{ workflowId: byId('={{ $json.workflow }}'), version: '={{ $json.version }}' },
			[
				{ workflow: 'wf_1', version: 1 },
				{ workflow: 'wf_2', version: 'latest' },
			],
			[['GET /workflows/wf_1/1/schema'], ['GET /workflows/wf_2/latest/schema']],
		),
		'Task: Get': row(
			'task.get',
			{ taskId },
			[{ id: 1 }, { id: '2' }],
			[['GET /tasks/1'], ['GET /tasks/2']],
		),
		'Task: Get Many, with the filters of the service': row(
			'task.getMany',
			{
				limit: '={{ $json.limit }}',
				filters: {
					includeInactive: '={{ $json.inactive }}',
					status: '={{ $json.status }}',
					lastCreatedAt: '={{ $json.created }}',
					lastUpdatedAt: '2025-03-01',
				},
			},
			[{ limit: '3', inactive: 'true', created: '2025-01-01T00:00Z', status: 'on_hold' }],
			[
				[
					'POST /tasks/list',
					{
						...{ status: 'on_hold', include_inactive: true, last_created_at: '2025-01-01T00:00Z' },
						...{ last_updated_at: '2025-03-01T00:00-05:00', offset: 0, limit: 3 },
					},
				],
			],
		),
		'Document: Search, with filters as text or as a value': row(
			'document.search',
			{ options: { ...oneByOne.options, filtersJson: '={{ $json.filters }}' } },
			[{ filters }, { filters: JSON.stringify(filters) }],
			[
				['POST /core/documents/search', { filters, offset: 0, limit: 50 }],
				['POST /core/documents/search', { filters, offset: 0, limit: 50 }],
			],
		),
		'Task: Get Many by External Source ID': row(
			'task.getManyByExternalSourceId',
			{ externalSourceId: '={{ $json.source }}' },
			[{ source: 'ERP/PO 4711' }, { source: 'nothing&x=1' }],
			[
				['GET /tasks/by-external-source-id?external_source_id=ERP%2FPO%204711'],
				['GET /tasks/by-external-source-id?external_source_id=nothing%26x%3D1'],
			],
		),
	});
});

describe('what is written', () => {
	const marked = 'Plain – ünï\n第二行';
	const email = { user_email: 'a@b.example' };
	table({
		'Group: Create': row(
			'group.create',
			{ name: '={{ $json.name }}', userIds: '={{ $json.users }}' },
			[
				{ name: 'A – Prüfung', users: '501, 502' },
				{ name: 'B', users: '' },
				{ name: 'C' },
				{ name: 'D', users: 503 },
				{ name: 'E', users: [504, 505] },
			],
			[
				['POST /groups', { name: 'A – Prüfung', users_ids: [501, 502] }],
				['POST /groups', { name: 'B' }],
				['POST /groups', { name: 'C' }],
				['POST /groups', { name: 'D', users_ids: [503] }],
				['POST /groups', { name: 'E', users_ids: [504, 505] }],
			],
		),
		'Workflow: Initiate': row(
			'workflow.initiate',
			{
				workflowId: byId('wf_1'),
				specifyVariables: 'json',
				variablesJson: '={{ { party: $json.party } }}',
				additionalFields: {
					userEmail: user,
					metadata: {
						entry: [{ name: '={{ "deal" }}', value: '={{ $json.deal }}' }, { name: 'blank' }],
					},
				},
			},
			[{ party: 'A', deal: { id: 7 } }],
			[
				['GET /workflows/wf_1/latest/schema'],
				[
					'POST /workflows/wf_1/latest/initiate',
					{
						variables: [{ variable_id: 'party', type: 'text', value: 'A' }],
						...{ user: 'a@b.example', metadata: { deal: { id: 7 }, blank: '' } },
					},
				],
			],
		),
		'Task: Approve or Reject': {
			...row(
				'task.approve',
				{
					taskId: { __rl: true, mode: 'url', value: '={{ $json.link }}' },
					decideIf: 'always',
					decision: '={{ $json.decision ?? "approve" }}',
					comment: '={{ $json.comment }}',
					additionalFields: { userEmail: user },
				},
				[
					{ link: 'https://app.example/workflows/tasks/1' },
					{
						link: 'http://app.example:8080/x/workflows/tasks/2?tab=1#top',
						...{ decision: 'reject', comment: 'No.\nSee § 4.', user: 'c@d.example' },
					},
				],
				[
					['POST /tasks/1/approve', { approved: true, ...email }],
					[
						'POST /tasks/2/approve',
						{ approved: false, comment: 'No.\nSee § 4.', user_email: 'c@d.example' },
					],
				],
			),
			service: ({ line, body }) => {
				const { approved } = JSON.parse(body) as { readonly approved: boolean };
				return [
					200,
					{ task_id: Number(line.split('/')[2]), approved, status: 'pending', message: '' },
				];
			},
		},
		'Task: Comment': row(
			'task.comment',
			{
				taskId,
				comment: '={{ $json.text }}',
				additionalFields: {
					addMarker: false,
					binaryPropertyNames: '={{ $json.files }}',
					mentionUserIds: '={{ $json.mention }}',
					replyTo: '={{ $json.replyTo }}',
					userEmail: user,
				},
			},
			[
				{ id: 1, text: marked },
				{ id: 2, text: 'All', files: 'data, memo ', mention: '502, 503', replyTo: 9 },
			],
			[
				['POST /tasks/1/comment', { comment: marked, ...email }],
				[
					'POST /tasks/2/comment',
					{
						...{ comment: 'All', ...email, reply_to: 9, mention_user_ids: [502, 503] },
						attachments: [sentFile('Anlage ä.txt'), sentFile('memo.txt')],
					},
				],
			],
		),
		'Task: Comment with the marker, by default': row(
			'task.comment',
			{ taskId, comment: 'Done' },
			[{ id: 1 }],
			[['POST /tasks/1/comment', { comment: 'Done (sent-by-n8n)' }]],
		),
		'Task: Add Attachments': row(
			'task.addAttachments',
			{
				taskId,
				binaryPropertyNames: '={{ $json.files }}',
				attachToTask: '={{ $json.keep }}',
				additionalFields: {
					attachmentIds: '={{ $json.refer }}',
					replyTo: '={{ $json.replyTo }}',
					userEmail: user,
				},
			},
			[
				{ id: 1, files: 'data,memo', keep: true },
				{ id: 2, files: '', keep: false, refer: '7, 8', replyTo: 9 },
			],
			[
				[
					'POST /tasks/1/attachments',
					{
						files: [sentFile('Anlage ä.txt'), sentFile('memo.txt')],
						attach_to_task: true,
						...email,
					},
				],
				[
					'POST /tasks/2/attachments',
					{ attach_to_task: false, attachment_ids: [7, 8], reply_to: 9, ...email },
				],
			],
			{ output: [{ task_id: 1, attachment_ids: [1] }, {}] },
		),
	});
});

it.each<[string, INodeParameters]>([
	['"Input Data Field Names" is empty', {}],
	[
		'"Attach to Task" must be off to refer to Attachment IDs',
		{ additionalFields: { attachmentIds: '7' } },
	],
])('a request that would record nothing is refused: %s', async (message, more) => {
	const given = { taskId: byId('1'), binaryPropertyNames: '', ...more };
	const { error, sent } = await runAt(() => undefined, 'task.addAttachments', { given });
	expect(error?.message).toBe(message);
	expect(sent).toEqual([]);
});

const emptyDocuments = { task_id: 1, workflow_status: 'completed', total: 0, documents: [] };
const emptyTasks = { tasks: [], total_count: 0, limit: 50, offset: 0 };
const noLater = expect.stringMatching(/As nothing was found, no node after this one runs/);

it.each([
	['task.getSignedDocuments', emptyDocuments, {}, [noLater]],
	['task.getMany', emptyTasks, {}, [noLater]],
	['task.getMany', emptyTasks, { alwaysOutputData: true }, []],
])('%s that finds nothing ends a loop, and says so: %j', async (operation, body, node, hints) => {
	const given = { given: { taskId: byId('1') }, run: { node } };
	const result = await runAt(() => [200, body], operation, given);
	expect(result.hints).toEqual(hints);
});

const someone = { __rl: true, mode: 'email', value: 'a@b.example' };

it.each<[filters: INodeParameters, reason: string]>([
	[{ waitingForApproval: true }, '2 active tasks read, none waits for approval.'],
	[
		{ status: 'on_hold', currentStepId: byId('legal'), workflowId: byId('wf_7') },
		'2 on_hold tasks read, none is of workflow wf_7 and is at step legal.',
	],
	[
		{ includeInactive: true, ownerEmail: someone, assigneeEmail: someone },
		'2 tasks read, none is owned by a@b.example and is assigned to a@b.example.',
	],
])('a list that %j leave empty says why', async (filters, reason) => {
	const tasks = [1, 2].map((task_id) => ({ task_id, current_step_type: 'review' }));
	const answer = { tasks, total_count: 2 };
	const { hints } = await runAt(() => [200, answer], 'task.getMany', { given: { filters } });
	expect(hints).toEqual([expect.stringContaining(`No task matches: ${reason} As nothing was`)]);
});
