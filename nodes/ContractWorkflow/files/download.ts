import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { Stopped, clockOf, signalOf } from '../../shared/client/clock';
import type { Connection } from '../../shared/client/connection';
import type { Deadline } from '../../shared/client/deadlines';
import { createDeadlines } from '../../shared/client/deadlines';
import type { LinkFault } from './linkFaults';
import {
	DownloadFailed,
	brokenFault,
	expiredFault,
	readLink,
	silenceFault,
	sizeFault,
	statusFault,
	storeFault,
} from './linkFaults';

type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

interface FileResponse {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: BinaryStream;
}

/** A presigned URL. */
export interface Link {
	/** The URL as the service sent it. */
	readonly given: unknown;
	/** Whether the link has expired, checked when its download starts. */
	readonly isOver: () => boolean;
}

/** Fetches files into n8n's binary store. */
export interface Downloads {
	/**
	 * Fetches a file from its presigned URL, without any credential. The request counts towards the
	 * requests in flight. The file is stored as `name`.
	 * @throws {DownloadFailed} when the complete file could not be fetched.
	 * @throws {Stopped} when the run was stopped, or `signal` aborted.
	 */
	fetch(link: Link, name: string, signal: AbortSignal): Promise<IBinaryData>;
	/** Waits before a second try. */
	pause(): Promise<void>;
}

/** Longest time without data, in milliseconds. The total time of a download has no limit. */
const silenceMs = 60_000;
const pauseMs = 1_000;

/**
 * The content type of the response, for names without an extension. n8n knows the types of the
 * others.
 */
const typeOf = ({ headers }: FileResponse, name: string): string | undefined => {
	const type = headers['content-type'];
	if (typeof type !== 'string' || /[^.]\.[a-z0-9]{1,5}$/i.test(name)) return undefined;
	return /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0];
};

/** The state of one download: the timeout between two chunks, its size, and why it failed. */
type Transfer = {
	readonly deadline: Deadline;
	readonly signal: AbortSignal;
	readonly mostBytes: number;
	readonly failed: (fault: LinkFault) => Error;
	failure: Error | undefined;
	/** The body of the response, once there is one. */
	body: BinaryStream | undefined;
};

/** A promise that resolves when the signal aborts. */
const abortOf = async (signal: AbortSignal): Promise<never> =>
	await new Promise((_resolve, reject) => {
		const end = () => reject(new Stopped());
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});

/** Why a transfer ended: a timeout, a stop, or its own fault. */
const endOf = (transfer: Transfer, found: () => LinkFault): Error => {
	const { deadline, signal, failed, failure } = transfer;
	if (failure) return failure;
	if (deadline.isOver()) return failed(silenceFault(silenceMs));
	return signal.aborted ? new Stopped() : failed(found());
};

/** Passes the bytes of a file on, up to the maximum size. */
const counted = (body: BinaryStream, transfer: Transfer): BinaryStream => {
	const { deadline, mostBytes, failed } = transfer;
	let bytes = 0;
	return body.map((chunk: Uint8Array) => {
		deadline.renew();
		bytes += chunk.length;
		if (bytes > mostBytes) throw (transfer.failure ??= failed(sizeFault(mostBytes)));
		return chunk;
	});
};

/** Requests a link. n8n judges its redirects and hosts. The body of the response is still open. */
const ask = async (
	{ helpers }: IExecuteFunctions,
	url: URL,
	transfer: Transfer,
): Promise<FileResponse> => {
	const { signal } = transfer;
	const answer = (await Promise.race([
		helpers.httpRequest({
			url: url.href,
			// Without compression the length is known, so a truncated file is detected.
			headers: { 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			abortSignal: signal,
		}),
		abortOf(signal),
	]).catch((error: unknown) => {
		throw endOf(transfer, () => brokenFault(error));
	})) as FileResponse;
	transfer.body = answer.body;
	// Handled even when nobody reads the body any more: an unhandled error would end the n8n process.
	answer.body.on('error', (error: unknown) => {
		transfer.failure ??= endOf(transfer, () => brokenFault(error));
	});
	return answer;
};

/** Writes the body of a response to n8n's store. */
const store = async (
	{ helpers }: IExecuteFunctions,
	answer: FileResponse,
	name: string,
	transfer: Transfer,
): Promise<IBinaryData> => {
	const { statusCode, headers, body } = answer;
	const { signal, mostBytes, failed } = transfer;
	if (statusCode !== 200) throw failed(statusFault(statusCode));
	if (Number(headers['content-length']) > mostBytes) throw failed(sizeFault(mostBytes));
	return await Promise.race([
		helpers.prepareBinaryData(counted(body, transfer), name, typeOf(answer, name)),
		abortOf(signal),
	]).catch((error: unknown) => {
		throw endOf(transfer, () => storeFault(error));
	});
};

/** The downloads of a run, with the base URL and the request limit of the credential. */
export const createDownloads = (
	context: IExecuteFunctions,
	{ baseUrl, inSlot }: Pick<Connection, 'baseUrl' | 'inSlot'>,
	mostBytes: number,
): Downloads => {
	const clock = clockOf(context);
	const stop = signalOf(context);
	let deadlines: ReturnType<typeof createDeadlines> | undefined;
	return {
		pause: async () => await clock.sleep(pauseMs),
		fetch: async ({ given, isOver }, name, signal) =>
			await inSlot(async () => {
				if (stop?.aborted || signal.aborted) throw new Stopped();
				const failed = (fault: LinkFault) => new DownloadFailed(name, fault);
				if (isOver()) throw failed(expiredFault);
				const url = readLink(given, baseUrl);
				if (!(url instanceof URL)) throw failed(url);
				deadlines ??= createDeadlines(clock, stop);
				// Waiting for the store does not count as silence of the link.
				const deadline = deadlines(silenceMs, () => (transfer.body?.readableLength ?? 0) > 0);
				const ended = new AbortController();
				const transfer: Transfer = {
					deadline,
					signal: AbortSignal.any([deadline.signal, signal, ended.signal]),
					mostBytes,
					failed,
					failure: undefined,
					body: undefined,
				};
				try {
					const answer = await ask(context, url, transfer);
					return await store(context, answer, name, transfer);
				} finally {
					deadline.met();
					// Destroying a body does not close its connection if nothing was read.
					ended.abort();
				}
			}),
	};
};
