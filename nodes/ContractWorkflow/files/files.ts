import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { FileContent } from '../../../src';
import { WrongField } from '../../shared/words/explained';
import type { Files } from '../surroundings';
import type { Download } from './download';
import type { HeldFile } from './fieldOfFile';
import { fileIn } from './fieldOfFile';
import { fileNamed } from './fileName';

/**
 * Bytes read from n8n's store at a time. Short-lived texts of this size as base64 are cheap in
 * memory. With chunks four times as large, the memory of n8n grows five times as much.
 */
const chunkSize = 48 * 1024;

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** The files of one item. */
export const filesOf = (
	context: IExecuteFunctions,
	itemIndex: number,
	{ download, mostBytes }: { readonly download: Download; readonly mostBytes: number },
): Files => {
	const { helpers } = context;
	const abandoned = new AbortController();
	const binaries = Object.entries(context.getInputData()[itemIndex]?.binary ?? {});
	// Without an ID, n8n keeps the file in memory, and `data` is its base64 text.
	const sizeOf = async ({ id, data }: IBinaryData): Promise<number> =>
		id === undefined
			? Buffer.byteLength(data, 'base64')
			: (await helpers.getBinaryMetadata(id)).fileSize;
	const held: readonly HeldFile[] = binaries.map(([field, binary]) => ({
		field,
		binary,
		size: async () => await sizeOf(binary),
	}));
	return {
		fields: held.map(({ field }) => field),
		async read(label, given, name) {
			const { binary } = await fileIn(given, label, held);
			const { id, data, fileName, fileExtension, mimeType } = binary;
			const { name: filename, extension } = fileNamed(name ?? fileName, mimeType, fileExtension);
			const bytes = await sizeOf(binary);
			if (bytes === 0) {
				const detail = 'It has 0 bytes. Check the node that made or loaded the file.';
				throw new WrongField(label, `names the file ${filename}, which is empty`, [detail]);
			}
			if (bytes > mostBytes) {
				const fault = `names the file ${filename}, which is larger than "Max File Size"`;
				const detail = `The file has ${megabytes(bytes)} MB, and the limit is ${megabytes(mostBytes)} MB.`;
				throw new WrongField(label, fault, [detail]);
			}
			const open = async (stored: string) => await helpers.getBinaryStream(stored, chunkSize);
			const content = id === undefined ? data : new FileContent(bytes, async () => await open(id));
			return { filename, extension, content };
		},
		async download(document, renew) {
			const file = download(document, renew, abandoned.signal);
			return await file.catch((error: unknown) => {
				abandoned.abort();
				throw error;
			});
		},
	};
};

/** Awaits all promises, even after one has failed. Then throws the first error. */
export const together = async <T>(works: ReadonlyArray<Promise<T>>): Promise<T[]> => {
	const all = Promise.all(works);
	await Promise.allSettled([all, ...works]);
	return await all;
};

/** The files of several binary fields, as comments and attachments take them (section 4). */
export const filesIn = async (files: Files, label: string, fields: readonly string[]) =>
	await Promise.all(
		fields.map(async (field) => {
			const { filename, content } = await files.read(label, field);
			return { filename, base64_content: content };
		}),
	);
