import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Json, Stage } from '../support/stage';
import { byLane, itemsOf, paired, startStage } from '../support/stage';

let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
afterAll(() => stage.sandbox.stop());

it('Org Field: Get Many gives the fields, and the attributes where an item asks for them', async () => {
	const { output } = await stage.run(
		'orgField.getMany',
		{ includeAttributes: '={{ $json.all }}' },
		{ items: itemsOf({ all: false }, { all: true }, { all: 'false' }) },
	);
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'GET /core/org-fields', query: { include_attributes: 'false' } },
			{ request: 'GET /core/org-fields', query: { include_attributes: 'false' } },
			{ request: 'GET /core/org-fields', query: { include_attributes: 'true' } },
		]),
	);
	const { org_fields, attributes } = await stage.ask(
		'GET',
		'/core/org-fields?include_attributes=true',
	);
	const fields = org_fields as unknown as object[];
	expect(fields).toHaveLength(8);
	expect(attributes).toEqual([
		{ name: 'dossier', field_type: 'link' },
		{ name: 'region', field_type: 'text' },
		{ name: 'renewal_date', field_type: 'date' },
		{ name: 'reviewed', field_type: 'boolean' },
		{ name: 'risk_score', field_type: 'number' },
	]);
	const fieldsOf = (item: number) => fields.map((json) => ({ pairedItem: { item }, json }));
	expect(paired(output)).toEqual([
		...fieldsOf(0),
		...fieldsOf(1),
		...[
			{ attribute_id: 'dossier_link', name: 'dossier', field_type: 'link' },
			{ attribute_id: 'region_text', name: 'region', field_type: 'text' },
			{ attribute_id: 'renewal_date_date', name: 'renewal_date', field_type: 'date' },
			{ attribute_id: 'reviewed_boolean', name: 'reviewed', field_type: 'boolean' },
			{ attribute_id: 'risk_score_number', name: 'risk_score', field_type: 'number' },
		].map((json) => ({ pairedItem: { item: 1 }, json })),
		...fieldsOf(2),
	]);
});

it('Document Type: Get Many gives the types for each item', async () => {
	const { output } = await stage.run('documentType.getMany', {}, { items: itemsOf({}, {}) });
	expect(byLane(stage.received())).toEqual(
		byLane([{ request: 'GET /core/document-types' }, { request: 'GET /core/document-types' }]),
	);
	const { document_types } = await stage.ask('GET', '/core/document-types');
	const types = document_types as unknown as Json[];
	expect(types.map(({ name }) => name)).toEqual([
		'NDA',
		'Master Services Agreement',
		'Statement of Work',
		'Data Processing Agreement',
		'Lease',
		'Kaufvertrag',
		'Other',
	]);
	expect(paired(output)).toEqual(
		[0, 1].flatMap((item) => types.map((json) => ({ pairedItem: { item }, json }))),
	);
});
