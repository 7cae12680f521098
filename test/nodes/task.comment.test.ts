import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { storeFile } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, byLane, itemsOf, startStage } from '../support/stage';

let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const base64 = (text: string) => Buffer.from(text).toString('base64');

const comment = {
	taskId: byId('={{ $json.id }}'),
	comment: '={{ $json.text }}',
	additionalFields: {
		addMarker: false,
		binaryPropertyNames: '={{ $json.files }}',
		mentionUserIds: '={{ $json.mention }}',
		replyTo: '={{ $json.replyTo }}',
		userEmail: "={{ $json.user ?? 'lena.schroeder@meridian.example' }}",
	},
};

/** A file of each kind that n8n hands over: in its store, in memory, and without an extension. */
const someFiles = async () => ({
	data: await storeFile(Buffer.from('stored'), 'Anlage ä.pdf', 'application/pdf'),
	memo: { data: base64('in memory'), mimeType: 'text/plain', fileName: 'memo.txt' },
	scan: { data: base64('scan'), mimeType: 'image/png', fileName: 'scan', fileExtension: 'png' },
	path: { data: base64('path'), mimeType: 'text/plain', fileName: '../../etc/pass\u0000wd.txt' },
});

it('Comment posts the comment of each item, with what that item says', async () => {
	const binary = await someFiles();
	const items: INodeExecutionData[] = [
		{ json: { id: 10001, text: 'Plain – ünï\n第二行' } },
		{
			json: {
				id: 10002,
				text: 'With everything but a reply',
				files: 'data, memo ,scan,path',
				mention: '502, 503',
				user: 'yuki.tanaka@meridian.example',
			},
			binary,
		},
		{ json: { id: 10003, text: 'One mention', mention: 504, files: '' }, binary },
	];
	const { output, error } = await stage.run('task.comment', comment, { items });
	expect(error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([
			{
				request: 'POST /tasks/10001/comment',
				body: { comment: 'Plain – ünï\n第二行', user_email: 'lena.schroeder@meridian.example' },
			},
			{
				request: 'POST /tasks/10002/comment',
				body: {
					comment: 'With everything but a reply',
					user_email: 'yuki.tanaka@meridian.example',
					mention_user_ids: [502, 503],
					attachments: [
						{ filename: 'Anlage ä.pdf', base64_content: base64('stored') },
						{ filename: 'memo.txt', base64_content: base64('in memory') },
						{ filename: 'scan.png', base64_content: base64('scan') },
						{ filename: 'passwd.txt', base64_content: base64('path') },
					],
				},
			},
			{
				request: 'POST /tasks/10003/comment',
				body: {
					comment: 'One mention',
					user_email: 'lena.schroeder@meridian.example',
					mention_user_ids: [504],
				},
			},
		]),
	);
	const json = {
		success: true,
		activity_log_id: expect.any(Number),
		message: 'Comment added',
	};
	expect(output).toEqual(
		[10001, 10002, 10003].map((task_id, item) => ({
			pairedItem: { item },
			json: { task_id, ...json },
		})),
	);

	const parent = Number(output[0]?.json.activity_log_id);
	const reply = await stage.run('task.comment', comment, {
		items: itemsOf({ id: 10001, text: 'A reply', replyTo: parent }),
	});
	expect(reply.error).toBeUndefined();
	expect(stage.received()).toEqual([
		{
			request: 'POST /tasks/10001/comment',
			body: { comment: 'A reply', user_email: 'lena.schroeder@meridian.example', reply_to: parent },
		},
	]);
});

it.each([
	[{}, '(sent-by-n8n)\n\nDone'],
	[{ addMarker: true }, '(sent-by-n8n)\n\nDone'],
	[{ addMarker: false }, 'Done'],
])('Comment with %j posts %j', async (additionalFields, text) => {
	const parameters = { taskId: byId('10001'), comment: 'Done', additionalFields };
	expect((await stage.run('task.comment', parameters)).error).toBeUndefined();
	expect(stage.received()).toMatchObject([{ body: { comment: text } }]);
});

it('Add Attachments sends the files of each item, kept on the task or not', async () => {
	const binary = await someFiles();
	const parameters = {
		taskId: byId('={{ $json.id }}'),
		binaryPropertyNames: '={{ $json.files }}',
		attachToTask: '={{ $json.keep }}',
		additionalFields: {
			attachmentIds: '={{ $json.refer }}',
			replyTo: '={{ $json.replyTo }}',
			userEmail: "={{ $json.user ?? 'lena.schroeder@meridian.example' }}",
		},
	};
	const first = await stage.run('task.addAttachments', parameters, {
		items: [
			{ json: { id: 10001, files: 'data,memo', keep: true }, binary },
			{
				json: { id: 10002, files: 'scan', keep: false, user: 'lena.schroeder@meridian.example' },
				binary,
			},
		],
	});
	expect(first.error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([
			{
				request: 'POST /tasks/10001/attachments',
				body: {
					files: [
						{ filename: 'Anlage ä.pdf', base64_content: base64('stored') },
						{ filename: 'memo.txt', base64_content: base64('in memory') },
					],
					attach_to_task: true,
					user_email: 'lena.schroeder@meridian.example',
				},
			},
			{
				request: 'POST /tasks/10002/attachments',
				body: {
					files: [{ filename: 'scan.png', base64_content: base64('scan') }],
					attach_to_task: false,
					user_email: 'lena.schroeder@meridian.example',
				},
			},
		]),
	);
	const json = {
		task_id: 10001,
		attachment_ids: [expect.any(Number), expect.any(Number)],
	};
	expect(first.output).toEqual([
		{ pairedItem: { item: 0 }, json },
		{
			pairedItem: { item: 1 },
			json: {
				task_id: 10002,
				attachment_ids: [expect.any(Number)],
			},
		},
	]);

	const [one, two] = first.output[0]?.json.attachment_ids as number[];
	const posted = await stage.ask('POST', '/tasks/10001/comment', { comment: 'See these' });
	const replyTo = Number(posted.activity_log_id);
	const second = await stage.run('task.addAttachments', parameters, {
		items: itemsOf({ id: 10001, files: '', keep: false, refer: `${one}, ${two}`, replyTo }),
	});
	expect(second.error).toBeUndefined();
	expect(stage.received()).toEqual([
		{
			request: 'POST /tasks/10001/attachments',
			body: {
				attach_to_task: false,
				attachment_ids: [one, two],
				reply_to: replyTo,
				user_email: 'lena.schroeder@meridian.example',
			},
		},
	]);
	expect(second.output).toEqual([
		{ pairedItem: { item: 0 }, json: { task_id: 10001, attachment_ids: [] } },
	]);
});

it('a request that would record nothing is refused', async () => {
	const { error } = await stage.run(
		'task.addAttachments',
		{ taskId: byId('10001'), binaryPropertyNames: '' },
		{ items: itemsOf({}) },
	);
	expect(error?.message).toBe('"Input Data Field Names" is empty');
	expect(stage.received()).toEqual([]);
});
