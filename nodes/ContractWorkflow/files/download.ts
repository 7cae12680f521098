import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { clockOf, signalOf, stopped } from '../../shared/client/clock';
import type { Connection } from '../../shared/client/connection';
import type { LinkFault } from './downloadFailed';
import {
	DownloadFailed,
	brokenFault,
	linkFaults,
	statusFault,
	storeFault,
	tooLarge,
} from './downloadFailed';
import { fileNamed } from './fileName';

type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

interface FileResponse {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: BinaryStream;
}

/** A document behind a presigned URL (sections 2 and 4). Its fields are not validated. */
export interface Presigned {
	readonly download_url: unknown;
	readonly file_name: unknown;
}

/**
 * Fetches a document from its presigned URL (section 8.8) into n8n's binary store, without any
 * credential.
 * @throws {DownloadFailed} when the complete file could not be fetched.
 * @throws {Explained} when the run was stopped, or `signal` aborted.
 */
export type Download = (
	document: Presigned,
	renew: () => Promise<Presigned | undefined>,
	signal: AbortSignal,
) => Promise<IBinaryData>;

/** Longest time of a download, and longest time until its response, in milliseconds. */
const mostMs = 900_000;
const responseMs = 60_000;
const pauseMs = 1_000;

/** Types of a store that say nothing about the content. */
const saysNothing = /^(?:(?:application|binary)\/octet-stream|text\/plain)\b/i;

/** The type that a store gives; undefined if it says nothing. */
const typeIn = (given: unknown): string | undefined => {
	const [type] = /^[\w.+-]+\/[\w.+-]+/.exec(typeof given === 'string' ? given : '') ?? [];
	return type === undefined || saysNothing.test(type) ? undefined : type;
};

/** n8n takes a file whose type it does not know for plain text. */
const typed = ({ fileType, ...stored }: IBinaryData, extension: string): IBinaryData =>
	stored.mimeType === 'text/plain' && extension.toLowerCase() !== 'txt'
		? { ...stored, mimeType: 'application/octet-stream' }
		: { ...stored, ...(fileType && { fileType }) };

interface Transfer {
	readonly mostBytes: number;
	readonly signal: AbortSignal;
	readonly failed: (fault: LinkFault) => DownloadFailed;
}

/** Fetches one file. n8n judges the redirects and hosts of its link. */
const fetchFile = async (
	{ helpers }: IExecuteFunctions,
	url: URL,
	given: unknown,
	{ mostBytes, signal, failed }: Transfer,
): Promise<IBinaryData> => {
	const late = AbortSignal.timeout(mostMs);
	const ended = new AbortController();
	let failure: Error | undefined;
	const fail = (fault: LinkFault): Error => (failure ??= failed(fault));
	const failing = (faultOf: (error: unknown) => LinkFault) => (error: unknown) => {
		throw fail(faultOf(error));
	};
	/** Passes the bytes of the file on, if it has any, up to the maximum size. */
	const whole = async function* (chunks: AsyncIterable<Uint8Array>) {
		let bytes = 0;
		for await (const chunk of chunks) {
			bytes += chunk.length;
			if (bytes > mostBytes) throw fail(tooLarge(mostBytes));
			yield chunk;
		}
		if (bytes === 0) throw fail(linkFaults.empty);
	};
	try {
		const asked = helpers.httpRequest({
			url: url.href,
			// Without compression the length is known, so a truncated file is detected.
			headers: { 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: responseMs,
			abortSignal: AbortSignal.any([signal, late, ended.signal]),
		}) as Promise<FileResponse>;
		const { body, headers, statusCode } = await asked.catch(failing(brokenFault));
		// Handled even when nobody reads the body any more: an unhandled error would end n8n.
		const broken = (error: unknown) => fail(brokenFault(error));
		body.on('error', broken);
		if (statusCode !== 200) throw fail(statusFault(statusCode));
		if (Number(headers['content-length']) > mostBytes) throw fail(tooLarge(mostBytes));
		const { name, extension } = fileNamed(given);
		const file = body.compose<BinaryStream>(whole).on('error', broken);
		// n8n takes any text after the last dot for the extension.
		const stored = await helpers
			.prepareBinaryData(file, extension === '' ? undefined : name, typeIn(headers['content-type']))
			.catch(failing(storeFault));
		const binary = typed(stored, extension);
		const { name: fileName, extension: fileExtension } = fileNamed(name, binary);
		return { ...binary, fileName, fileExtension };
	} catch (error) {
		const ending = late.aborted ? failed(linkFaults.late) : error;
		throw signal.aborted ? stopped() : ending;
	} finally {
		// Destroying a body does not close its connection if nothing was read.
		ended.abort();
	}
};

/**
 * The downloads of a run. Each counts as one of the requests in flight. A refused link, which may
 * have expired, is requested again, once. A broken connection is tried again, once.
 */
export const downloadOf = (
	context: IExecuteFunctions,
	{ baseUrl, inSlot }: Pick<Connection, 'baseUrl' | 'inSlot'>,
	mostBytes: number,
): Download => {
	const clock = clockOf(context);
	const stop = signalOf(context);
	return async ({ download_url, file_name }, renew, abandoned) => {
		const signal = stop ? AbortSignal.any([stop, abandoned]) : abandoned;
		const failed = (fault: LinkFault) => new DownloadFailed(fileNamed(file_name).name, fault);
		const fetchFrom = async (link: unknown) =>
			await inSlot(async () => {
				if (signal.aborted) throw stopped();
				const url = URL.canParse(String(link)) ? new URL(String(link)) : undefined;
				// https, or http if the base URL uses http.
				const isSafe = url?.protocol === 'https:' || baseUrl.startsWith(`${url?.protocol}//`);
				if (!url || !isSafe) throw failed(linkFaults.insecure);
				return await fetchFile(context, url, file_name, { mostBytes, signal, failed });
			});
		return await fetchFrom(download_url).catch(async (error: unknown) => {
			const remedy = error instanceof DownloadFailed ? error.remedy : undefined;
			if (remedy === undefined) throw error;
			if (remedy === 'secondTry') await clock.sleep(pauseMs);
			const document = remedy === 'secondTry' ? { download_url } : await renew();
			if (!document) throw error;
			return await fetchFrom(document.download_url);
		});
	};
};
