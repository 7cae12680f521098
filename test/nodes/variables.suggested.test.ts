import { describe, expect, it } from '@jest/globals';
import { suggestedValues } from '../../nodes/ContractWorkflow/variables/suggestedValues';
import type { Definition } from '../../nodes/ContractWorkflow/variables/variableValue';

const variable = (
	variable_id: string,
	variable_name: string,
	type: Definition['type'],
): Definition => ({ variable_id, variable_name, type, required: true, description: '' });

const suggested = (definitions: readonly Definition[], item: Readonly<Record<string, unknown>>) =>
	Object.fromEntries(
		suggestedValues(
			definitions,
			Object.entries(item).map(([name, value]) => ({ name, json: JSON.stringify(value) })),
		),
	);

const file = { filename: 'a.pdf', mimetype: 'application/pdf', size: 7 };

describe('a field of the input item is suggested', () => {
	it.each<[string, Definition, string, unknown, string]>([
		['its ID', variable('cost_center', 'X', 'text'), 'Cost Center', 'a', "$json['Cost Center']"],
		['its name', variable('x', 'Kaufpreis (€)', 'number'), 'kaufpreis', 1, '$json.kaufpreis'],
		[
			'its name, in other accents',
			variable('x', 'Prüfung', 'text'),
			'prufung',
			'',
			'$json.prufung',
		],
		[
			'a word',
			variable('x', 'Address for notices', 'email'),
			'Notice to',
			'a@b.c',
			"$json['Notice to']",
		],
		['the only file', variable('x', 'Draft', 'file'), 'PDF', file, '$json.PDF'],
		['the only list of files', variable('x', 'Draft', 'file'), 'PDF', [file], '$json.PDF'],
		['the only Yes or No', variable('x', 'Renews', 'boolean'), 'Again?', 'No', "$json['Again?']"],
		[
			'the only ticked box',
			variable('x', 'Renews', 'boolean'),
			'Again?',
			['Yes'],
			"$json['Again?']",
		],
		[
			'the only date',
			variable('x', 'Effective', 'date'),
			'First day',
			'2026-12-01',
			"$json['First day']",
		],
		['the only address', variable('x', 'Owner', 'user_entity'), 'You', 'a@b.c', '$json.You'],
		[
			'a quote in its label',
			variable('x', 'Draft', 'file'),
			"the 'draft' \\",
			file,
			"$json['the \\'draft\\' \\\\']",
		],
	])('for a variable by %s', (_name, definition, label, value, expression) => {
		const item = { submittedAt: '2026-11-23T17:00:00.000+01:00', formMode: 'test', [label]: value };
		expect(suggested([definition], item)).toEqual({
			[definition.variable_id]: `={{ ${expression} }}`,
		});
	});
});

describe('nothing is suggested', () => {
	it.each<[string, Definition, Readonly<Record<string, unknown>>]>([
		['for a number that nothing names', variable('x', 'Value', 'number'), { row: 2 }],
		['for a text that nothing names', variable('x', 'Party', 'text'), { who: 'A' }],
		['for a word with another type', variable('x', 'Draft', 'file'), { 'draft name': 'a.pdf' }],
		['for short words', variable('x', 'End of it', 'text'), { 'Start of it': 'a' }],
		['for a time', variable('x', 'Effective', 'date'), { submittedAt: '2026-11-23T17:00:00Z' }],
		['where two fields could be meant', variable('x', 'Renews', 'boolean'), { a: 'Yes', b: 'No' }],
		['for what n8n cannot read in an expression', variable('x', 'Draft', 'file'), { '}}': file }],
	])('%s', (_name, definition, item) => {
		expect(suggested([definition], item)).toEqual({});
	});

	it('where two variables could be meant', () => {
		const both = [variable('x', 'Owner', 'user_entity'), variable('y', 'Notices', 'email')];
		expect(suggested(both, { You: 'a@b.c' })).toEqual({});
	});
});

it('takes each field once, the surest first', () => {
	const definitions = [
		variable('notice', 'Address for notices', 'email'),
		variable('owner', 'Business owner', 'user_entity'),
		variable('counterparty', 'Counterparty', 'text'),
		variable('other', 'Other counterparty', 'text'),
	];
	const item = { counterparty: 'A', 'Your email': 'b@c.d', 'Where do we send notices?': 'a@b.c' };
	expect(suggested(definitions, item)).toEqual({
		notice: "={{ $json['Where do we send notices?'] }}",
		owner: "={{ $json['Your email'] }}",
		counterparty: '={{ $json.counterparty }}',
	});
});
