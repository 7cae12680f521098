import type { Endpoint, Input } from '../../src/contract';
import { errorBody, messageError } from '../../src/contract';
import type { HttpResponse } from '../../src/http';
import type { Observations } from '../choices/observations';
import { LimitReached } from '../network/failure';
import type { Reader } from '../network/reader';
import type { Findings } from '../report/findings';
import { nameOf } from '../report/findings';
import { shortText } from '../report/words';
import { departures } from './shape';

export type Body = Readonly<Record<string, unknown>>;

/** What the parts of a check work with. */
export interface Session {
	/** Asks with the key. */
	readonly keyed: Reader;
	/** Asks without any credential. */
	readonly bare: Reader;
	/** Asks with the access token; null without one. */
	readonly tokened: Reader | null;
	readonly findings: Findings;
	readonly observations: Observations;
	/** Most rows to read of a list. */
	readonly mostRows: number;
	/** Clickwraps and an external source id, which no endpoint lists. */
	readonly slugs: readonly string[];
	readonly externalSourceId: string | null;
	/** How much was read, for the report. */
	readonly read: { tasks: number; documents: number };
}

/** What an error answer must be. */
export interface Refusal {
	readonly status: number;
	/** Of `detail`, where the API text gives it word for word. */
	readonly detail?: string;
	/** The request, in words: `for a limit of 201`. */
	readonly when: string;
}

export const isBody = (value: unknown): value is Body =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list in an answer; none where it is no list. */
export const listIn = (body: Body | undefined, field: string): readonly Body[] => {
	const list = body?.[field];
	return Array.isArray(list) ? list.filter(isBody) : [];
};

/** What stands in `detail` of an error answer, to be told beside its status. */
const saidBy = ({ body }: HttpResponse): string => {
	const said = isBody(body) && typeof body.detail === 'string' ? body.detail : '';
	return said === '' ? '' : ` ("${shortText(said)}")`;
};

/** Records that something which the API text says does not hold. */
export const contradict = (
	{ findings }: Session,
	endpoint: Endpoint,
	place: string,
	expected: string,
	came: string,
): void => findings.add(nameOf(endpoint), { place, kind: 'value', expected, came });

const judgeStatus = (
	session: Session,
	endpoint: Endpoint,
	wanted: readonly number[],
	answer: HttpResponse,
	when = '',
): boolean => {
	if (wanted.includes(answer.status)) return true;
	const expected = `${wanted.join(' or ')}${when && ` ${when}`}`;
	contradict(session, endpoint, 'the status', expected, `${answer.status}${saidBy(answer)}`);
	return false;
};

const judgeBody = (
	{ findings }: Session,
	endpoint: Endpoint,
	schema: Endpoint['response'],
	body: unknown,
	where = '',
): void => {
	for (const one of departures(schema, body)) {
		findings.add(nameOf(endpoint), { ...one, place: `${one.place}${where}` });
	}
};

/** Takes an answer that must be a success; its body, undefined where it is none. */
export const judgeSuccess = (
	session: Session,
	endpoint: Endpoint,
	answer: HttpResponse,
): Body | undefined => {
	if (!judgeStatus(session, endpoint, [200], answer)) return undefined;
	judgeBody(session, endpoint, endpoint.response, answer.body);
	return isBody(answer.body) ? answer.body : undefined;
};

const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;

/** Section 8.2: every answer to an accepted credential carries the three headers. */
const judgeRateHeaders = ({ findings }: Session, { headers }: HttpResponse): void => {
	for (const name of rateHeaders) {
		const came = headers[name];
		if (came !== undefined && /^\d+$/.test(came)) continue;
		findings.add('any endpoint', {
			place: `header ${name}`,
			kind: 'value',
			expected: 'a whole number, on every answer to a key',
			came: came === undefined ? 'nothing' : `"${shortText(came)}"`,
		});
	}
};

/** Asks for something that is there: the body of its 200, checked against the contract. */
export const read = async (
	session: Session,
	endpoint: Endpoint,
	input: Input = {},
): Promise<Body | undefined> => {
	const answer = await session.keyed.ask(endpoint, input);
	judgeRateHeaders(session, answer);
	return judgeSuccess(session, endpoint, answer);
};

/** Asks for something that may be missing: its answer, whose error is checked as well. */
export const look = async (
	session: Session,
	endpoint: Endpoint,
	input: Input,
	errors: readonly number[],
): Promise<Body | undefined> => {
	const answer = await session.keyed.ask(endpoint, input);
	judgeRateHeaders(session, answer);
	if (!judgeStatus(session, endpoint, [200, ...errors], answer)) return undefined;
	if (answer.status === 200) return judgeSuccess(session, endpoint, answer);
	judgeBody(session, endpoint, messageError, answer.body, ` of a ${answer.status}`);
	return undefined;
};

/** Takes an answer that must be an error, and of the form of section 7. */
export const judgeRefusal = (
	session: Session,
	endpoint: Endpoint,
	answer: HttpResponse,
	{ status, detail, when }: Refusal,
): void => {
	if (!judgeStatus(session, endpoint, [status], answer, when)) return;
	const where = ` of a ${status}`;
	const body = status === 422 ? errorBody : messageError;
	const isOfForm = body.safeParse(answer.body).success;
	if (!isOfForm && status === 422) {
		const expected = 'detail: a text, or a list of {loc, msg, type}';
		contradict(session, endpoint, `the body${where}`, expected, 'another body');
	} else if (!isOfForm) {
		judgeBody(session, endpoint, messageError, answer.body, where);
	} else if (detail !== undefined && (answer.body as Body).detail !== detail) {
		contradict(session, endpoint, `detail${where}`, `"${detail}"`, saidBy(answer).trim());
	}
};

/** Asks with an input that must be refused. */
export const refuse = async (
	session: Session,
	endpoint: Endpoint,
	input: Input,
	refusal: Refusal,
): Promise<void> => {
	const answer = await session.keyed.ask(endpoint, input);
	judgeRateHeaders(session, answer);
	judgeRefusal(session, endpoint, answer, refusal);
};

/** Does one part of a check; false where the limit of requests ended it. */
export const withinLimit = async (part: () => Promise<void>): Promise<boolean> => {
	try {
		await part();
		return true;
	} catch (error) {
		if (error instanceof LimitReached) return false;
		throw error;
	}
};
