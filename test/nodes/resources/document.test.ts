import { expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { itemsOf, sharedStage } from '../../support/stage';

const stage = sharedStage({ documents: 450 });

const request = 'POST /core/documents/search';

it('Search with Return All asks for every page once', async () => {
	const { output } = await stage.run('document.search', { output: 'raw', returnAll: true });
	// The pages after the first one are asked for at once.
	const received = stage.received();
	expect(received).toHaveLength(3);
	expect(received).toEqual(
		expect.arrayContaining(
			[0, 199, 398].map((offset) => ({ request, body: { limit: 200, offset, filters: [] } })),
		),
	);
	expect(output).toHaveLength(450);
	expect(new Set(output.map(({ json }) => json.document_id)).size).toBe(450);
});

const updated = async (parameters: INodeParameters, item: IDataObject = {}) => {
	const result = await stage.run(
		'document.updateAttributes',
		{ fileId: stage.sandbox.ids.fileId ?? '', ...parameters },
		{ items: itemsOf(item) },
	);
	const bodies = stage.received().map(({ body }) => (body as { attributes: unknown }).attributes);
	return { ...result, bodies };
};

const byJson = { specifyAttributes: 'json', attributesJson: '={{ $json.given }}' };

it.each<readonly [type: string, given: unknown, sent: string]>([
	['number', ' -1.5e3 ', '-1.5e3'],
	['number', 7.5, '7.5'],
	['boolean', ' TRUE ', 'true'],
	['boolean', false, 'false'],
	['date', ' 2028-02-29 ', '2028-02-29'],
	['date', new Date(0), '1970-01-01T00:00:00.000Z'],
	['text', 'Köln, Nord', 'Köln, Nord'],
	['link', 'no address', 'no address'],
])('Update Attributes sends a %s that is %j as %j', async (data_type, given, value) => {
	const rows: INodeParameters[] = [
		{ attribute: `attribute:a_${data_type}`, value: '={{ $json.given }}' },
		{ attribute: 'new', name: 'a', dataType: data_type, value: '={{ $json.given }}' },
	];
	for (const row of rows) {
		const { bodies } = await updated({ attributes: { attribute: [row] } }, {
			given,
		} as IDataObject);
		expect(bodies).toEqual([[{ name: 'a', data_type, value }]]);
	}
	const json = [{ name: 'a', data_type, value: given }] as unknown as IDataObject[];
	expect((await updated(byJson, { given: json })).bodies).toEqual([
		[{ name: 'a', data_type, value }],
	]);
});

it.each<readonly [type: string, value: unknown, fault: string]>([
	['number', 'abc', 'must be a number, not abc'],
	['boolean', 'maybe', 'must be true or false, not maybe'],
	['date', '31.12.2026', 'must be an ISO 8601 date, for example 2026-01-31'],
	['date', '2026-02-30', 'must be a date that exists'],
])(
	'Update Attributes refuses a %s that is %j, and sends nothing',
	async (data_type, value, fault) => {
		const item = { value, given: [{ name: 'mine', data_type, value }] } as unknown as IDataObject;
		const row = { attribute: `mine_${data_type}`, value: '={{ $json.value }}' };
		for (const parameters of [{ attributes: { attribute: [row] } }, byJson]) {
			const { error, bodies } = await updated(parameters, item);
			expect(error?.message).toContain(`"Attributes" 1 "Value" (mine) ${fault}`);
			expect(bodies).toEqual([]);
		}
	},
);

const note = { name: 'note', data_type: 'text', value: 'a' };

it.each<readonly [given: unknown, message: string]>([
	[undefined, '"Attributes" is empty'],
	[[{ ...note, value: ' ' }], '"Attributes" 1 "Value" (note) is empty'],
	['[]', '"Attributes" is empty'],
	[[note, null], '"Attributes" 2 must be of type object, not null'],
	[[{ ...note, data_type: 'day' }], '"Attributes" 1 "Data Type" must be one of text, number'],
	[[{ ...note, type: 'text' }], '"Attributes" 1 has a field that the service does not know: type'],
	[note, '"Attributes" must be of type array'],
])('Update Attributes as JSON refuses %j, and leaves out nothing', async (given, message) => {
	const { bodies, error } = await updated(byJson, { given: given as never });
	expect(error?.message).toContain(message);
	expect(bodies).toEqual([]);
});

it.each<readonly [rows: INodeParameters[], messages: string[]]>([
	[
		[
			{ attribute: 'risk score', value: '1' },
			{ attribute: 'risk_score_number', value: '={{ {} }}' },
		],
		[
			'2 fields are missing or wrong',
			'• "Attributes" 1 "Attribute Name or ID" must be an attribute ID such as region_text, not risk score',
			'• "Attributes" 2 "Value" (risk_score) must be a number, not {}',
		],
	],
	[[{ attribute: 'new', name: ' ', value: 'a' }], ['"Attributes" 1 "Name" is required']],
	[
		[{ attribute: 'a_text', value: '={{ null }}' }],
		['"Attributes" 1 "Value" is empty: its expression returned nothing'],
	],
	[[], ['"Attributes" is empty']],
])('Update Attributes refuses %j', async (attribute, messages) => {
	const { bodies, error } = await updated({ attributes: { attribute } });
	expect(`${error?.message}\n${error?.description}`).toContain(`${messages.join('\n')}\n`);
	expect(bodies).toEqual([]);
});
