import { nothingSent } from '../../../nodes/shared/words/explained';
import { statusWords } from '../../../nodes/shared/words/statuses';
import { details } from '../../../src';
import { table } from '../../apiDocs/markdown';
import type { MadePage } from '../madePage';
import { madeNote } from '../madePage';
import type { ErrorTitle } from './titles';
import { errorTitles, isKnown } from './titles';

const testHeading = 'When you test a credential';

const seeSteps =
	'[Resolve an unknown outcome](reliability.md#resolve-an-unknown-outcome) has the steps.';

/** Whether the outcome is unknown after an error. */
const isUnknownOutcome = (text: string): boolean =>
	/unknown\b.*\bitems|items failed, … unknown|may have been carried out/is.test(text);

/** Headings of errors with the same advice, by a part of the advice. */
const sharedAdvice: ReadonlyArray<readonly [advice: string, heading: string]> = [
	['Base URL in the credential is the address', 'The response is not one of the service'],
	['The service creates these links', 'The link to a file does not work'],
	['Ask again', 'The task has moved since the question'],
	['Nothing was sent. Run the dry run again.', 'The task has moved since the plan'],
	['would refuse this request (409)', 'The task is not at the right step'],
	['enter the new secret in the service', 'The webhook credential is not valid'],
	['n8n drops an expression or JSON', 'A collection of fields is not an object'],
];

