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

const secretHeaders = ['x-api-key', 'authorization', 'cookie', 'proxy-authorization'];

/** A copy of `headers` without credentials. */
const withoutSecrets = (headers: LoggedRequest['headers']): LoggedRequest['headers'] => {
	const copy = { ...headers };
	for (const name of secretHeaders) if (copy[name] !== undefined) copy[name] = '(hidden)';
	return copy;
};

const longText = 64 * 1024;
const shownOfLongText = 100;

const cut = (text: string): string =>
	`${text.slice(0, shownOfLongText)}… (${text.length} characters)`;

const longBody = 4 * longText;

/** A body of `length` bytes as the log keeps it: in a large one, every long text is cut. */
export const loggedBody = (body: unknown, length: number): unknown => {
	if (length <= longBody) return body ?? null;
	const text = JSON.stringify(body ?? null, (_name, value: unknown) =>
		typeof value === 'string' && value.length > longText ? cut(value) : value,
	);
	return JSON.parse(text);
};

/** How many requests the log keeps. */
export const logSize = 5000;

/** The last requests that the API received, oldest first. */
export const createRequestLog = () => {
	let entries: LoggedRequest[] = [];
	let count = 0;
	return {
		begin(request: Omit<LoggedRequest, 'number'>): LoggedRequest {
			const entry = { number: ++count, ...request };
			entries.push(entry);
			// Cut rarely: shifting the list would cost time on every request.
			if (entries.length > 2 * logSize) entries = entries.slice(-logSize);
			return entry;
		},
		list: (): readonly LoggedRequest[] =>
			entries
				.slice(-logSize)
				.map((entry) => ({ ...entry, headers: withoutSecrets(entry.headers) })),
		clear(): void {
			entries = [];
		},
	};
};

export type RequestLog = ReturnType<typeof createRequestLog>;
