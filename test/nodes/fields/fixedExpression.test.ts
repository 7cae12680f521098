import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { byId, itemsOf, sharedStage } from '../../support/stage';

const stage = sharedStage();

const comment = { taskId: byId('10001'), comment: 'Checked' };

it.each<[place: string, operation: string, parameters: INodeParameters, text: string]>([
	[
		'a field',
		'task.comment',
		{ ...comment, comment: 'Dear {{ $json.name }}!' },
		'{{ $json.name }}',
	],
	[
		'a locator',
		'task.approve',
		{ taskId: byId('10001'), decideIf: 'atStep', step: byId('{{ $json.step }}') },
		'{{ $json.step }}',
	],
	[
		'an added field',
		'task.comment',
		{ ...comment, additionalFields: { userEmail: '{{$json["email"]}}' } },
		'{{$json["email"]}}',
	],
])(
	'an expression in %s that stands at Fixed is refused',
	async (_, operation, parameters, text) => {
		const { error, output } = await stage.run(operation, parameters, { items: itemsOf({}, {}) });
		expect(error?.message).toContain(` contains ${text} as fixed text`);
		expect(output).toEqual([]);
		expect(stage.received()).toEqual([]);
	},
);

it.each([
	['a placeholder of a contract', 'Fill in {{counterparty}} and {{ $amount }}', {}],
	['what the data say', '={{ $json.text }}', { text: 'The field says {{ $json.total }}' }],
	['what is not closed', 'Write {{ $json.total', {}],
])('%s is sent as it is', async (_, given, json: { readonly text?: string }) => {
	const { error } = await stage.run(
		'task.comment',
		{ ...comment, comment: given, additionalFields: { addMarker: false } },
		{ items: itemsOf(json) },
	);
	expect(error).toBeUndefined();
	expect(stage.received()).toMatchObject([{ body: { comment: json.text ?? given } }]);
});
