import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { Stopped, clockOf, signalOf, steadyNow } from '../../shared/client/clock';
import type { Connection } from '../../shared/client/connection';
import type { Presigned } from '../surroundings';
import { fileNamed } from './fileName';
import type { LinkFault } from './linkFaults';
import {
	DownloadFailed,
	brokenFault,
	linkFaults,
	readLink,
	statusFault,
	storeFault,
	tooLarge,
} from './linkFaults';

type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

interface FileResponse {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: BinaryStream;
}

/**
 * Fetches a document from its presigned URL into n8n's binary store, without any credential.
 * @throws {DownloadFailed} when the complete file could not be fetched.
 * @throws {Stopped} when the run was stopped, or `signal` aborted.
 */
export type Download = (
	document: Presigned,
	renew: () => Promise<Presigned | undefined>,
	signal: AbortSignal,
) => Promise<IBinaryData>;

/** Longest time without data, in milliseconds. The total time of a download has no limit. */
const silenceMs = 60_000;
const pauseMs = 1_000;

/** Aborts after a silence: a signal of `AbortSignal.timeout` cannot be renewed. */
const createSilence = () => {
	const controller = new AbortController();
	let heardAt = steadyNow();
	const watch = (ms: number): void => {
		AbortSignal.timeout(Math.ceil(ms)).addEventListener('abort', () => {
			const leftMs = heardAt + silenceMs - steadyNow();
			if (leftMs > 0) watch(leftMs);
			else controller.abort();
		});
	};
	watch(silenceMs);
	const heard = () => {
		heardAt = steadyNow();
	};
	return { signal: controller.signal, heard };
};

/** The result of `work`. Rejects immediately when the signal aborts. */
const unlessAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
	await new Promise((resolve, reject) => {
		const end = () => reject(new Stopped());
		if (signal.aborted) end();
		signal.addEventListener('abort', end, { once: true });
		work.then(resolve, reject);
	});

interface Transfer {
	readonly mostBytes: number;
	readonly signal: AbortSignal;
	readonly failed: (fault: LinkFault) => DownloadFailed;
}

/** Passes the bytes of a file on, if it has any, up to the maximum size. */
const wholeFile = (mostBytes: number, heard: () => void, fail: (fault: LinkFault) => Error) =>
	async function* (chunks: AsyncIterable<Uint8Array>) {
		let bytes = 0;
		for await (const chunk of chunks) {
			heard();
			bytes += chunk.length;
			if (bytes > mostBytes) throw fail(tooLarge(mostBytes));
			yield chunk;
		}
		if (bytes === 0) throw fail(linkFaults.empty);
	};

/** Fetches one file. n8n judges the redirects and hosts of its link. */
const fetchFile = async (
	{ helpers }: IExecuteFunctions,
	url: URL,
	given: unknown,
	{ mostBytes, signal, failed }: Transfer,
): Promise<IBinaryData> => {
	const silence = createSilence();
	const ended = new AbortController();
	const abortSignal = AbortSignal.any([signal, silence.signal, ended.signal]);
	let failure: Error | undefined;
	const fail = (fault: LinkFault): Error => (failure ??= failed(fault));
	const whole = wholeFile(mostBytes, silence.heard, fail);
	const endOf = (error: unknown): Error => {
		if (signal.aborted) return new Stopped();
		return silence.signal.aborted ? failed(linkFaults.silent) : (error as Error);
	};
	const ask = async () =>
		(await helpers.httpRequest({
			url: url.href,
			// Without compression the length is known, so a truncated file is detected.
			headers: { 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			abortSignal,
		})) as FileResponse;
	try {
		const { body, headers, statusCode } = await unlessAborted(abortSignal, ask()).catch(
			(error: unknown) => {
				throw fail(brokenFault(error));
			},
		);
		// Handled even when nobody reads the body any more: an unhandled error would end n8n.
		const broken = (error: unknown) => fail(brokenFault(error));
		body.on('error', broken);
		if (statusCode !== 200) throw fail(statusFault(statusCode));
		if (Number(headers['content-length']) > mostBytes) throw fail(tooLarge(mostBytes));
		if (headers['content-length'] === '0') throw fail(linkFaults.empty);
		const { name, extension, type } = fileNamed(given, headers['content-type']);
		const file = body.compose<BinaryStream>(whole).on('error', broken);
		const stored = await unlessAborted(
			abortSignal,
			helpers.prepareBinaryData(file, name, type),
		).catch((error: unknown) => {
			throw fail(storeFault(error));
		});
		// n8n takes any text after the last dot for the extension.
		return { ...stored, fileName: name, ...(extension !== '' && { fileExtension: extension }) };
	} catch (error) {
		throw endOf(error);
	} finally {
		// Destroying a body does not close its connection if nothing was read.
		ended.abort();
	}
};

const isOver = (expiry: unknown): boolean =>
	typeof expiry === 'string' && Date.parse(expiry) <= Date.now();

/**
 * The downloads of a run. Each counts as one of the requests in flight. A link that has expired or
 * is refused is requested again, once. A broken connection is tried again, once.
 */
export const downloadOf = (
	context: IExecuteFunctions,
	{ baseUrl, inSlot }: Pick<Connection, 'baseUrl' | 'inSlot'>,
	mostBytes: number,
): Download => {
	const clock = clockOf(context);
	const stop = signalOf(context);
	return async ({ download_url, file_name, expires_at }, renew, abandoned) => {
		const signal = stop ? AbortSignal.any([stop, abandoned]) : abandoned;
		const { name } = fileNamed(file_name, undefined);
		const failed = (fault: LinkFault) => new DownloadFailed(name, fault);
		const fetchFrom = async (link: unknown, expiry?: unknown) =>
			await inSlot(async () => {
				if (signal.aborted) throw new Stopped();
				if (isOver(expiry)) throw failed(linkFaults.expired);
				const url = readLink(link, baseUrl);
				if (!(url instanceof URL)) throw failed(url);
				return await fetchFile(context, url, file_name, { mostBytes, signal, failed });
			});
		const fetchAgain = async (error: unknown): Promise<IBinaryData> => {
			const remedy = error instanceof DownloadFailed ? error.remedy : undefined;
			if (remedy === undefined) throw error;
			if (remedy === 'secondTry') {
				await clock.sleep(pauseMs);
				return await fetchFrom(download_url);
			}
			const renewed = await renew();
			// The expiry of the new link is not checked: with a wrong clock here, every link looks expired.
			if (renewed) return await fetchFrom(renewed.download_url);
			throw failed(linkFaults.gone);
		};
		return await fetchFrom(download_url, expires_at).catch(fetchAgain);
	};
};
