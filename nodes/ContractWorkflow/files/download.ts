import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { Stopped, clockOf, signalOf } from '../../shared/client/clock';
import type { Connection } from '../../shared/client/connection';
import type { Deadline } from '../../shared/client/deadlines';
import { createDeadlines } from '../../shared/client/deadlines';
import type { LinkRules } from './link';
import { isGuarded, readLink } from './link';
import type { LinkFault } from './linkFaults';
import {
	DownloadFailed,
	brokenFault,
	expiredFault,
	redirectsFault,
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
	/** Ends its connection. To destroy the body does not, where nothing of it was read. */
	readonly close: () => void;
}

/** A presigned address. */
export interface Link {
	/** What the service gave as the address. */
	readonly given: unknown;
	/** Whether it has expired, asked when its turn comes. */
	readonly isOver: () => boolean;
}

/** Fetches files into n8n's binary store. */
export interface Downloads {
	/**
	 * Fetches a file from its presigned address, without any credential; as one of the requests under
	 * way at the same time. `name` becomes its name.
	 * @throws {DownloadFailed} when it gives no whole file.
	 * @throws {Stopped} when the run was stopped, or `signal` aborted.
	 */
	fetch(link: Link, name: string, signal: AbortSignal): Promise<IBinaryData>;
	/** Waits before a second try. */
	pause(): Promise<void>;
}

/** Longest silence of a link, in milliseconds; how long a file takes is nobody's guess. */
const silenceMs = 60_000;
const mostRedirects = 5;
const pauseMs = 1_000;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** The type that the answer gives, for names that tell none: n8n knows those with an extension. */
const typeOf = ({ headers }: FileResponse, name: string): string | undefined => {
	const type = headers['content-type'];
	if (typeof type !== 'string' || /[^.]\.[a-z0-9]{1,5}$/i.test(name)) return undefined;
	return /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0];
};

/** What one download has: the time between two parts of it, its size, and what it failed of. */
type Transfer = {
	readonly deadline: Deadline;
	readonly signal: AbortSignal;
	readonly mostBytes: number;
	readonly failed: (fault: LinkFault) => Error;
	failure: Error | undefined;
	/** Of the answer, once it is there. */
	body: BinaryStream | undefined;
};

/** A promise that ends with the signal. */
const abortOf = async (signal: AbortSignal): Promise<never> =>
	await new Promise((_resolve, reject) => {
		const end = () => reject(new Stopped());
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});

/** What a transfer ended with: silence, a stop, or what it found itself. */
const endOf = (transfer: Transfer, found: () => LinkFault): Error => {
	const { deadline, signal, failed, failure } = transfer;
	if (failure) return failure;
	if (deadline.isOver()) return failed(silenceFault(silenceMs));
	return signal.aborted ? new Stopped() : failed(found());
};

/** The bytes of a file as they come, up to a size. */
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

/** Asks for an address. The body of the answer is open then. */
const ask = async (
	{ helpers }: IExecuteFunctions,
	url: URL,
	transfer: Transfer,
): Promise<FileResponse> => {
	const { deadline } = transfer;
	const ended = new AbortController();
	const signal = AbortSignal.any([transfer.signal, ended.signal]);
	deadline.renew();
	const answer = (await Promise.race([
		helpers.httpRequest({
			url: url.href,
			// As it is, so that its length is known and a part of it is not taken for all.
			headers: { 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: signal,
		}),
		abortOf(signal),
	]).catch((error: unknown) => {
		throw endOf(transfer, () => brokenFault(error));
	})) as Omit<FileResponse, 'close'>;
	const { body } = answer;
	transfer.body = body;
	// Heard even where nobody reads the body any more: it would end the process of n8n.
	body.on('error', (error: unknown) => {
		if (transfer.body !== body) return;
		transfer.failure ??= endOf(transfer, () => brokenFault(error));
	});
	const close = () => {
		transfer.body = undefined;
		ended.abort();
	};
	return { ...answer, close };
};

/** Follows a link to the answer that is no redirect. */
const follow = async (
	context: IExecuteFunctions,
	given: unknown,
	rules: LinkRules,
	transfer: Transfer,
): Promise<FileResponse> => {
	let next = given;
	let from: URL | undefined;
	for (let redirects = 0; ; redirects++) {
		const url = readLink(next, rules, from);
		if (!(url instanceof URL)) throw transfer.failed(url);
		const answer = await ask(context, url, transfer);
		if (!redirectStatuses.has(answer.statusCode)) return answer;
		answer.close();
		if (redirects === mostRedirects) throw transfer.failed(redirectsFault(mostRedirects));
		next = answer.headers.location;
		from = url;
	}
};

/** Puts the body of an answer into n8n's store. */
const store = async (
	{ helpers }: IExecuteFunctions,
	answer: FileResponse,
	name: string,
	transfer: Transfer,
): Promise<IBinaryData> => {
	const { statusCode, headers, body, close } = answer;
	const { signal, mostBytes, failed } = transfer;
	try {
		if (statusCode !== 200) throw failed(statusFault(statusCode));
		if (Number(headers['content-length']) > mostBytes) throw failed(sizeFault(mostBytes));
		return await Promise.race([
			helpers.prepareBinaryData(counted(body, transfer), name, typeOf(answer, name)),
			abortOf(signal),
		]).catch((error: unknown) => {
			throw endOf(transfer, () => storeFault(error));
		});
	} finally {
		close();
	}
};

/** The downloads of a run, with the credential's address and its bound of requests under way. */
export const createDownloads = (
	context: IExecuteFunctions,
	{ baseUrl, inSlot }: Pick<Connection, 'baseUrl' | 'inSlot'>,
	mostBytes: number,
): Downloads => {
	const clock = clockOf(context);
	const stop = signalOf(context);
	let deadlines: ReturnType<typeof createDeadlines> | undefined;
	const rules = { baseUrl, isGuarded: isGuarded(context) };
	return {
		pause: async () => await clock.sleep(pauseMs),
		fetch: async ({ given, isOver }, name, signal) =>
			await inSlot(async () => {
				if (stop?.aborted || signal.aborted) throw new Stopped();
				if (isOver()) throw new DownloadFailed(name, expiredFault);
				deadlines ??= createDeadlines(clock, stop);
				// What waits to be stored is no silence of the link.
				const deadline = deadlines(silenceMs, () => (transfer.body?.readableLength ?? 0) > 0);
				const transfer: Transfer = {
					deadline,
					signal: AbortSignal.any([deadline.signal, signal]),
					mostBytes,
					failed: (fault) => new DownloadFailed(name, fault),
					failure: undefined,
					body: undefined,
				};
				try {
					const answer = await follow(context, given, rules, transfer);
					return await store(context, answer, name, transfer);
				} finally {
					deadline.met();
				}
			}),
	};
};
