import type { Endpoint, Input } from '../../src/contract';
import { errorBody, messageError } from '../../src/contract';
import type { HttpResponse } from '../../src/http';
import type { ChoiceName } from '../choices/choices';
import type { Observations } from '../choices/observations';
import { LimitReached } from '../network/failure';
import type { Reader } from '../network/reader';
import type { Findings } from '../report/findings';
import { nameOf } from '../report/findings';
import { shortText } from '../report/words';
import { contradictions } from '../rules';
import type { Answered } from '../rules/rule';
import type { Body } from './body';
import { isBody } from './body';
import type { Departure } from './departure';
import type { SoundEntries } from './shape';
import { departures } from './shape';

/** Something that was read, and may be a difference only because it changed meanwhile. */
export interface Doubtful {
	/** Reads it again until two rounds read the same, and records what they found. */
	settle(): Promise<void>;
}

/** What the parts of a check work with. */
export interface Session {
	/** Asks with the key. */
	readonly keyed: Reader;
	/** Asks without any credential. */
	readonly bare: Reader;
	/** Asks with the access token; null without one. */
	readonly tokened: Reader | null;
	readonly findings: Findings;
	/** What earlier answers of this check had, and need not be judged again. */
	readonly sound: SoundEntries;
	readonly observations: Observations;
	/** Most rows to read of a list. */
	readonly mostRows: number;
	/** Clickwraps and an external source id, which no endpoint lists. */
	readonly slugs: readonly string[];
	readonly externalSourceId: string | null;
	/** What is to be read again, because it may have changed while it was read. */
	readonly doubtful: Doubtful[];
	/** Marks what was seen of a choice as something that a change can have caused. */
	readonly doubt: (choice: ChoiceName) => void;
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

/** What stands in `detail` of an error answer, to be told beside its status. */
const saidBy = ({ body }: HttpResponse): string => {
	const said = isBody(body) && typeof body.detail === 'string' ? body.detail : '';
	return said === '' ? '' : ` ("${shortText(said)}")`;
};

/** Records that one answer contradicts the API text. */
export const contradict = (
	{ findings }: Session,
	endpoint: Endpoint,
	place: string,
	expected: string,
	came: string,
	effect?: string,
): void =>
	findings.add(nameOf(endpoint), {
		place,
		kind: 'value',
		expected,
		came,
		...(effect && { effect }),
	});

/** Records that several answers contradict the API text together, unless something changed meanwhile. */
export const disagree = (
	{ findings }: Session,
	endpoint: Endpoint,
	place: string,
	expected: string,
	came: string,
	effect: string,
): void =>
	findings.add(nameOf(endpoint), { place, kind: 'value', expected, came, effect, spans: true });

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

/** All times without an offset are one finding: a service writes all of its times alike. */
const addTime = (findings: Findings, endpoint: Endpoint, one: Departure): void => {
	const came = `${nameOf(endpoint)} ${one.place.replace(/\[\d+\]/g, '[]')}`;
	findings.add('any endpoint', { ...one, place: 'times without an offset', came });
};

const judgeBody = (
	{ findings, sound }: Session,
	endpoint: Endpoint,
	schema: Endpoint['response'],
	body: unknown,
	where = '',
): void => {
	for (const one of departures(schema, body, sound)) {
		if (one.kind === 'open') addTime(findings, endpoint, one);
		else findings.add(nameOf(endpoint), { ...one, place: `${one.place}${where}` });
	}
};

/** When the service gave an answer, by its own clock. */
const answeredAt = ({ headers }: HttpResponse): number | undefined => {
	const time = Date.parse(headers.date ?? '');
	return Number.isNaN(time) ? undefined : time;
};

/** Takes an answer that must be a success; its body, undefined where it is none. */
export const judgeSuccess = (
	session: Session,
	endpoint: Endpoint,
	answer: HttpResponse,
): Body | undefined => {
	if (!judgeStatus(session, endpoint, [200], answer)) return undefined;
	judgeBody(session, endpoint, endpoint.response, answer.body);
	if (!isBody(answer.body)) return undefined;
	const answered: Answered = { body: answer.body, at: answeredAt(answer) };
	for (const one of contradictions(endpoint, answered)) session.findings.add(nameOf(endpoint), one);
	return answer.body;
};

/** Asks for something that is there: the body of its 200, checked against the contract. */
export const read = async (
	session: Session,
	endpoint: Endpoint,
	input: Input = {},
): Promise<Body | undefined> => {
	const answer = await session.keyed.ask(endpoint, input);
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
	if (!judgeStatus(session, endpoint, [200, ...errors], answer)) return undefined;
	if (answer.status === 200) return judgeSuccess(session, endpoint, answer);
	judgeBody(session, endpoint, messageError, answer.body, ` of a ${answer.status}`);
	return undefined;
};

/** Whether an answer is of what the path of its request names. */
export const judgeIdentity = (
	session: Session,
	endpoint: Endpoint,
	place: string,
	asked: unknown,
	came: unknown,
): void => {
	if (came === undefined || typeof came !== typeof asked || came === asked) return;
	const effect = 'A workflow acts on something other than it asked for.';
	contradict(session, endpoint, place, 'what the path asks for', 'another one', effect);
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
