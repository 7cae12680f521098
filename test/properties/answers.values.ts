import fc from 'fast-check';
import type { Wire, WireAnswer } from './engine';
import { rightAnswer } from './service';
import { anyJson } from './values';

/** What a service may do with a request; some of it depends on what would have been right. */
export type Answering = (request: Wire) => WireAnswer;

const status = fc.oneof(
	{ weight: 6, arbitrary: fc.constant(200) },
	{ weight: 3, arbitrary: fc.constantFrom(429, 500, 502, 503, 504) },
	{ weight: 3, arbitrary: fc.constantFrom(400, 401, 403, 404, 409, 422, 501) },
	{ weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
);

const number = fc.oneof(
	fc.integer({ min: -2, max: 120 }).map(String),
	fc.constantFrom('', ' ', 'NaN', 'Infinity', '1e9', '0x10', '１', '1.5', '-0', '9'.repeat(400)),
	fc.constantFrom('Wed, 21 Oct 2099 07:28:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon'),
);

const header = fc.oneof(
	...['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map(
		(name) => fc.tuple(fc.constant(name), number),
	),
	fc.tuple(
		fc.constant('content-type'),
		fc.constantFrom('application/json', 'text/html', 'image/png', 'json', ''),
	),
	fc.tuple(fc.constantFrom('date', 'location', 'content-length', 'content-encoding'), fc.string()),
);

const headers = fc.array(header, { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));

const issue = fc.record(
	{ loc: fc.array(anyJson, { maxLength: 3 }), msg: anyJson, type: anyJson },
	{ requiredKeys: [] },
);

/** The right body with something else in the place of one field, or without it. */
const changed = (body: unknown, at: number, value: unknown): unknown => {
	const fields = Object.entries(body as object);
	const [name] = fields[at % Math.max(fields.length, 1)] ?? [''];
	return Object.fromEntries([
		...fields.filter(([other]) => other !== name),
		...(value === undefined ? [] : [[name, value]]),
	]);
};

type BodyOf = (right: unknown) => unknown;

const bodyOf: fc.Arbitrary<BodyOf> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<BodyOf>((right) => right) },
	{
		weight: 5,
		arbitrary: fc.tuple(fc.nat({ max: 20 }), fc.option(anyJson, { nil: undefined })).map(
			([at, value]): BodyOf =>
				(right) =>
					changed(right, at, value),
		),
	},
	{
		weight: 2,
		arbitrary: fc.nat({ max: 60 }).map(
			(length): BodyOf =>
				(right) =>
					JSON.stringify(right).slice(0, length),
		),
	},
	{
		weight: 3,
		arbitrary: anyJson.map(
			(value): BodyOf =>
				() =>
					JSON.stringify(value),
		),
	},
	{
		weight: 2,
		arbitrary: anyJson.map(
			(detail): BodyOf =>
				() => ({ detail }),
		),
	},
	{
		weight: 2,
		arbitrary: fc.array(fc.oneof(issue, anyJson), { maxLength: 4 }).map(
			(detail): BodyOf =>
				() => ({ detail }),
		),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom('', '<html><h1>Bad Gateway</h1></html>', '\ufeff{}', 'null').map(
			(text): BodyOf =>
				() =>
					text,
		),
	},
	{
		weight: 1,
		arbitrary: fc.string({ unit: 'binary' }).map(
			(text): BodyOf =>
				() =>
					text,
		),
	},
);

/** Failures that show that nothing was sent, and others. */
const code = fc.constantFrom(
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED'],
	...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'HPE_INVALID_CONSTANT', 'ERR_X', ''],
);

const faulty = fc.record({ status, headers, bodyOf }).map(
	({ bodyOf: of, ...answer }): Answering =>
		(request) => ({ ...answer, body: of(rightAnswer(request).body) }),
);

/** Any answer to a request. */
export const anyAnswer: fc.Arbitrary<Answering> = fc.oneof(
	{ weight: 12, arbitrary: faulty },
	{
		weight: 2,
		arbitrary: code.map(
			(fails): Answering =>
				() => ({ fails }),
		),
	},
	{
		weight: 1,
		arbitrary: code.map(
			(fails): Answering =>
				(request) => ({ ...rightAnswer(request), fails, breaksOff: 'within the body' }),
		),
	},
	{ weight: 1, arbitrary: fc.constant<Answering>(() => ({ hangs: true })) },
	{ weight: 4, arbitrary: fc.constant<Answering>(rightAnswer) },
);
