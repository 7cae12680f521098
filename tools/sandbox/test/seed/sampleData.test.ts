import { describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../options';
import { startService } from '../support/service';

/** All that the API tells of the sample data, without addresses. */
const snapshot = async (options: Partial<SandboxOptions>): Promise<unknown[]> => {
	const { sandbox, post } = await startService(options);
	const tasks = await post('/tasks/list', { limit: 200, include_inactive: true });
	const documents = await post('/core/documents/search', { limit: 200 });
	await sandbox.stop();
	const withoutAddress = JSON.stringify(tasks.data).replaceAll(sandbox.appUrl, '');
	return [sandbox.apiKeys, sandbox.oauthTokens, sandbox.ids, withoutAddress, documents.data];
};

describe('sample data', () => {
	it('follow from the seed', async () => {
		const first = await snapshot({ tasks: 30, documents: 30, seed: 7 });
		expect(await snapshot({ tasks: 30, documents: 30, seed: 7 })).toEqual(first);
		const other = await snapshot({ tasks: 30, documents: 30, seed: 8 });
		for (const index of [0, 1, 3, 4]) expect(other[index]).not.toEqual(first[index]);
	});

	it('are as many as asked for, also none', async () => {
		const counts = async (options: Partial<SandboxOptions>): Promise<number[]> => {
			const { sandbox, post } = await startService(options);
			const tasks = await post('/tasks/list', { include_inactive: true });
			const documents = await post('/core/documents/search', { limit: 200 });
			await sandbox.stop();
			return [
				Number(tasks.data.total_count),
				(documents.data.documents as unknown as unknown[]).length,
			];
		};
		expect(await counts({ tasks: 0, documents: 0 })).toEqual([0, 0]);
		expect(await counts({ tasks: 1, documents: 1 })).toEqual([1, 1]);
		expect(await counts({ tasks: 333, documents: 150 })).toEqual([333, 150]);
	});

	it('end yesterday, with as many records in the last days as before', async () => {
		const now = Date.UTC(2031, 4, 9, 0, 30);
		const { sandbox, post } = await startService({}, () => now);
		const tasks = await post('/tasks/list', { include_inactive: true, limit: 200 });
		const documents = await post('/core/documents/search', { limit: 200, offset: 200 });
		const recent = await post('/core/documents/search', { last_created_at: '2031-02-07' });
		await sandbox.stop();
		const last = '2031-05-08T17:00:00.000Z';
		expect(tasks.data.tasks?.[0]?.created_at).toBe(last);
		const rows = tasks.data.tasks as unknown as Array<{ updated_at: string }>;
		for (const { updated_at } of rows) expect(updated_at <= last).toBe(true);
		expect(JSON.stringify(documents.data)).toContain(`"document_created_at":"${last}"`);
		expect((recent.data.documents as unknown as unknown[]).length).toBeGreaterThan(50);
	});
});
