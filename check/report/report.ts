import Table from 'cli-table3';
import type { CheckResult } from '../check';
import type { Observation } from '../choices/observations';
import { titleOf } from '../choices/observations';
import type { Finding } from './findings';
import { openToWritesOnly } from './unseen';

const width = 100;

const wrapped = (text: string, indent: string): string => {
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = lines.at(-1) ?? '';
		const longer = line === '' ? word : `${line} ${word}`;
		if (longer.length <= width - indent.length) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines.map((line) => `${indent}${line}`).join('\n');
};

const counted = (count: number, one: string, several: string): string =>
	`${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;

const times = ({ count, first, place }: Finding): string => {
	const isElsewhere = first !== place;
	if (count === 1) return isElsewhere ? ` (at ${first})` : '';
	return ` (${counted(count, 'time', 'times')}${isElsewhere ? `, first at ${first}` : ''})`;
};

const described = (finding: Finding, index: number, last = 'effect'): string => {
	const { of, place, expected, came, effect } = finding;
	const head = `${String(index + 1).padStart(3)}. ${of}`;
	return [
		head,
		wrapped(`${place}${times(finding)}`, '     '),
		wrapped(`contract: ${expected}`, '       '),
		wrapped(`received: ${came.join(', ')}`, '       '),
		...(effect === '' ? [] : [wrapped(`${last}: ${effect}`, '       ')]),
	].join('\n');
};

/** @param last what the last line of a finding is called */
const listed = (title: string, findings: readonly Finding[], last?: string): string[] =>
	findings.length === 0
		? []
		: [title, ...findings.map((finding, index) => described(finding, index, last))];

const differencesPart = (differences: readonly Finding[]): string[] => {
	if (differences.length === 0) return ['No differences from the contract.'];
	const title = counted(
		differences.length,
		'difference from the contract:',
		'differences from the contract:',
	);
	return listed(title, differences);
};

const notesPart = (notes: readonly Finding[]): string[] => {
	if (notes.length === 0) return [];
	const lines = notes.map((note) =>
		wrapped(`${note.of}: ${note.place} is ${note.came.join(' or ')}`, '  '),
	);
	return ['Harmless fields that the contract does not contain:', lines.join('\n')];
};

const compared = ({ isSame, sandbox }: Observation): string => (isSame ? 'the same' : sandbox);

const choicesPart = (observations: readonly Observation[]): string[] => {
	const table = new Table({
		head: ['Open in the API text', 'Observed in the service', 'Default of the sandbox'],
		style: { head: [], border: [] },
		wordWrap: true,
		colWidths: [34, 38, 26],
	});
	for (const one of observations) {
		if (one.seen !== null) table.push([titleOf(one.choice), one.seen, compared(one)]);
	}
	const missed = observations.filter(({ seen }) => seen === null);
	const lines = missed.map(({ choice, why }) => wrapped(`${titleOf(choice)}: ${why}`, '  '));
	return [
		...(missed.length < observations.length ? [table.toString()] : []),
		...(missed.length > 0 ? ['Not seen:', lines.join('\n')] : []),
		'Not checked, because it needs requests that write, are broken, or are too many:',
		wrapped(openToWritesOnly.join('; '), '  '),
	];
};

/** The report of a check, for a terminal. */
export const reportOf = (result: CheckResult, baseUrl: string, seconds: number): string => {
	const { requests, tasks, documents, differences, notes, observations } = result;
	const { untold, remarks, leftOut, notNamed } = result;
	const read = `${counted(requests, 'request', 'requests')} in ${seconds.toFixed(1)} s: ${counted(
		tasks,
		'task',
		'tasks',
	)}, ${counted(documents, 'document', 'documents')}. Nothing was written.`;
	const parts = [
		`Check of ${baseUrl}\n${read}`,
		...(leftOut.length === 0
			? []
			: [
					wrapped(
						`The request limit ended the check. Not read, or not completely: ${leftOut.join(', ')}. To raise the limit, use --max-requests.`,
						'',
					),
				]),
		...differencesPart(differences),
		...listed('Could not be told:', untold, 'reason'),
		...listed('Allowed by the API text, but important for a workflow:', remarks),
		...notesPart(notes),
		...choicesPart(observations),
		...(notNamed.length === 0
			? []
			: ['Not read:', notNamed.map((one) => wrapped(one, '  ')).join('\n')]),
	];
	return `${parts.join('\n\n')}\n`;
};
