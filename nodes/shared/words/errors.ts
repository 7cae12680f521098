import type {
	ApiError,
	ClientError,
	ErrorDetail,
	InputIssue,
	InvalidResponse,
	NotSent,
	OutcomeUnknown,
	ResponseFault,
} from '../../../src';
import { isClientError } from '../../../src';
import type { Mask } from '../client/mask';
import { Explained, Supplemented, causeOf, faultsTogether, nothingSent } from './explained';
import type { Labelled } from './labels';
import { fieldLabel } from './labels';
import { brokenWords, notSentWords } from './networkWords';
import type { OwnStatusWords, ShownIn } from './statuses';
import { statusWords } from './statuses';

/** What an operation or a trigger adds to the text of an error. */
export interface ErrorWords extends Labelled {
	/** By status, for statuses that need more than the usual text. */
	readonly statuses?: Readonly<Record<number, OwnStatusWords | undefined>>;
	/** Where to check whether a write with an unknown outcome was carried out, as a sentence. */
	readonly whereToLook?: string;
}

/** What the text of an error depends on. */
export interface Wording extends ErrorWords {
	readonly shownIn: ShownIn;
	readonly mask: Mask;
	readonly subject: string | undefined;
}

/** An error in words. */
export interface ErrorText {
	readonly message: string;
	/** More about what happened, in sentences or one part per line. */
	readonly details?: readonly string[];
	/** What to do next, in sentences. */
	readonly advice: string;
	/** The status of a response. */
	readonly httpCode?: string;
	/** Whether n8n shows it as a failed request. */
	readonly isOfRequest?: boolean;
	/**
	 * The code of a network failure. It is at the end of the description and never in a message: n8n
	 * has its own text for each code, and would replace ours.
	 */
	readonly code?: string;
}

/** Maximum characters of the service's own text that are shown. */
const longestDetail = 2_000;

/** Maximum characters of a response that confirms nothing. */
const longestBody = 300;

/** A text with the end of a sentence. */
export const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * The message of the service, with the labels of the panel for fields; undefined if there is none.
 */
export const serviceText = (
	detail: ErrorDetail | undefined,
	words?: ErrorWords,
): string | undefined =>
	Array.isArray(detail)
		? detail.map(({ loc, msg }) => `${fieldLabel(loc.join('.'), words)}: ${msg}`).join('; ')
		: detail;

/** Joins sentences. Some may be missing. */
export const inSentences = (...sentences: ReadonlyArray<string | undefined>): string =>
	sentences.filter(Boolean).join(' ');

/** Advice for a request whose repeat changes nothing more. */
export const adviceToRepeat: Readonly<Record<ShownIn, string>> = {
	run: 'You can safely run the node again.',
	list: 'Open the list again.',
	elsewhere: 'You can safely try again.',
};

const unknownAdvice = ({ whereToLook = 'Check before you send it again.' }: ErrorWords): string =>
	`The request may have been carried out, and the node did not retry it. ${whereToLook}`;

/** Advice for a response whose cause can be fixed, whatever the outcome of the request. */
const mendableCauseOf = ({ status, detail }: ApiError, advice: string): string | undefined =>
	status < 400 || (status === 400 && detail === undefined) ? advice : undefined;

const apiErrorText = (error: ApiError, words: Wording): ErrorText => {
	const { status, detail } = error;
	// If a repeat does no harm, nothing needs to be checked.
	const outcomeUnknown = error.outcomeUnknown && !error.safe;
	const { statuses: own, shownIn, subject } = words;
	const { title, advice } = statusWords(error, { own, shownIn, subject });
	const said = serviceText(detail, words);
	return {
		message: outcomeUnknown ? `Outcome unknown: the service returned status ${status}` : title,
		details: said ? [`The service says: ${sentence(said.slice(0, longestDetail))}`] : [],
		advice: outcomeUnknown
			? inSentences(unknownAdvice(words), mendableCauseOf(error, advice))
			: advice,
		httpCode: String(status),
		isOfRequest: true,
	};
};

