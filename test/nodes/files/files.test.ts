import { describe, expect, it } from '@jest/globals';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../../support/answeringServer';
import { runNode, storeFile } from '../../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../../support/stage';

const serve = serverPool();

const pdf = 'application/pdf';
const inMemory = (data: string, fileName = 'signed.pdf'): IBinaryData => ({
	...{ data, fileName, mimeType: pdf },
	fileExtension: fileName.split('.').at(-1) ?? '',
});

/** Sends the file of an item, and gives what arrived. */
const sendFile = async (operation: string, given: INodeParameters, file: IBinaryData) => {
	const answer = { task_id: 1, success: true, attachment_ids: [1], activity_log_id: 1 };
	const server = await serve((response) => sendJson(response, 200, answer));
	const { error } = await runNode({
		parameters: parametersOf(operation, { taskId: byId('1'), ...given }),
		credentials: keyCredential(server.url, 'key_1'),
		items: [{ json: { file: { filename: 'signed.pdf', size: 0 } }, binary: { data: file } }],
	});
	return { error, requests: server.requests };
};

const upload = { stepRunId: byId('run_1') };

describe('a file without bytes is refused, and nothing is sent', () => {
	it.each<[string, string, INodeParameters, () => Promise<IBinaryData> | IBinaryData]>([
		['in memory', 'task.uploadSignedDocument', upload, () => inMemory('')],
		['of padding alone', 'task.uploadSignedDocument', upload, () => inMemory('==')],
		[
			'stored by n8n',
			'task.addAttachments',
			{},
			async () => await storeFile(Buffer.alloc(0), 'signed.pdf', pdf),
		],
		[
			'in a comment',
			'task.comment',
			{ comment: 'a', additionalFields: { binaryPropertyNames: 'data' } },
			() => inMemory(''),
		],
	])('%s', async (_name, operation, given, fileOf) => {
		const { error, requests } = await sendFile(operation, given, await fileOf());
		expect(error?.message).toMatch(/" names the file signed\.pdf, which is empty$/);
		expect(error?.description).toMatch(/^It has 0 bytes\. .* Nothing was sent\./);
		expect(requests).toEqual([]);
	});
});

it.each<[string, (bytes: Buffer) => Promise<IBinaryData>]>([
	['stored', async (bytes) => await storeFile(bytes, 'signed.pdf', pdf)],
	['in memory', async (bytes) => await Promise.resolve(inMemory(bytes.toString('base64')))],
])('a file above Max File Size is refused before it is sent, %s', async (_name, fileOf) => {
	const sendWith = async (maxFileSize: number) => {
		const file = await fileOf(Buffer.alloc(2_100_000, 'x'));
		return await sendFile('task.addAttachments', { options: { maxFileSize } }, file);
	};
	const { error, requests } = await sendWith(2);
	expect(error?.message).toBe(
		'"Input Data Field Names" names the file signed.pdf, which is larger than "Max File Size"',
	);
	expect(requests).toEqual([]);
	expect((await sendWith(2.1)).requests).toHaveLength(1);
});

describe('a failed item keeps its files', () => {
	it.each([
		['at the error output, refused by the service', 'continueErrorOutput', 'everything'],
		['at the error output of a run that did not start', 'continueErrorOutput', 'reading'],
		['in the output', 'continueRegularOutput', 'everything'],
	] as const)('%s', async (_name, onError, allow) => {
		const server = await serve((response) => sendJson(response, 404, { detail: 'No task' }));
		const { contractWorkflowApi } = keyCredential(server.url, 'key_1');
		const { output, errorOutput } = await runNode({
			parameters: parametersOf('task.addAttachments', { taskId: byId('1') }),
			credentials: { contractWorkflowApi: { ...contractWorkflowApi, allow } },
			items: [{ json: {}, binary: { data: inMemory('YQ==') } }],
			onError,
		});
		expect([...output, ...errorOutput]).toMatchObject([
			{ json: { error: { outcome: 'failed' } }, binary: { data: inMemory('YQ==') } },
		]);
	});
});
