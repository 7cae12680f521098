import { ReceivedContent } from '../upload/content';

/** One request that the API received. */
export type LoggedRequest = {
	readonly number: number;
	readonly endpoint: string | null;
	readonly method: string;
	/** Path as sent, without the query. */
	readonly path: string;
	readonly query: unknown;
	/** Headers with lower-case names; credentials are replaced by `(hidden)`. */
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** Id of the API key that was used; null if none was accepted. */
	apiKeyId: number | null;
	/** The parsed body; null if there was none, or it cannot be parsed. */
	body: unknown;
	/** Status of the response; null if there was none. */
	status: number | null;
	/** ISO 8601. */
	readonly receivedAt: string;
	answeredAt: string | null;
};

/** The requests that the API received, oldest first, at most `size` of them. */
export interface RequestLog {
	begin(request: Omit<LoggedRequest, 'number'>): LoggedRequest;
	list(): readonly LoggedRequest[];
	clear(): void;
}

const secretHeaders = ['x-api-key', 'authorization', 'cookie', 'proxy-authorization'];

/** A copy of `headers` without credentials. */
const withoutSecrets = (headers: LoggedRequest['headers']): LoggedRequest['headers'] => {
	const copy = { ...headers };
	for (const name of secretHeaders) if (copy[name] !== undefined) copy[name] = '(hidden)';
	return copy;
};

const longText = 64 * 1024;
const shownOfLongText = 100;

/**
 * `value` with every text of more than 64 KiB truncated, so that the log never contains large
 * files.
 */
const withoutLongTexts = (value: unknown): unknown => {
	if (typeof value === 'string') {
		if (value.length <= longText) return value;
		return `${value.slice(0, shownOfLongText)}… (${value.length} characters)`;
	}
	if (value instanceof ReceivedContent) {
		const { start, length } = value.received;
		return `${start.slice(0, shownOfLongText)}… (${length} characters)`;
	}
	if (Array.isArray(value)) return value.map(withoutLongTexts);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([name, entry]) => [name, withoutLongTexts(entry)]),
		);
	}
	return value;
};

const longBody = 256 * 1024;

/** A body shortened for the log, whatever its length and content. */
export const shortened = (body: unknown): unknown => {
	const kept = withoutLongTexts(body);
	const text = JSON.stringify(kept) ?? '';
	if (text.length <= longBody) return kept;
	return `${text.slice(0, shownOfLongText)}… (${text.length} characters)`;
};

/** Maximum bytes of bodies in the log. A body counts with its original length. */
const mostBytes = 64 * 1024 * 1024;

const countedBytes = ({ headers }: LoggedRequest): number =>
	Math.min(Number(headers['content-length'] ?? 0) || 0, mostBytes / 100);

/** An empty log for the last `size` requests, or fewer if their bodies are large. */
export const createRequestLog = (size: number): RequestLog => {
	let entries: LoggedRequest[] = [];
	let dropped = 0;
	let count = 0;
	let bytes = 0;
	const drop = (): void => {
		while (entries.length - dropped > size || bytes > mostBytes) {
			const oldest = entries[dropped];
			if (oldest === undefined) return;
			bytes -= countedBytes(oldest);
			dropped += 1;
		}
		// Truncated rarely: shifting the list would cost time on every request.
		if (dropped <= size) return;
		entries = entries.slice(dropped);
		dropped = 0;
	};
	return {
		begin(request) {
			const entry = { number: ++count, ...request };
			entries.push(entry);
			bytes += countedBytes(entry);
			drop();
			return entry;
		},
		list: () =>
			entries.slice(dropped).map((entry) => ({ ...entry, headers: withoutSecrets(entry.headers) })),
		clear() {
			entries = [];
			dropped = 0;
			bytes = 0;
		},
	};
};