const inputText = (issues: readonly InputIssue[], words: ErrorWords): ErrorText => {
	const faults = issues.map(({ path, message }) => ({ label: fieldLabel(path, words), message }));
	const [first, ...others] = faults;
	if (first && others.length === 0) {
		return { message: `${first.label} ${first.message}`, advice: nothingSent(1) };
	}
	return {
		...faultsTogether(faults.map(({ label, message }) => `${label}: ${message}`)),
		advice: nothingSent(faults.length),
	};
};

/** What is wrong with a response: a title and the details. */
type FaultText = readonly [title: string, detail: string];

const listEnded = 'The node stopped reading the list.';

const faultText = (fault: ResponseFault, mask: Mask): FaultText => {
	switch (fault.kind) {
		case 'notAnObject':
			return [
				'The response of the service is not a JSON object',
				`The service returned status ${fault.status} for ${fault.request}.`,
			];
		case 'field':
			return [
				`"${fault.field}" is missing or invalid in the response of the service`,
				`The request was ${fault.request}.`,
			];
		case 'notConfirmed':
			return [
				'The service did not confirm that the request was carried out',
				`The service returned success for ${fault.request}, with this response: ${JSON.stringify(mask(fault.body)).slice(0, longestBody)}`,
			];
		case 'tooManyRows':
			return [
				'The service returned more rows than requested',
				`The page has ${fault.given} rows, and the limit was ${fault.asked}. ${listEnded}`,
			];
		case 'noCount':
			return [
				'The service did not report a valid number of rows',
				`"${fault.field}" is ${fault.value}, not a whole number of 0 or more. ${listEnded}`,
			];
		case 'noFlag':
			return [
				'The service did not report if there are more rows',
				`"${fault.field}" is ${fault.value}, not true or false. ${listEnded}`,
			];
		case 'tooLarge':
			return [
				`The response of the service is larger than ${fault.mostBytes / 1_000_000} MB`,
				`The request was ${fault.request}. The node did not read the whole response.`,
			];
		case 'noProgress':
			return [
				'The service returned no new rows, although it reported more',
				`The last page contained only known rows. ${listEnded}`,
			];
		case 'noCursor':
			return ['The service reported more rows, but returned no cursor for them', listEnded];
	}
};

const baseUrlAdvice = 'Check that the Base URL in the credential is the address of the service.';

const invalidResponseText = ({ fault, safe }: InvalidResponse, words: Wording): ErrorText => {
	const [message, detail] = faultText(fault, words.mask);
	const isNoObject = fault.kind === 'notAnObject';
	return {
		message,
		details: [sentence(detail)],
		advice: safe
			? baseUrlAdvice
			: inSentences(unknownAdvice(words), isNoObject ? baseUrlAdvice : undefined),
	};
};

const notSentText = (error: NotSent): ErrorText => {
	const { title, advice } = notSentWords(error);
	return { message: title, advice, code: error.code, isOfRequest: true };
};

const brokenText = (error: OutcomeUnknown, words: Wording): ErrorText => {
	const { title, advice } = brokenWords(error);
	const next = error.safe ? adviceToRepeat[words.shownIn] : unknownAdvice(words);
	return {
		message: title,
		advice: inSentences(next, advice),
		code: error.code,
		isOfRequest: true,
	};
};

/** The text for each error of the client. */
const clientErrorText = (error: ClientError, words: Wording): ErrorText => {
	switch (error.name) {
		case 'ApiError':
			return apiErrorText(error, words);
		case 'InvalidInput':
			return inputText(error.issues, words);
		case 'InvalidResponse':
			return invalidResponseText(error, words);
		case 'NotSent':
			return notSentText(error);
		case 'OutcomeUnknown':
			return brokenText(error, words);
	}
};

/** An error of this package in words; undefined for any other error. */
export const describeError = (error: unknown, words: Wording): ErrorText | undefined => {
	const cause = causeOf(error);
	if (cause instanceof Explained) {
		const { message, details, advice } = cause;
		return { message, details, advice };
	}
	if (!isClientError(cause)) return undefined;
	const text = clientErrorText(cause, words);
	const title = error instanceof Supplemented ? error.title : undefined;
	return { ...text, message: title ?? text.message };
};
