import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { FileContent } from '../../../src';
import { WrongField } from '../../shared/words/explained';
import type { Files } from '../surroundings';
import type { Downloads } from './download';
import type { HeldFile } from './fieldOfFile';
import { fieldOfFile } from './fieldOfFile';
import type { LinkFault } from './linkFaults';
import { DownloadFailed } from './linkFaults';

const goneFault: LinkFault = {
	reason: 'the service returned no working link',
	advice: 'The document may have been removed. Run the node again to check.',
};

/**
 * Bytes read from n8n's store at a time. Short-lived texts of this size as base64 are cheap in
 * memory. With chunks four times as large, the memory of n8n grows five times as much.
 */
const chunkSize = 48 * 1024;

/** The last part of a path, without control characters. A file name is never used as a path. */
const baseName = (name: string): string => {
	const base = (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(-255);
	return /^\.*$/.test(base) ? '' : base;
};

/** A name for a file: the service may send any name, or none. */
const nameOf = (given: unknown): string =>
	(typeof given === 'string' || typeof given === 'number' ? baseName(String(given)) : '') || 'file';

const isOver = (expiry: unknown): boolean =>
	typeof expiry === 'string' && Date.parse(expiry) <= Date.now();

const fileName = ({ fileName: name, fileExtension }: IBinaryData, given?: string): string => {
	const base = baseName(given ?? name ?? '') || 'file';
	const hasExtension = /[^.]\.[^.]+$/.test(base);
	return hasExtension || !fileExtension ? base : `${base}.${fileExtension}`;
};

const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name.trim())?.[1] ?? '';

const contentOf = async (
	{ helpers }: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<string | FileContent> => {
	// Without an id, n8n keeps the file in memory, and `data` is its base64 text.
	if (id === undefined) return data;
	const { fileSize } = await helpers.getBinaryMetadata(id);
	return new FileContent(fileSize, async () => await helpers.getBinaryStream(id, chunkSize));
};

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

const sizeOf = (content: string | FileContent): number =>
	typeof content === 'string' ? Buffer.byteLength(content, 'base64') : content.size;

interface FilesOptions {
	readonly downloads: Downloads;
	/** Largest file to send, in bytes. */
	readonly mostBytes: number;
}

/** The files of an item, by their binary fields. */
const heldFiles = (context: IExecuteFunctions, itemIndex: number): HeldFile[] =>
	Object.entries(context.getInputData()[itemIndex]?.binary ?? {}).map(([field, binary]) => ({
		field,
		name: binary.fileName ?? '',
		type: binary.mimeType,
		size: async () => sizeOf(await contentOf(context, binary)),
	}));

/** The files of one item. */
export const filesOf = (
	context: IExecuteFunctions,
	itemIndex: number,
	{ downloads, mostBytes }: FilesOptions,
): Files => {
	const abandoned = new AbortController();
	return {
		fields: Object.keys(context.getInputData()[itemIndex]?.binary ?? {}),
		async read(label, given, name) {
			const held = heldFiles(context, itemIndex);
			const field = await fieldOfFile(given, label, held, baseName);
			const binary = context.helpers.assertBinaryData(itemIndex, field);
			const filename = fileName(binary, name);
			const content = await contentOf(context, binary);
			const bytes = sizeOf(content);
			if (bytes > mostBytes) {
				throw new WrongField(
					label,
					`names the file ${filename}, which is larger than "Max File Size"`,
					[`The file has ${megabytes(bytes)} MB, and the limit is ${megabytes(mostBytes)} MB.`],
				);
			}
			return { filename, extension: extensionOf(filename), content };
		},

		async download({ download_url, file_name, expires_at }, renew) {
			const name = nameOf(file_name);
			const { signal } = abandoned;
			const fetchFrom = async (given: unknown, expiry?: unknown) =>
				await downloads.fetch({ given, isOver: () => isOver(expiry) }, name, signal);
			const fetchAnew = async () => {
				const renewed = await renew();
				// The expiry of the new link is not checked: with a wrong clock on this machine, every link
				// looks expired.
				if (renewed) return await fetchFrom(renewed.download_url);
				throw new DownloadFailed(name, goneFault);
			};
			const fetchAgain = async (error: unknown) => {
				const remedy = error instanceof DownloadFailed ? error.remedy : undefined;
				if (remedy === 'newLink') return await fetchAnew();
				if (remedy === undefined) throw error;
				await downloads.pause();
				return await fetchFrom(download_url);
			};
			const file = fetchFrom(download_url, expires_at).catch(fetchAgain);
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
