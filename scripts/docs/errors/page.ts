import { nothingSent } from '../../../nodes/shared/words/explained';
import { statusWords } from '../../../nodes/shared/words/statuses';
import { details } from '../../../src';
import { table } from '../../apiDocs/markdown';
import type { MadePage } from '../madePage';
import { madeNote } from '../madePage';
import type { ErrorTitle } from './titles';
import { errorTitles, isKnown } from './titles';

const testHeading = 'When you test a credential';

const seeErrors = '[When items fail](errors.md) explains what to do next.';

/** Where errors arise, by the first path that fits, and what their section is called. */
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

const fieldsHeading = 'Fields';

const isOfField = ({ advice, file }: ErrorTitle): boolean =>
	/^src\/|^nodes\/shared\/fields\//.test(file) || advice.includes(nothingSent(1));

const headingOf = (error: ErrorTitle): string => {
	if (isOfField(error)) return fieldsHeading;
	const [, heading] = sections.find(([paths]) => paths.test(error.file)) ?? [];
	if (heading === undefined) throw new Error(`No section of the page takes ${error.file}`);
	return heading;
};

/** Most texts that are shown whole; the sentences of more are shown once each. */
const mostTexts = 4;

const distinct = (texts: readonly string[]): string[] => {
	const parts =
		texts.length <= mostTexts ? texts : texts.flatMap((one) => one.split(/(?<=[.!?]) /));
	return [...new Set(parts)].filter(isKnown);
};

const adviceText = ({ advice }: ErrorTitle): string => {
	const [first = '', ...others] = distinct(advice);
	return others.length === 0 ? first : [first, ...others].map((text) => `- ${text}`).join('\n');
};

const fieldRow = ({ title, advice }: ErrorTitle): readonly string[] => {
	const own = advice.filter((text) => text !== nothingSent(1) && text !== nothingSent(2));
	return [title, distinct(own).join(' ') || 'Correct the field.'];
};

const byTitle = ({ title: one }: ErrorTitle, { title: other }: ErrorTitle): number =>
	one < other ? -1 : 1;

const sectionText = (heading: string, errors: readonly ErrorTitle[]): string[] => {
	const sorted = [...errors].sort(byTitle);
	if (heading === fieldsHeading) {
		return [
			`## ${heading}`,
			'The node checks its fields before it sends anything. The error names the field. Correct the field and run again.',
			table(['Error', 'What to do'], sorted.map(fieldRow)),
		];
	}
	return [
		`## ${heading}`,
		...sorted.flatMap((error) =>
			heading === testHeading
				? [`- ${error.title}`]
				: [`### ${error.title}`, adviceText(error) || seeErrors],
		),
	];
};

const adviceOn = (detail: string): string =>
	statusWords(
		{ status: 401, detail, isDocumented: true },
		{ own: undefined, shownIn: 'run', subject: undefined },
	).advice;

/** What to do about each text of the service that has advice of its own. */
const detailRows = (): string[][] =>
	Object.values(details).flatMap((detail) =>
		typeof detail === 'string' && adviceOn(detail) !== adviceOn('')
			? [[detail, adviceOn(detail)]]
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
			'Search this page for the title of your error. Each title is followed by what you can do. In a title, … is a name or a value of yours.',
			'[When items fail](errors.md) explains how errors are reported, and what you can run again.',
			...headings.flatMap((heading) =>
				sectionText(
					heading,
					errors.filter((error) => headingOf(error) === heading),
				),
			),
			'## What the service says about a credential',
			'The description of an error begins with the words of the service.',
			table(['The service says', 'What to do'], detailRows()),
		].join('\n\n')}\n`,
	};
};
