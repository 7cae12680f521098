import { expect, it } from '@jest/globals';
import type { IBinaryData } from 'n8n-workflow';
import { storeFile } from '../../support/n8nCore';
import { byId, sharedStage } from '../../support/stage';

const stage = sharedStage();

const attach = async (data: IBinaryData, maxFileSize: number) =>
	await stage.run(
		'task.addAttachments',
		{ taskId: byId('10001'), options: { maxFileSize } },
		{ items: [{ json: {}, binary: { data } }] },
	);

const bytes = Buffer.alloc(2_100_000, 'x');
const files: ReadonlyArray<readonly [string, () => Promise<IBinaryData>]> = [
	['stored', async () => await storeFile(bytes, 'draft.pdf', 'application/pdf')],
	[
		'in memory',
		async () =>
			await Promise.resolve({
				data: bytes.toString('base64'),
				fileName: 'draft.pdf',
				mimeType: 'application/pdf',
			}),
	],
];

it.each(files)('a file above Max File Size is refused before it is sent, %s', async (_, file) => {
	const { error } = await attach(await file(), 2);
	expect(error?.message).toBe(
		'"Input Data Field Names" names the file draft.pdf, which is larger than "Max File Size"',
	);
	expect(stage.received()).toEqual([]);
});

it.each(files)('a file of Max File Size or less is sent, %s', async (_, file) => {
	const { error } = await attach(await file(), 2.1);
	expect(error).toBeUndefined();
	expect(stage.received()).toHaveLength(1);
});
