import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { FileContent, isRecord } from '../../../src';
import { property } from '../../shared/fields/property';
import { shown } from '../../shared/fields/propertyValue';
import { WrongField, named } from '../../shared/words/explained';
import type { Download, Presigned } from './download';
import { fileNamed } from './fileName';

/**
 * Bytes read from n8n's store at a time. Short-lived texts of this size as base64 are cheap in
 * memory. With chunks four times as large, the memory of n8n grows five times as much.
 */
const chunkSize = 48 * 1024;

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** The name of a file as n8n's Form returns it in the JSON; undefined if a value is none. */
const nameOfForm = (value: unknown): unknown => {
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	return isRecord(only) ? only.filename : undefined;
};

/** The file in the binary field that a value names, or whose file n8n's Form returned as a value. */
const fileIn = (
	value: unknown,
	label: string,
	held: Readonly<Record<string, IBinaryData>>,
): IBinaryData => {
	const name = typeof value === 'string' ? value.trim() : undefined;
	const ofForm = nameOfForm(value);
	const found = Object.entries(held).filter(([field, { fileName }]) =>
		name === undefined ? ofForm !== undefined && fileName === ofForm : field === name,
	);
	const [first, ...others] = found;
	if (first && others.length === 0) return first[1];
	const fields = Object.keys(held);
	const fault =
		name === undefined
			? `must name an input binary field, not ${shown(value)}`
			: `names "${name}", which is not a binary field`;
	throw new WrongField(label, fault, [
		fields.length === 0
			? 'The input item has no files.'
			: `The input item has files in ${named(fields)}.`,
	]);
};

/** The files of one item. */
export const filesOf = (
	context: IExecuteFunctions,
	itemIndex: number,
	{ download, mostBytes }: { readonly download: Download; readonly mostBytes: number },
) => {
	const { helpers } = context;
	const abandoned = new AbortController();
	const held = context.getInputData()[itemIndex]?.binary ?? {};
	return {
		/** The binary fields of the input item. */
		fields: Object.keys(held),
		/**
		 * The file in a binary field of the input item, ready for a request body.
		 * @param label of the parameter that names the field, or contains what n8n's Form returns
		 * @param ownName replaces the name of the file
		 * @throws {WrongField} when there is no such file, or it is empty or too large.
		 */
		async read(label: string, given: unknown, ownName?: string) {
			const stored = fileIn(given, label, held);
			const { id, data } = stored;
			const file = fileNamed(ownName ?? stored.fileName, stored);
			// Without an ID, n8n keeps the file in memory, and `data` is its base64 text.
			const bytes =
				id === undefined
					? Buffer.byteLength(data, 'base64')
					: (await helpers.getBinaryMetadata(id)).fileSize;
			if (bytes === 0) {
				const detail = 'It has 0 bytes. Check the node that made or loaded the file.';
				throw new WrongField(label, `names the file ${file.name}, which is empty`, [detail]);
			}
			if (bytes > mostBytes) {
				const fault = `names the file ${file.name}, which is larger than "Max File Size"`;
				const detail = `The file has ${megabytes(bytes)} MB, and the limit is ${megabytes(mostBytes)} MB.`;
				throw new WrongField(label, fault, [detail]);
			}
			const open = async (stored: string) => await helpers.getBinaryStream(stored, chunkSize);
			const content = id === undefined ? data : new FileContent(bytes, async () => await open(id));
			return { ...file, content };
		},
		/** Downloads as `Download` says. When one file of the item fails, the others are aborted. */
		async download(document: Presigned, renew: () => Promise<Presigned | undefined>) {
			const file = download(document, renew, abandoned.signal);
			return await file.catch((error: unknown) => {
				abandoned.abort();
				throw error;
			});
		},
	};
};

/** The binary data of one item, in and out. */
export type Files = ReturnType<typeof filesOf>;

/** The files of several binary fields, as comments and attachments take them (section 4). */
export const filesIn = async (files: Files, label: string, fields: readonly string[]) =>
	await Promise.all(
		fields.map(async (field) => {
			const { name, content } = await files.read(label, field);
			return { filename: name, base64_content: content };
		}),
	);

/** The labels in the panel for the fields of a file that is sent (section 4). */
export const fileLabels = {
	base64_content: 'Input Data Field Name',
	filename: 'File Name',
} as const;

/** Files of the input item, by the names of their binary fields. */
export const binaryPropertyNames = property({
	displayName: 'Input Data Field Names',
	name: 'binaryPropertyNames',
	type: 'string',
	reads: 'texts',
	default: '',
	placeholder: 'e.g. data, attachment_1',
	hint: 'Input binary fields, separated by commas',
});
