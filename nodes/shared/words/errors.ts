import type { ApiError, ClientError, ErrorDetail, InputIssue, OutcomeUnknown } from '../../../src';
import { isClientError, isRecord } from '../../../src';
import type { Mask } from '../client/mask';
import { shown } from '../fields/propertyValue';
import type { ErrorText } from './explained';
import {
	Explained,
	WrongField,
	inSentences,
	named,
	sentence,
	supplementOf,
	together,
} from './explained';
import type { Labelled } from './labels';
import { fieldLabel, partAt } from './labels';
import { brokenWords, notSentWords } from './networkWords';
import type { ShownIn, StatusContext } from './statuses';
import { statusWords } from './statuses';

/** What the text of an error depends on. */
export interface Wording extends Labelled, StatusContext {
	/** Where to check whether a write with an unknown outcome was carried out, as a sentence. */
	readonly whereToLook?: string;
	readonly mask: Mask;
}

/** Maximum characters of the service's own text that are shown. */
const longestDetail = 2_000;

/**
 * The message of the service, with the labels of the panel for fields; undefined if there is none.
 */
export const serviceText = (
	detail: ErrorDetail | undefined,
	words?: Labelled,
): string | undefined =>
	Array.isArray(detail)
		? detail.map(({ loc, msg }) => `${fieldLabel(loc.join('.'), words)}: ${msg}`).join('; ')
		: detail;

/** Advice for a request whose repeat changes nothing more. */
export const adviceToRepeat: Readonly<Record<ShownIn, string>> = {
	run: 'You can safely run the node again.',
	list: 'Open the list again.',
	elsewhere: 'You can safely try again.',
};

const unknownAdvice = ({ whereToLook = 'Check before you send it again.' }: Wording): string =>
	`The request may have been carried out, and the node did not retry it. ${whereToLook}`;

/** Advice for a response whose cause can be fixed, whatever the outcome of the request. */
const mendableCauseOf = ({ status, detail }: ApiError, advice: string): string | undefined =>
	status < 400 || (status === 400 && detail === undefined) ? advice : undefined;

/** A plain value, to be shown; undefined for any other. It is masked before it is truncated. */
const plainGiven = (given: unknown, mask: Mask): string | undefined => {
	const isPlain = typeof given === 'string' || typeof given === 'number';
	return (isPlain && mask(String(given)).trim()) || undefined;
};

/** The fields that the service refused, each with the value that was sent, if it is a plain one. */
const refusedFields = (detail: ErrorDetail | undefined, words: Wording): readonly string[] =>
	(Array.isArray(detail) ? detail : []).flatMap(({ loc }) => {
		const path = loc.join('.');
		const label = fieldLabel(path, words);
		const { part } = partAt(path, words.input);
		const given = plainGiven(isRecord(part) ? part.value : part, words.mask);
		return label === path ? [] : [given === undefined ? label : `${label} (${shown(given)})`];
	});

const apiErrorText = (error: ApiError, words: Wording): ErrorText => {
	const { status, detail } = error;
	// If a repeat does no harm, nothing needs to be checked.
	const outcomeUnknown = error.outcomeUnknown && !error.safe;
	const { title, advice } = statusWords(error, words);
	const refused = named(refusedFields(detail, words), 3);
	const said = serviceText(detail, words);
	return {
		message: outcomeUnknown
			? `Outcome unknown: the service returned status ${status}`
			: (refused && `The service did not accept ${refused}`) || title,
		details: said ? [`The service says: ${sentence(said.slice(0, longestDetail))}`] : [],
		advice: outcomeUnknown
			? inSentences(unknownAdvice(words), mendableCauseOf(error, advice))
			: advice,
		httpCode: String(status),
	};
};

/** What is wrong with a field, and the value that was given, if it is a plain one. */
const faultOf = ({ message, given }: InputIssue, mask: Mask): string => {
	const text = plainGiven(given, mask);
	const isUnsaid = /^must (be|have) /.test(message) && !message.includes(', not ');
	return text !== undefined && isUnsaid ? `${message}, not ${shown(text)}` : message;
};

const inputText = (issues: readonly InputIssue[], words: Wording): ErrorText =>
	together(
		issues.map(
			(issue) => new WrongField(fieldLabel(issue.path, words), faultOf(issue, words.mask)),
		),
	);

const baseUrlAdvice = 'Check that the Base URL in the credential is the address of the service.';

const brokenText = (error: OutcomeUnknown, words: Wording): ErrorText => {
	const { message, advice } = brokenWords(error.code);
	const next = error.safe ? adviceToRepeat[words.shownIn] : unknownAdvice(words);
	return { message, advice: inSentences(next, advice), code: error.code };
};

/** The text for each error of the client. */
const clientErrorText = (error: ClientError, words: Wording): ErrorText => {
	switch (error.name) {
		case 'ApiError':
			return apiErrorText(error, words);
		case 'InvalidInput':
			return inputText(error.issues, words);
		case 'InvalidResponse':
			return {
				message: error.fault,
				details: [sentence(words.mask(error.details).slice(0, longestDetail))],
				advice: inSentences(error.safe ? '' : unknownAdvice(words), baseUrlAdvice),
			};
		case 'NotSent':
			return {
				...notSentWords(error.code),
				details: error.host === undefined ? [] : [`n8n looked for the host ${error.host}.`],
				code: error.code,
			};
		case 'OutcomeUnknown':
			return brokenText(error, words);
	}
};

const errorText = (error: unknown, words: Wording): ErrorText => {
	if (error instanceof Explained) return error;
	if (isClientError(error)) return clientErrorText(error, words);
	return { message: error instanceof Error ? error.message : String(error), advice: '' };
};

/** An error in words, with its secrets masked: everything that is shown is made from it. */
export interface Worded extends ErrorText {
	readonly details: readonly string[];
	/** What was added to the error, in sentences. */
	readonly addition: string;
	readonly error: unknown;
}

/** Words an error. Of an error that is not of this package, only its message is known. */
export const worded = (error: unknown, context: Partial<Wording>): Worded => {
	const { subject, shownIn = 'elsewhere', mask = (given) => given } = context;
	const text = errorText(error, { ...context, shownIn, mask, subject });
	const { title = text.message, addition = '' } = supplementOf(error);
	const { details = [], advice, httpCode, code } = text;
	return { ...mask({ message: title, details, advice, httpCode, code, addition }), error };
};
