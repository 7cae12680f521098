import { expect, it } from '@jest/globals';
import axios from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import { readFile, storeFile } from '../support/n8nCore';
import type { Json } from '../support/stage';
import { byId, byLane, freshStage, itemsOf } from '../support/stage';

const stage = freshStage();

const bytesAt = async (url: string) =>
	Buffer.from((await axios.get<ArrayBuffer>(url, { responseType: 'arraybuffer' })).data);

const bytesOf = async ({ binary }: INodeExecutionData, field: string) => {
	const file = binary?.[field];
	if (!file) throw new Error(`No file in ${field}`);
	return await readFile(file);
};

/** The run of the signature step of a task that waits there. */
const signatureRun = async (taskId: number): Promise<string> => {
	const { task } = await stage.ask('GET', `/tasks/${taskId}`);
	const runs = (task as Json).step_runs as unknown as Array<Record<string, string>>;
	const run = runs.find(({ step_type }) => step_type === 'signature');
	return run?.step_run_id ?? '';
};

it('Upload Signed Document files the document of each item at its signature step', async () => {
	const signed = Buffer.from(Array.from({ length: 300_001 }, (_, index) => index % 256));
	const stored = await storeFile(signed, 'Vertrag.pdf', 'application/pdf');
	const small = { data: 'c2lnbmVk', mimeType: 'application/pdf', fileName: 'copy.pdf' };
	const runs = [await signatureRun(10006), await signatureRun(10008)];
	const { output, error } = await stage.run(
		'task.uploadSignedDocument',
		{
			taskId: byId('={{ $json.id }}'),
			stepRunId: byId('={{ $json.run }}'),
			binaryPropertyName: '={{ $json.field }}',
			additionalFields: { fileName: '={{ $json.name }}' },
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
	const [large, second] = byLane(stage.received());
	expect(large).toMatchObject({
		request: 'POST /tasks/10006/upload-signed-document',
		body: { step_run_id: runs[0], file: { filename: 'Vertrag.pdf' } },
	});
	expect(second).toEqual({
		request: 'POST /tasks/10008/upload-signed-document',
		body: {
			step_run_id: runs[1],
			file: { filename: 'signed ✍.pdf', base64_content: 'c2lnbmVk' },
		},
	});
	expect(output).toEqual([
		{
			pairedItem: { item: 0 },
			json: { task_id: 10006, success: true, output_variable_id: expect.any(String) },
		},
		{
			pairedItem: { item: 1 },
			json: { task_id: 10008, success: true, output_variable_id: expect.any(String) },
		},
	]);

	const { output: documents } = await stage.run(
		'task.getSignedDocuments',
		{ taskId: byId('10006'), download: true, outputField: 'signed' },
		{ items: itemsOf({}) },
	);
	expect(documents).toHaveLength(1);
	expect((await bytesOf(documents[0] ?? { json: {} }, 'signed')).equals(signed)).toBe(true);
});

it('Get Signed Documents gives an item for each document, with its bytes where asked for', async () => {
	const { output, error } = await stage.run(
		'task.getSignedDocuments',
		{
			taskId: byId('={{ $json.id }}'),
			download: '={{ $json.download }}',
			outputField: '={{ $json.field }}',
			keepLink: true,
		},
		{
			items: itemsOf(
				{ id: 10009, download: true, field: 'signed' },
				{ id: 10009, download: false, field: 'unused' },
				{ id: 10001, download: true, field: 'signed' },
				{ id: 10015, download: true, field: 'data' },
			),
		},
	);
	expect(error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'GET /tasks/10001/signed-documents' },
			{ request: 'GET /tasks/10009/signed-documents' },
			{ request: 'GET /tasks/10009/signed-documents' },
			{ request: 'GET /tasks/10015/signed-documents' },
		]),
	);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 3 },
	]);
	const [first, linkOnly, last] = output as [
		INodeExecutionData,
		INodeExecutionData,
		INodeExecutionData,
	];
	expect(first.json).toEqual({
		task_id: 10009,
		workflow_status: 'completed',
		file_id: expect.stringMatching(/^file_/),
		file_name: 'Signed copy – unterschrieben.pdf',
		step_id: 'signature',
		step_name: 'Signature',
		download_url: expect.stringContaining('/download/file_'),
		expires_at: expect.any(String),
	});
	expect(first.binary?.signed).toMatchObject({
		fileName: 'Signed copy – unterschrieben.pdf',
		mimeType: 'application/pdf',
		fileExtension: 'pdf',
	});
	expect(linkOnly.binary).toBeUndefined();
	expect(Object.keys(last.binary ?? {})).toEqual(['data']);
	for (const [item, field] of [
		[first, 'signed'],
		[last, 'data'],
	] as const) {
		const bytes = await bytesOf(item, field);
		expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
		expect(bytes.equals(await bytesAt(String(item.json.download_url)))).toBe(true);
	}
});

it('Get Step Document gives the document of each item, with its bytes where asked for', async () => {
	const { output, error } = await stage.run(
		'task.getStepDocument',
		{
			taskId: byId('={{ $json.id }}'),
			stepId: byId('={{ $json.step }}'),
			download: '={{ $json.download }}',
			keepLink: true,
		},
		{
			items: itemsOf(
				{ id: 10001, step: 'draft', download: false },
				{ id: 10003, step: 'analysis', download: true },
				{ id: 10005, step: 'draft', download: 'true' },
			),
		},
	);
	expect(error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'GET /tasks/10001/steps/draft/document' },
			{ request: 'GET /tasks/10003/steps/analysis/document' },
			{ request: 'GET /tasks/10005/steps/draft/document' },
		]),
	);
	expect(output.map(({ json, pairedItem }) => ({ pairedItem, json }))).toEqual(
		['Vendor agreement.pdf', 'Clause analysis.pdf', 'Vendor agreement.pdf'].map(
			(file_name, item) => ({
				pairedItem: { item },
				json: {
					file_name,
					download_url: expect.stringContaining('/download/file_'),
					expires_at: expect.any(String),
				},
			}),
		),
	);
	expect(output[0]?.binary).toBeUndefined();
	for (const item of output.slice(1)) {
		const bytes = await bytesOf(item, 'data');
		expect(bytes.equals(await bytesAt(String(item.json.download_url)))).toBe(true);
		expect(bytes.length).toBeGreaterThan(100);
	}
});

it.each([
	['task.getSignedDocuments', { taskId: byId('10009') }],
	['task.getStepDocument', { taskId: byId('10003'), stepId: byId('analysis') }],
])('%s keeps no link of a file that it downloaded, unless asked for', async (operation, given) => {
	const linkOnly = await stage.run(operation, given);
	expect(linkOnly.output[0]?.json).toHaveProperty('download_url');
	const downloaded = await stage.run(operation, { ...given, download: true });
	const { json, binary } = downloaded.output[0] ?? { json: {} };
	expect(Object.keys(binary ?? {})).toEqual(['data']);
	expect(json).toHaveProperty('file_name');
	expect(json).not.toHaveProperty('expires_at');
	expect(linkOnly.saved).toContain('/download/file_');
	expect(downloaded.saved).not.toContain('/download/file_');
	const kept = await stage.run(operation, { ...given, download: true, keepLink: true });
	expect(kept.output[0]?.json).toHaveProperty('download_url');
	stage.received();
});
