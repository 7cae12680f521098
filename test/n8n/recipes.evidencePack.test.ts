import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { itemsOf } from '../../scripts/n8n/executions';
import { isSince } from '../../scripts/n8n/installation/versions';
import { useRecipe } from './recipe';
import { stackAddresses } from './stack';
import { filesInZip } from './zip';

const packing = useRecipe('evidence-pack');

/** n8n 1 gives its Compression node nothing for an expression over the items of another node. */
const describeSince2 = isSince('2.30.8') ? describe : describe.skip;

describeSince2('evidence-pack', () => {
	it('packs the task and its documents, each with its hash', async () => {
		const taskId = 10009;
		const { run, ask } = packing();
		const execution = await run();
		expect(execution.error).toBeUndefined();
		const [pack] = itemsOf(execution, 'Create Archive');
		expect(pack?.binary?.data?.fileName).toBe(`evidence-task-${taskId}.zip`);
		const { n8nUrl, cookie } = stackAddresses();
		const id = encodeURIComponent(String(pack?.binary?.data?.id));
		const answer = await fetch(`${n8nUrl}/rest/binary-data?id=${id}&action=download`, {
			headers: { cookie },
		});
		const files = filesInZip(Buffer.from(await answer.arrayBuffer()));

		const manifest = JSON.parse(String(files.get('manifest.json'))) as Array<{
			file: string;
			sha256: string;
		}>;
		expect(manifest.map(({ file }) => file).sort()).toEqual(
			[...files.keys()].filter((name) => name !== 'manifest.json').sort(),
		);
		for (const { file, sha256 } of manifest) {
			const bytes = files.get(file) ?? Buffer.alloc(0);
			expect([file, createHash('sha256').update(bytes).digest('hex')]).toEqual([file, sha256]);
		}
		const { task } = (await ask(`/tasks/${taskId}`)) as { task: object };
		expect(JSON.parse(String(files.get('task.json')))).toEqual(task);
		const { documents } = (await ask(`/tasks/${taskId}/signed-documents`)) as {
			documents: Array<{ file_name: string; download_url: string }>;
		};
		expect(documents.length).toBeGreaterThan(0);
		for (const { file_name, download_url } of documents) {
			const original = Buffer.from(await (await fetch(download_url)).arrayBuffer());
			expect([file_name, files.get(file_name)?.equals(original)]).toEqual([file_name, true]);
		}
	});

	it('fails rather than lack a document unnoticed', async () => {
		const { sandbox, run } = packing();
		sandbox.addFault({ kind: 'error', status: 403, endpoint: 'getStepDocument' });
		const execution = await run();
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toMatch(/^Could not get the document of the step .+/);
	});
});
