import { z } from 'zod';

/** How to go on after one page of a list. */
export interface Paging {
	/** Field of the response that holds the rows. */
	readonly rows: string;
	/** Field of a row that tells it from every other row. */
	readonly id: string;
	/** Most rows one page may ask for (section 8.5). */
	readonly maxLimit: number;
	/** Field of the response with the number of all matches, where the service tells it. */
	readonly total?: string;
	/** Field of the response that says whether rows are left, where the service tells it. */
	readonly more?: string;
	/** Field of the response with the cursor of the next page, and the body fields that take one. */
	readonly cursor?: { readonly next: string; readonly fields: readonly string[] };
}

/** One entry of the contract: all that both sides must know of one operation of the service. */
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
	/** The statuses that the endpoint's own text documents; `generalErrors` come on top. */
	readonly errors: readonly number[];
	/** Whether a 422 of it may hold one message instead of a list of issues (section 7). */
	readonly invalidAsMessage?: true;
	/** Whether it changes something in the organization. */
	readonly writes: boolean;
	/** Whether a repeat of the same request changes nothing more than the first one did. */
	readonly safe: boolean;
	/**
	 * Whether a 200 says that the write was carried out, and on what it was asked for. Each endpoint
	 * has one whose repeat could do it twice.
	 */
	readonly confirms?: (body: Readonly<Record<string, unknown>>, input: Input) => boolean;
	readonly page?: Paging;
}

/** Declares an endpoint and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** The input of any endpoint, unchecked. */
export interface Input {
	readonly params?: unknown;
	readonly query?: unknown;
	readonly body?: unknown;
}

/** A part that the endpoint lacks cannot be handed in; of an endpoint not known it is unchecked. */
type InputPart<E, Part extends keyof Input> =
	E extends Readonly<Record<Part, infer Schema extends z.ZodTypeAny>>
		? { readonly [P in Part]: z.input<Schema> }
		: { readonly [P in Part]?: P extends keyof E ? unknown : undefined };

/** Whether an answer names the task that the path of its request names. */
export const isOfTask = (task_id: unknown, { params }: Input): boolean =>
	Number.isSafeInteger(task_id) &&
	typeof params === 'object' &&
	params !== null &&
	'task_id' in params &&
	Number(params.task_id) === task_id;

/** What a caller hands in: `params`, `query` and `body`, as far as the endpoint has them. */
export type InputOf<E extends Endpoint> = Input &
	InputPart<E, 'params'> &
	InputPart<E, 'query'> &
	InputPart<E, 'body'>;

/** The body of the endpoint's 200. */
export type OutputOf<E extends Endpoint> = z.output<E['response']>;

/** A request object: a field that the API text does not show is refused, so that no typo is lost. */
export const requestObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.object(shape).strict();

/** A response object: a field that the API text does not show passes through. */
export const responseObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.object(shape).passthrough();

/** The error map of a union: its own text, but a value that is missing is named as such. */
export const orRequired = (message: string): { errorMap: z.ZodErrorMap } => ({
	errorMap: (_issue, { data }) => ({ message: data === undefined ? 'is required' : message }),
});

const wholeNumber = 'must be a whole number';

/** An integer in a body or a response. */
export const integer = z
	.number({ invalid_type_error: wholeNumber })
	.int(wholeNumber)
	.safe(wholeNumber);

/**
 * An integer in a path: text on the wire, so text is taken as well, and first. An issue that another
 * alternative then makes up for takes longer to make than all the rest of the check.
 */
export const pathInteger = z.union(
	[
		z
			.string()
			.regex(/^-?\d{1,15}$/)
			.transform(Number),
		integer,
	],
	orRequired(wholeNumber),
);

/** A boolean in a query: text on the wire, so its text is taken as well. */
export const queryBoolean = z.union(
	[z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
	orRequired('must be true or false'),
);

const isoTimestamp =
	/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;

const isoDate = 'must be an ISO 8601 date, for example 2026-01-31 or 2026-01-31T09:00:00Z';

/** What is said of a day such as 2026-02-30, which JavaScript takes for one in March. */
export const noSuchDay = 'must be a date that exists';

/** Whether a text begins as an ISO 8601 date, but of a day that no calendar has. */
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
		// What has another form has its issue already.
		if (!isoTimestamp.test(text)) return;
		const isTime = !Number.isNaN(Date.parse(text.replace(' ', 'T')));
		if (isTime && !isNoDay(text)) return;
		context.addIssue({ code: 'custom', message: isTime ? noSuchDay : isoDate });
	});

/** An email address. Which ones exist only the service can tell, in letters of any language. */
export const email = z.string().regex(/\S\s*@\s*\S/, 'must be an email address');
