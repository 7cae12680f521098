import { describe, expect, it } from '@jest/globals';
import axios from 'axios';
import type { Json } from '../support/service';
import { initiate, taskOf, useService } from '../support/service';

let time = Date.UTC(2026, 0, 15, 12);
const service = useService({}, () => time);

const download = async (url: string, headers: Record<string, string> = {}) => {
	const answer = await axios.get<ArrayBuffer>(url, {
		headers,
		responseType: 'arraybuffer',
		validateStatus: () => true,
		proxy: false,
	});
	return { status: answer.status, headers: answer.headers, bytes: Buffer.from(answer.data) };
};

const variables = [{ variable_id: 'counterparty', type: 'text', value: 'Aldgate' }];

const taskAtSignature = async (): Promise<{ id: number; run: string }> => {
	const id = await initiate(service, 'wf_mutual_nda', variables);
	await service.post(`/tasks/${id}/approve`, { approved: true });
	const task = await taskOf(service, id);
	return { id, run: String((task.step_runs as unknown as Json[]).at(-1)?.step_run_id) };
};

describe('section 4, signed documents', () => {
	it('are listed with an address that gives the bytes that were put in', async () => {
		const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
		const { id, run } = await taskAtSignature();
		const none = await service.get(`/tasks/${id}/signed-documents`);
		expect(none.data).toEqual({
			task_id: id,
			workflow_status: 'in_progress',
			total: 0,
			documents: [],
		});
		await service.post(`/tasks/${id}/upload-signed-document`, {
			step_run_id: run,
			file: { filename: 'Unterschrieben – 署名.pdf', base64_content: content.toString('base64') },
		});
		const { data } = await service.get(`/tasks/${id}/signed-documents`);
		expect(data).toMatchObject({ task_id: id, workflow_status: 'completed', total: 1 });
		const [document] = data.documents as unknown as Json[];
		expect(document).toMatchObject({
			file_name: 'Unterschrieben – 署名.pdf',
			step_id: 'signature',
			step_name: 'Signature',
		});
		const file = await download(String(document?.download_url));
		expect([file.status, file.bytes.equals(content)]).toEqual([200, true]);
		expect(file.headers['content-type']).toBe('application/pdf');
	});
});

describe('section 4, step documents', () => {
	it('answers 501 when the step has none, 404 when its document is missing', async () => {
		const statusOf = async (path: string): Promise<number> =>
			(await service.get(`/tasks/${path}/document`)).status;
		const [task, step] = String(service.sandbox.ids.stepWithoutDocument).split(':');
		expect(await statusOf(`${task}/steps/${step}`)).toBe(501);
		expect(await statusOf(`${task}/steps/signature`)).toBe(501);
		const id = await initiate(service);
		const { store } = service.sandbox.service;
		store.sql.run`DELETE FROM files WHERE file_id =
			(SELECT file_id FROM step_documents WHERE task_id = ${id} AND step_id = 'draft')`;
		expect(await statusOf(`${id}/steps/draft`)).toBe(404);
	});
});

describe('section 8.8, presigned addresses', () => {
	const address = async (): Promise<Json> => {
		const [task, step] = String(service.sandbox.ids.stepWithDocument).split(':');
		return (await service.get(`/tasks/${task}/steps/${step}/document`)).data;
	};

	it('expire at expires_at', async () => {
		const { download_url, expires_at } = await address();
		expect(Date.parse(String(expires_at))).toBe(time + 300_000);
		time += 299_999;
		expect((await download(String(download_url))).status).toBe(200);
		time += 1;
		expect((await download(String(download_url))).status).toBe(403);
	});

	it('refuse credentials and addresses that were changed', async () => {
		const url = String((await address()).download_url);
		const { apiKeys, oauthTokens } = service.sandbox;
		expect((await download(url, { 'X-API-Key': apiKeys.main })).status).toBe(400);
		expect((await download(url, { Authorization: `Bearer ${oauthTokens.main}` })).status).toBe(400);
		const later = url.replace(/expires=\d+/, `expires=${time * 2}`);
		expect((await download(later)).status).toBe(403);
		expect((await download(url.replace('file_', 'file_0'))).status).toBe(403);
		expect((await download(url.split('?')[0] ?? '')).status).toBe(403);
		expect((await download(url)).status).toBe(200);
	});
});
