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

const day = 24 * 60 * 60 * 1000;
const firstDay = Date.UTC(2025, 0, 6, 8);

/** A time in 2025 by the number of the record. Every third shares it with the previous one. */
export const momentOfRecord = (index: number, count: number): number => {
	const spacing = Math.floor((300 * day) / Math.max(1, count));
	return firstDay + (index - (index % 3 === 2 ? 1 : 0)) * spacing;
};

/** A sample value for a variable of a workflow. */
export const sampleValue = (
	{ type, validation }: VariableDefinition,
	fileId: string,
	random: Random,
): string | number | boolean => {
	switch (type) {
		case 'number':
			return random.integer(10, 4000) * 125;
		case 'boolean':
			return random.chance(0.5);
		case 'date':
			return `2025-${String(random.integer(1, 12)).padStart(2, '0')}-15`;
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
			return random.pick(parties);
	}
};

/** Variables of types that cannot initiate a workflow, as the analysis step sets them. */
export const analysisVariables = (step_id: string): Task['variables'] => [
	{
		variable_type: 'multi_select',
		value: ['liability', 'indemnity'],
		step_id,
		variable_id: 'unusual_clauses',
	},
	{
		variable_type: 'dynamic_list',
		value: ['Confirm the notice address', 'Prüfe § 7 Absatz 2'],
		step_id,
		variable_id: 'open_points',
	},
	{
		variable_type: 'dynamic_table',
		value: [
			{ clause: 'Limitation of liability', risk: 'high' },
			{ clause: 'Termination', risk: 'low' },
		],
		step_id,
		variable_id: 'risk_table',
	},
	{
		variable_type: 'number_with_currency',
		value: 'EUR 125000.00',
		step_id,
		variable_id: 'liability_cap',
	},
	{
		variable_type: 'conversation',
		value: [{ author: 'analysis', text: 'The cap is lower than the playbook allows.' }],
		step_id,
		variable_id: 'analysis_notes',
	},
];
