import { z } from 'zod';

/** How to continue after one page of a list. */
export interface Paging {
	/** The field of the response with the rows. */
	readonly rows: string;
	/** The field that identifies a row. */
	readonly id: string;
	/** Maximum rows that one page may request (section 8.5). */
	readonly maxLimit: number;
	/** The field of the response with the number of all matches, if the service reports it. */
	readonly total?: string;
	/** The field of the response that says whether more rows follow, if the service reports it. */
	readonly more?: string;
}

/** One entry of the contract: everything that client and service must know about one operation. */
export interface Endpoint {
	readonly summary: string;
	readonly method: 'GET' | 'POST' | 'PATCH';
	/** Path template; each `{name}` is a field of `params`. */
	readonly path: string;
	/** `apiKey`: header `X-API-Key`; `accessToken`: `Authorization: Bearer` (section 5). */
	readonly auth: 'apiKey' | 'accessToken';
	readonly params?: z.ZodTypeAny;
	readonly query?: z.ZodTypeAny;
	readonly body?: z.ZodTypeAny;
	readonly response: z.ZodTypeAny;
	/** The statuses that the endpoint's own text documents, beside `generalErrors`. */
	readonly errors: readonly number[];
	/** Whether its 422 may contain one message instead of a list of issues (section 7). */
	readonly invalidAsMessage?: true;
	/** Whether it changes something in the organization. */
	readonly writes: boolean;
	/** Whether repeating the same request changes nothing more than the first one did. */
	readonly safe: boolean;
	/**
	 * Whether a 200 confirms that the write was carried out, on the requested object. Required for
	 * each endpoint whose repeat could carry it out twice.
	 */
	readonly confirms?: (body: Readonly<Record<string, unknown>>, input: Input) => boolean;
	readonly page?: Paging;
}

/** What most endpoints that only read have in common, and most that change something. */
export const reading = { auth: 'apiKey', writes: false, safe: true } as const;
export const writing = { auth: 'apiKey', writes: true, safe: false } as const;

/** Declares an endpoint with its literal types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** The input of any endpoint, unchecked. */
export interface Input {
	readonly params?: unknown;
	readonly query?: unknown;
	readonly body?: unknown;
}

/**
 * A part that the endpoint does not have cannot be passed. For an unknown endpoint it is unchecked.
 */
type InputPart<E, Part extends keyof Input> =
	E extends Readonly<Record<Part, infer Schema extends z.ZodTypeAny>>
		? { readonly [P in Part]: z.input<Schema> }
		: { readonly [P in Part]?: P extends keyof E ? unknown : undefined };

/** The input of a caller: `params`, `query` and `body`, as far as the endpoint has them. */
export type InputOf<E extends Endpoint> = Input &
	InputPart<E, 'params'> &
	InputPart<E, 'query'> &
	InputPart<E, 'body'>;

/** The body of the endpoint's 200. */
export type OutputOf<E extends Endpoint> = z.output<E['response']>;

/**
 * A request object. A field that the API text does not show is refused, so that typos are found.
 */
export const requestObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.object(shape).strict();

/** A response object. A field that the API text does not show passes through. */
export const responseObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.object(shape).passthrough();

/** The error map of a union: its own text, except for a missing value. */
export const orRequired = (message: string): { errorMap: z.ZodErrorMap } => ({
	errorMap: (_issue, { data }) => ({ message: data === undefined ? 'is required' : message }),
});

/** One of several texts. */
export const oneOf = <const Texts extends readonly [string, ...string[]]>(texts: Texts) =>
	z.enum(texts, { errorMap: () => ({ message: `must be one of ${texts.join(', ')}` }) });

const notWhole = 'must be a whole number';

/** An integer in a body or a response. */
export const integer = z.number({ invalid_type_error: notWhole }).int(notWhole).safe(notWhole);

const outOfPage = 'must be between 1 and 200';

/** The size of a page and the rows before it (section 8.5). */
export const pageLimit = integer.min(1, outOfPage).max(200, outOfPage);
export const pageOffset = integer.min(0, 'must be 0 or more');

/**
 * An integer in a path: text on the wire, so text is also accepted, and tried first. Creating an
 * issue for an alternative that fails takes longer than the rest of the check.
 */
export const pathInteger = z.union(
	[
		z
			.string()
			.regex(/^-?\d{1,15}$/)
			.transform(Number),
		integer,
	],
	orRequired(notWhole),
);

/** A boolean in a query: text on the wire, so its text is also accepted. */
export const queryBoolean = z.union(
	[z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
	orRequired('must be true or false'),
);

const isoTimestamp =
	/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;

const isoDate = 'must be an ISO 8601 date, for example 2026-01-31 or 2026-01-31T09:00:00Z';

/** The error for a day such as 2026-02-30, which JavaScript parses as a day in March. */
export const noSuchDay = 'must be a date that exists';

/** Whether a text starts as an ISO 8601 date of a day that does not exist. */
export const isNoDay = (text: string): boolean => {
	const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
	if (day === undefined) return false;
	const time = Date.parse(`${day}T00:00:00Z`);
	return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day);
};

/** An ISO 8601 date, with or without a time of day and an offset. */
export const timestamp = z
	.string()
	.regex(isoTimestamp, isoDate)
	.superRefine((text, context) => {
		// Other formats already have an issue.
		if (!isoTimestamp.test(text)) return;
		const isTime = !Number.isNaN(Date.parse(text.replace(' ', 'T')));
		if (isTime && !isNoDay(text)) return;
		context.addIssue({ code: 'custom', message: isTime ? noSuchDay : isoDate });
	});

/** An email address, in letters of any language. Only the service can check that it exists. */
export const email = z.string().regex(/\S\s*@\s*\S/, 'must be an email address');
