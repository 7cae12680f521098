import { expect, it } from '@jest/globals';
import axios from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import { readFile, storeFile } from '../../support/n8nCore';
import { byId, itemsOf, sharedStage } from '../../support/stage';

const stage = sharedStage();
const none: INodeExecutionData = { json: {} };

const bytesOf = async ({ binary }: INodeExecutionData, field: string) => {
	const file = binary?.[field];
	if (!file) throw new Error(`No file in ${field}`);
	return await readFile(file);
};

it('Upload Signed Document files the document of each item at its signature step', async () => {
	const signed = Buffer.from(Array.from({ length: 300_001 }, (_, index) => index % 256));
	const stored = await storeFile(signed, 'Vertrag.pdf', 'application/pdf');
	const small = { data: 'c2lnbmVk', mimeType: 'application/pdf', fileName: 'copy.pdf' };
	const signatureRun = async (taskId: number) => {
		const { task } = await stage.ask('GET', `/tasks/${taskId}`);
		const runs = task?.step_runs as unknown as Array<Record<string, string>>;
		return runs.find(({ step_type }) => step_type === 'signature')?.step_run_id;
	};
	const runs = [await signatureRun(10006), await signatureRun(10008)];
	const { output, error } = await stage.run(
		'task.uploadSignedDocument',
		{
			taskId: byId('={{ $json.id }}'),
			stepRunId: byId('={{ $json.run }}'),
			binaryPropertyName: '={{ $json.field }}',
			additionalFields: { fileName: '={{ $json.name }}' },
			options: { maxParallel: 1 },
		},
		{
			items: [
				{ json: { id: 10006, run: runs[0], field: 'data' }, binary: { data: stored } },
				{
					json: { id: 10008, run: runs[1], field: 'copy', name: 'signed ✍.pdf' },
					binary: { data: stored, copy: small },
				},
			],
		},
	);
	expect(error).toBeUndefined();
	const file = { filename: 'signed ✍.pdf', base64_content: 'c2lnbmVk' };
	expect(stage.received()).toMatchObject([
		{ request: 'POST /tasks/10006/upload-signed-document', body: { step_run_id: runs[0] } },
		{ request: 'POST /tasks/10008/upload-signed-document', body: { step_run_id: runs[1], file } },
	]);
	expect(output.map(({ json }) => json)).toMatchObject([
		{ task_id: 10006, success: true, output_variable_id: expect.any(String) },
		{ task_id: 10008, success: true },
	]);

	const given = { taskId: byId('10006'), download: true, outputField: 'signed' };
	const { output: documents } = await stage.run('task.getSignedDocuments', given);
	expect(documents).toHaveLength(1);
	expect((await bytesOf(documents[0] ?? none, 'signed')).equals(signed)).toBe(true);
});

it('Get Signed Documents gives an item for each document, with its bytes where asked for', async () => {
	const { output, error } = await stage.run(
		'task.getSignedDocuments',
		{
			taskId: byId('={{ $json.id }}'),
			download: '={{ $json.download }}',
			outputField: 'signed',
		},
		{
			items: itemsOf(
				{ id: 10009, download: true },
				{ id: 10009, download: false },
				{ id: 10001, download: true },
				{ id: 10015, download: true },
			),
		},
	);
	expect(error).toBeUndefined();
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 3].map((item) => ({ item })));
	const [first = none, linkOnly = none] = output;
	const file_name = 'Signed copy – unterschrieben.pdf';
	const json = {
		...{ task_id: 10009, workflow_status: 'completed', step_id: 'signature', file_name },
		...{ step_name: 'Signature', file_id: expect.stringMatching(/^file_/) },
	};
	expect(first.json).toEqual(json);
	expect(linkOnly.json).toEqual({
		...json,
		download_url: expect.stringContaining('/download/file_'),
		expires_at: expect.any(String),
	});
	expect(first.binary?.signed).toMatchObject({
		...{ fileName: file_name, mimeType: 'application/pdf', fileExtension: 'pdf' },
	});
	expect(linkOnly.binary).toBeUndefined();
	const url = String(linkOnly.json.download_url);
	const { data } = await axios.get<ArrayBuffer>(url, { responseType: 'arraybuffer' });
	expect((await bytesOf(first, 'signed')).equals(Buffer.from(data))).toBe(true);
});
