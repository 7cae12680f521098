import { isoTime } from '../clock';
import type { Task, VariableDefinition } from '../workflow/definition';
import { members } from './accounts';
import type { Random } from './random';

/** Names of invented parties to contracts. */
export const parties = [
	'Aldgate Logistics Ltd',
	'Brightwater Foods GmbH',
	'Café Münchner Freiheit KG',
	'Delta Crane & Hoist Inc.',
	'Ελληνικά Ναυτιλιακά Α.Ε.',
	'Fjordkraft Transport AS',
	'北斗倉庫株式会社',
	"O'Hara & Sons",
	'Société Générale de Fret S.A.',
	'Zażółć Spedycja Sp. z o.o.',
] as const;

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** The times of sample data. They end yesterday at 17:00 UTC, whenever the data are created. */
export interface Calendar {
	/** The last of the times, in milliseconds since 1970. */
	readonly last: number;
	/** The time of a record by its number. Every third shares it with the following one. */
	momentOf(index: number, count: number): number;
	/** A time after `moment`, at most `most` milliseconds. */
	after(moment: number, most: number, random: Random): number;
	/** The ISO 8601 date so many days after yesterday. */
	dateIn(days: number): string;
	/** The ISO 8601 time so many days before yesterday. */
	timeBefore(days: number): string;
}

/** The calendar of sample data that are created at `now`. */
export const calendarAt = (now: number): Calendar => {
	const last = Math.floor(now / day) * day - 7 * hour;
	return {
		last,
		momentOf(index, count) {
			const spacing = Math.floor((300 * day) / Math.max(1, count));
			const place = Math.min(count - 1, index % 3 === 1 ? index + 1 : index);
			return last - (count - 1 - place) * spacing;
		},
		after: (moment, most, random) =>
			moment + Math.floor(random.next() * Math.min(most, last - moment)),
		dateIn: (days) => isoTime(last + days * day).slice(0, 10),
		timeBefore: (days) => isoTime(last - days * day),
	};
};

/** A sample value for a variable of a workflow with that party. */
export const sampleValue = (
	{ type, validation, required }: VariableDefinition,
	{ fileId, party }: { readonly fileId: string; readonly party: string },
	{ random, calendar }: { readonly random: Random; readonly calendar: Calendar },
): string | number | boolean => {
	switch (type) {
		case 'number':
			return random.integer(10, 4000) * 125;
		case 'boolean':
			return random.chance(0.5);
		case 'date':
			return calendar.dateIn(random.integer(-300, 60));
		case 'email':
			return 'notices@counterparty.example';
		case 'select': {
			const options: unknown = validation?.options;
			return Array.isArray(options) ? String(options[random.integer(0, options.length - 1)]) : '';
		}
		case 'file':
			return fileId;
		case 'user_entity':
			return random.pick(members).email;
		case 'business':
			return 'Meridian Freight Ltd';
		default:
			return required ? party : 'Please look at the notice period.';
	}
};

type AnalysisVariable = Task['variables'][number];

/** Variables of types that cannot initiate a workflow, as the analysis step sets them. */
export const analysisVariables = (step_id: string): AnalysisVariable[] => {
	const variable = (
		variable_type: AnalysisVariable['variable_type'],
		variable_id: string,
		value: AnalysisVariable['value'],
	): AnalysisVariable => ({ variable_type, value, step_id, variable_id });
	const risks = [
		{ clause: 'Limitation of liability', risk: 'high' },
		{ clause: 'Termination', risk: 'low' },
	];
	const notes = [{ author: 'analysis', text: 'The cap is lower than the playbook allows.' }];
	const points = ['Confirm the notice address', 'Prüfe § 7 Absatz 2'];
	return [
		variable('multi_select', 'unusual_clauses', ['liability', 'indemnity']),
		variable('dynamic_list', 'open_points', points),
		variable('dynamic_table', 'risk_table', risks),
		variable('number_with_currency', 'liability_cap', 'EUR 125000.00'),
		variable('conversation', 'analysis_notes', notes),
	];
};