/** Where errors occur, by the first matching path, and the heading of their section. */
const sections: ReadonlyArray<readonly [paths: RegExp, heading: string]> = [
	[/^credentials\//, testHeading],
	[/^nodes\/shared\/words\/|\/getStepDocument|\/getSchema/, 'The service and the connection'],
	[/^nodes\/shared\/client\/|\/run\/access/, 'Credentials and permissions'],
	[/\/files\//, 'Downloads'],
	[/\/resources\/task\/|\/plan\//, 'Decisions and plans'],
	[/\/run\//, 'Runs of the node'],
	[/\/safeguards\//, 'Questions, keys and retries'],
	[/Trigger\//, 'Triggers'],
];

const listed = (texts: readonly string[]): string => texts.map((text) => `- ${text}`).join('\n');

const fieldsHeading = 'Fields';

const isOfField = ({ advice, file }: ErrorTitle): boolean =>
	/^src\/|^nodes\/shared\/fields\//.test(file) || advice.includes(nothingSent(1));

const headingOf = (error: ErrorTitle): string => {
	if (isOfField(error)) return fieldsHeading;
	const [, heading] = sections.find(([paths]) => paths.test(error.file)) ?? [];
	if (heading === undefined) throw new Error(`No section of the page takes ${error.file}`);
	return heading;
};

/** A text without another one at its start or end; undefined if it is not there. */
const without = (text: string, part: string): string | undefined => {
	if (text.startsWith(`${part} `)) return text.slice(part.length + 1);
	if (text.endsWith(` ${part}`)) return text.slice(0, -part.length - 1);
	return undefined;
};

/** Texts that do not start or end with another one. */
const atoms = (texts: readonly string[]): string[] => {
	const all = [...new Set(texts)].filter(isKnown);
	for (const part of all) {
		const rest = all.map((text) => without(text, part) ?? text);
		if (rest.some((text, place) => text !== all[place])) return atoms(rest);
	}
	return all;
};

/** The parts of several texts, each once: first the starts of texts, then the rest. */
const distinct = (texts: readonly string[]): string[] => {
	const parts = atoms(texts);
	const begins = (part: string): boolean => texts.some((text) => text.startsWith(part));
	return [...parts.filter(begins), ...parts.filter((part) => !begins(part))];
};

/** The advice of an error, without the advice to correct a field. */
const ownAdvice = ({ advice }: ErrorTitle): string[] =>
	distinct(advice.filter((text) => text !== nothingSent(1) && text !== nothingSent(2)));

const adviceText = (error: ErrorTitle): string => {
	const [first = '', ...others] = ownAdvice(error);
	return others.length === 0 ? first : listed([first, ...others]);
};

const byTitle = ({ title: one }: ErrorTitle, { title: other }: ErrorTitle): number =>
	one < other ? -1 : 1;

/** Errors under one heading: those with the same advice, if the advice has its own heading. */
const groupsOf = (errors: readonly ErrorTitle[]): ReadonlyMap<string, readonly ErrorTitle[]> =>
	errors.reduce((groups, error) => {
		const advice = adviceText(error);
		const [, shared] = sharedAdvice.find(([part]) => advice.includes(part)) ?? [];
		const heading = shared ?? error.title;
		return groups.set(heading, [...(groups.get(heading) ?? []), error]);
	}, new Map<string, readonly ErrorTitle[]>());

const groupText = ([heading, errors]: readonly [string, readonly ErrorTitle[]]): string[] => {
	const titles = errors.map(({ title }) => title);
	const advice = distinct(errors.map(adviceText));
	const known = errors.some(({ title }) => title === heading)
		? []
		: ['These errors have the same solution:', listed(titles), 'What to do:'];
	const text = [`### ${heading}`, ...known, ...advice].join('\n\n');
	return isUnknownOutcome(text) ? [text, seeSteps] : [text];
};

/** Maximum words in a table cell. */
const mostWords = 30;

const fieldsText = (errors: readonly ErrorTitle[]): string[] => {
	const inCell = (error: ErrorTitle): string => ownAdvice(error).join(' ');
	const isShort = (error: ErrorTitle): boolean => inCell(error).split(' ').length <= mostWords;
	const advised = errors.filter((error) => inCell(error) !== '');
	return [
		`## ${fieldsHeading}`,
		'The node checks its fields before it sends anything. The error names the field. Correct the field and run again.',
		listed(errors.filter((error) => !advised.includes(error)).map(({ title }) => title)),
		'### Fields with more advice',
		table(
			['Error', 'What to do'],
			advised.filter(isShort).map((error) => [error.title, inCell(error)]),
		),
		...[...groupsOf(advised.filter((error) => !isShort(error)))].flatMap(groupText),
	];
};

const sectionText = (heading: string, errors: readonly ErrorTitle[]): string[] => {
	const sorted = [...errors].sort(byTitle);
	if (heading === fieldsHeading) return fieldsText(sorted);
	if (heading === testHeading) return [`## ${heading}`, listed(sorted.map(({ title }) => title))];
	return [`## ${heading}`, ...[...groupsOf(sorted)].flatMap(groupText)];
};

const adviceOn = (detail: string): string =>
	statusWords(
		{ status: 401, detail, isDocumented: true },
		{ own: undefined, shownIn: 'run', subject: undefined },
	).advice;

/** What to do about each text of the service that has its own advice. */
const detailSections = (): string[] =>
	Object.values(details).flatMap((detail) =>
		typeof detail === 'string' && adviceOn(detail) !== adviceOn('')
			? [`### ${detail}`, adviceOn(detail)]
			: [],
	);

/** The page of all errors of the nodes, by their titles. */
export const troubleshootingPage = (): MadePage => {
	const errors = errorTitles();
	const headings = [...sections.map(([, heading]) => heading), fieldsHeading];
	return {
		file: 'docs/troubleshooting.md',
		text: `${[
			'# Troubleshooting',
			madeNote,
			'Search this page for the title of your error. The title says what happened. The text below it says what to do. In a title, … means a name or a value of yours. Your error shows only the points that apply.',
			'[When items fail](errors.md) explains how errors are reported, and what you can run again.',
			...headings.flatMap((heading) =>
				sectionText(
					heading,
					errors.filter((error) => headingOf(error) === heading),
				),
			),
			'## What the service says about a credential',
			'The description of an error begins with the words of the service.',
			...detailSections(),
		].join('\n\n')}\n`,
	};
};
