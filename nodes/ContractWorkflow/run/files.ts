import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { FileContent } from '../../../src';
import { Explained, WrongField } from '../../shared/explained';

/** A file of an input item, ready for a request body. */
export interface InputFile {
	/** Base name with its extension, where one is known. */
	readonly filename: string;
	/** Without the dot; empty when it is not known. */
	readonly extension: string;
	/** Base64 text, or content that becomes base64 on its way. */
	readonly content: string | FileContent;
}

/** The binary data of one item, in and out. */
export interface Files {
	/**
	 * The file in a binary field of the input item. `label` is what the panel calls the parameter
	 * that names the field; `name` stands in for the name of the file.
	 * @throws {WrongField} when the item has no such field.
	 */
	read(label: string, field: string, name?: string): Promise<InputFile>;
	/**
	 * Fetches a document from its presigned address, without any credential, into n8n's binary store
	 * (section 8.8). An address that has expired, or gives nothing, is asked for anew, once.
	 * @throws {Explained} for an address that is not usable or an answer that is not a success.
	 */
	download(document: Presigned, renew: () => Promise<Presigned | undefined>): Promise<IBinaryData>;
}

/** A document behind a presigned address (sections 2 and 4). */
export interface Presigned {
	readonly download_url: string;
	readonly file_name: string;
	/** ISO 8601. */
	readonly expires_at: string;
}

/** A file could not be fetched from its presigned address. */
class DownloadFailed extends Explained {
	override readonly name = 'DownloadFailed';

	constructor(fileName: string, reason: string) {
		super(
			`The file ${fileName} could not be downloaded: ${reason}`,
			'The link may have expired: run the node again.',
		);
	}
}

/** The presigned address was usable, but gave no file: another one may. */
class LinkFailed extends DownloadFailed {}

interface StreamedResponse {
	readonly statusCode: number;
	readonly body: Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];
}

/**
 * Bytes read from n8n's store at a time. As base64 they fit where short-lived texts are cheap: four
 * times as many let n8n grow five times as much.
 */
const chunkSize = 48 * 1024;

/** The last part of a path, without control characters: a file name is data, never a place. */
const baseName = (name: string): string => {
	const base = (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(-255);
	return /^\.*$/.test(base) ? '' : base;
};

const fileName = ({ fileName: name, fileExtension }: IBinaryData, given?: string): string => {
	const base = baseName(given ?? name ?? '') || 'file';
	const hasExtension = /[^.]\.[^.]+$/.test(base);
	return hasExtension || !fileExtension ? base : `${base}.${fileExtension}`;
};

const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1] ?? '';

const contentOf = async (
	{ helpers }: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<string | FileContent> => {
	// Without an id n8n keeps the file in memory, where `data` is its base64 text already.
	if (id === undefined) return data;
	const { fileSize } = await helpers.getBinaryMetadata(id);
	return new FileContent(fileSize, async () => await helpers.getBinaryStream(id, chunkSize), id);
};

const addressFault = (url: string, allowHttp: boolean): string | undefined => {
	if (!URL.canParse(url)) return 'its link is not a web address';
	const { protocol } = new URL(url);
	if (protocol === 'https:' || (protocol === 'http:' && allowHttp)) return undefined;
	return `its link uses ${protocol} instead of https:`;
};

const fetchFile = async (
	{ helpers }: IExecuteFunctions,
	url: string,
	name: string,
): Promise<IBinaryData> => {
	// The text of the cause may hold the address, whose query is a credential.
	const broken = (): never => {
		throw new LinkFailed(name, 'the connection to its link broke');
	};
	const options = { url, encoding: 'stream', returnFullResponse: true } as const;
	const response = (await helpers
		.httpRequest({ ...options, ignoreHttpStatusErrors: true })
		.catch(broken)) as StreamedResponse;
	if (response.statusCode !== 200) {
		throw new LinkFailed(name, `its link was answered with status ${response.statusCode}`);
	}
	return await helpers.prepareBinaryData(response.body, name).catch(broken);
};

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

const sizeOf = (content: string | FileContent): number =>
	typeof content === 'string' ? Math.floor((content.length * 3) / 4) : content.size;

export interface FilesOptions {
	/** For a service that is itself reached without TLS. */
	readonly allowHttp: boolean;
	/** Largest file to send, in bytes. */
	readonly mostBytes: number;
}

const missingFile = (label: string, field: string, known: readonly string[]): WrongField =>
	new WrongField(
		label,
		known.length === 0
			? `names "${field}", but the input item holds no file`
			: `names "${field}", but the input item holds its files in ${known.join(', ')}`,
	);

/** The files of one item. */
export const filesOf = (
	context: IExecuteFunctions,
	itemIndex: number,
	{ allowHttp, mostBytes }: FilesOptions,
): Files => ({
	async read(label, field, name) {
		const fields = context.getInputData()[itemIndex]?.binary ?? {};
		const binary = fields[field];
		if (!binary) throw missingFile(label, field, Object.keys(fields));
		const filename = fileName(binary, name);
		const content = await contentOf(context, binary);
		const bytes = sizeOf(content);
		if (bytes > mostBytes) {
			throw new WrongField(
				label,
				`names the file ${filename}, which has ${megabytes(bytes)} MB: more than the ${megabytes(mostBytes)} MB of "Max File Size"`,
			);
		}
		return { filename, extension: extensionOf(filename), content };
	},

	async download(document, renew) {
		const base = baseName(document.file_name) || 'file';
		const fetchOne = async ({ download_url: url }: Presigned) => {
			const fault = addressFault(url, allowHttp);
			if (fault) throw new DownloadFailed(base, fault);
			return await fetchFile(context, url, base);
		};
		const isOver = Date.parse(document.expires_at) <= Date.now();
		const file = isOver
			? undefined
			: await fetchOne(document).catch((error: unknown) => {
					if (!(error instanceof LinkFailed)) throw error;
				});
		if (file) return file;
		const renewed = await renew();
		if (renewed) return await fetchOne(renewed);
		throw new DownloadFailed(base, 'its link gives no file, and the service gives no other');
	},
});

/** The files of several binary fields, as comments and attachments take them (section 4). */
export const filesIn = async (files: Files, label: string, fields: readonly string[]) =>
	await Promise.all(
		fields.map(async (field) => {
			const { filename, content } = await files.read(label, field);
			return { filename, base64_content: content };
		}),
	);
