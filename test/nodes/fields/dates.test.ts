import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { byId, sharedStage } from '../../support/stage';

const stage = sharedStage();

const condition = (...rows: object[]): INodeParameters => ({
	conditions: { condition: rows as never },
});

const limit = (maxDateAndTime: string): INodeParameters => ({
	taskId: byId('10001'),
	message: 'Shall we go on?',
	limitWaitTime: true,
	limitType: 'atSpecifiedTime',
	maxDateAndTime,
});

const initiate = (variables: INodeParameters): INodeParameters => ({
	workflowId: byId('wf_master_services'),
	...variables,
});

/** Every place that takes a date: what it is handed, and what an error calls it. */
const places: ReadonlyArray<
	readonly [
		field: string,
		operation: string,
		parameters: (day: string) => INodeParameters,
		label: string,
	]
> = [
	[
		'a variable of the form',
		'workflow.initiate',
		(day) =>
			initiate({ variables: { mappingMode: 'defineBelow', value: { effective_date: day } } }),
		'• Variable "Effective date"',
	],
	[
		'a variable as JSON',
		'workflow.initiate',
		(day) => initiate({ specifyVariables: 'json', variablesJson: { effective_date: day } }),
		'• Variable "Effective date"',
	],
	...(['lastCreatedAt', 'lastUpdatedAt'] as const).map(
		(name) =>
			[
				name,
				'task.getMany',
				(day: string) => ({ filters: { [name]: day } }),
				name === 'lastCreatedAt' ? '"Created At or After"' : '"Updated At or After"',
			] as const,
	),
	['a time limit', 'task.sendAndWait', limit, '"Date and Time"'],
	[
		'a condition',
		'document.search',
		(value) => condition({ field: 'field:109:Signed On:date', operator: 'eq', value }),
		'"Conditions" 1 "Value" (Signed On)',
	],
	[
		'a condition of a list',
		'document.search',
		(value) =>
			condition({
				field: 'attribute:renewed_on_date',
				operator: 'between',
				value: `2026-01-01\n${value}`,
			}),
		'"Conditions" 1 "Value" (renewed_on)',
	],
	[
		'an attribute of the list',
		'document.updateAttributes',
		(value) => ({
			fileId: 'file_1',
			attributes: { attribute: [{ attribute: 'renewed_on_date', value }] as never },
		}),
		'"Attributes" 1 "Value" (renewed_on)',
	],
];

const noDays = [
	'2026-02-30',
	'2025-02-29T09:00:00Z',
	'2026-04-31 09:00',
	'2026-06-31T00:00:00.5+02:00',
];

it.each(places)(
	'%s refuses a day that no calendar has',
	async (_, operation, parameters, label) => {
		for (const day of noDays) {
			const { error, output } = await stage.run(operation, parameters(day));
			expect(`${error?.message}\n${error?.description}`).toContain(
				`${label} must be a date that exists`,
			);
			expect(output).toEqual([]);
			expect(stage.received().filter(({ request }) => !request.startsWith('GET '))).toEqual([]);
		}
	},
);
