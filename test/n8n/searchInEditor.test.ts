import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Browser, Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { launch } from '../support/browser';
import { editorPage, openPanel, pick, shoot } from './editor';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

/* What a person does who searches documents and sets attributes, and knows no ID and no JSON. */

let sandbox: Sandbox;
let browser: Browser;
let credential: StoredCredential;
let page: Page;
/** Clicks of the person in the test that runs. */
let clicks: number;

beforeAll(async () => {
	sandbox = await createSandbox({ documents: 60 });
	credential = await upsertCredential(session(), {
		name: 'Search in the editor',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	browser = await launch();
	page = await editorPage(browser);
	await page.setViewportSize({ width: 1280, height: 1500 });
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

const stored = z.object({
	nodes: z.array(z.object({ name: z.string(), parameters: z.record(z.unknown()) })),
});

/** Opens the panel of a node of the document resource. */
const openNode = async (operation: string, parameters: INodeParameters = {}): Promise<string> => {
	const node = contractWorkflow(
		'Documents',
		{ resource: 'document', operation, ...parameters },
		credential,
	);
	const nodes = [plain('Start', 'manualTrigger', 1, {}), node];
	const id = await saveWorkflow(session(), nodes, { Start: then('Documents') });
	clicks = 0;
	sandbox.clearRequests();
	await openPanel(page, id, 'Documents');
	return id;
};

const click = async (target: Locator): Promise<void> => {
	clicks += 1;
	await target.click();
};

/**
 * A field of the panel; of those in several rows the one of this row. n8n marks every text box as it
 * would mark a field that is called "field".
 */
const field = (name: string, row = 0) => {
	const fields = page.getByTestId(`parameter-input-${name}`);
	return (name === 'field' ? fields.filter({ has: page.locator('.el-select') }) : fields).nth(row);
};

/** Waits until the options of all fields are there. n8n disables a field while they are loaded. */
const loaded = async (): Promise<void> => {
	await page.waitForTimeout(300);
	const disabled = page.locator('[data-test-id^="parameter-input-"] input:disabled');
	await disabled.first().waitFor({ state: 'detached' });
};

const choose = async (name: string, option: string, row = 0): Promise<void> => {
	await field(name, row).waitFor();
	await loaded();
	await click(field(name, row));
	const visible = page.locator('.el-select-dropdown:visible');
	await click(visible.getByRole('option').filter({ hasText: option }).first());
};

/** Runs the node as it stands in the panel. */
const execute = async (): Promise<void> => {
	// n8n takes over what is typed a moment later.
	await page.waitForTimeout(1_000);
	await click(page.getByTestId('node-execute-button'));
};

const bodyOf = async (path: string): Promise<unknown> => {
	for (let look = 0; look < 100; look++) {
		const found = sandbox.requests().find((request) => request.path === path);
		if (found) return found.body;
		await page.waitForTimeout(100);
	}
	throw new Error(`Nothing came for ${path}`);
};

/** Waits until a field shows this. */
const expectValue = async (input: Locator, value: string | RegExp): Promise<void> => {
	for (let look = 0; look < 50; look++) {
		const shown = await input.inputValue();
		if (typeof value === 'string' ? shown === value : value.test(shown)) return;
		await page.waitForTimeout(100);
	}
	expect(await input.inputValue()).toMatch(value);
};

it('searches by governing law and by an attribute: no JSON, no ID, 12 clicks', async () => {
	await openNode('search');
	await click(page.getByText('Add Condition'));
	await choose('field', 'Governing law (enum)');
	await choose('value', 'Germany');
	await click(page.getByText('Add Condition'));
	await choose('field', 'risk_score (number attribute)', 1);
	await choose('operator', 'gte', 1);
	await click(field('value', 1));
	await page.keyboard.type('20');
	await shoot(page, 'search by two conditions');
	await execute();
	expect(await bodyOf('/core/documents/search')).toEqual({
		limit: 50,
		offset: 0,
		filters: [
			{
				type: 'group',
				group_operator: 'and',
				filters: [
					{ type: 'field', field_id: 104, operator: 'eq', value: 'Germany' },
					{
						type: 'attribute',
						attribute_id: 'risk_score_number',
						operator: 'gte',
						value: 20,
					},
				],
			},
		],
	});
	await page.getByTestId('output-panel').getByText('document_id').first().waitFor();
	await shoot(page, 'search found documents');
	expect(clicks).toBe(12);
});

it('takes several values of an enum, and lines of a text', async () => {
	await openNode('search', {
		match: 'any',
		conditions: {
			condition: [
				{ field: 'field:104:Governing law:enum', operator: 'in', values: [] },
				{ field: 'attribute:region_text', operator: 'not_in', values: '' },
			],
		},
	});
	await choose('values', 'Delaware');
	await click(page.locator('.el-select-dropdown:visible').getByText('日本'));
	await click(field('values', 1));
	await page.keyboard.type('EMEA\nAmérique du Nord, Sud');
	await shoot(page, 'search by lists');
	await execute();
	expect(await bodyOf('/core/documents/search')).toMatchObject({
		filters: [
			{
				group_operator: 'or',
				filters: [
					{ field_id: 104, operator: 'in', value: ['Delaware', '日本'] },
					{ operator: 'not_in', value: ['EMEA', 'Amérique du Nord, Sud'] },
				],
			},
		],
	});
});

it('keeps fields readable that are gone, and tells the error at their row', async () => {
	await openNode('search', {
		conditions: {
			condition: [
				{ field: 'header:2', operator: 'contains', value: 'NDA' },
				{ field: 'field:977:Old clause type:enum', operator: 'eq', value: 'Standard' },
			],
		},
	});
	const chosen = field('field', 1).locator('input').first();
	await expectValue(chosen, 'Old clause type (enum) (no longer in the organization)');
	await expectValue(
		field('value', 1).locator('input').first(),
		/^Standard \(no longer a value of this field\)/,
	);
	await execute();
	const output = page.getByTestId('output-panel');
	await output.getByText('The service did not accept the values').first().waitFor();
	await shoot(page, 'search by a field that is gone');
	expect(await output.innerText()).toContain(
		'"Conditions" 2 "Field Name or ID" (Old clause type): there is no field 977',
	);
});

it('shows one field for the value where the field is an expression', async () => {
	await openNode('search', {
		conditions: {
			condition: [{ field: '={{ $json.field }}', operator: 'eq', value: 'Germany' }],
		},
	});
	await field('valueType').waitFor();
	await shoot(page, 'search by a field of an expression');
	expect(await page.getByTestId('parameter-input-value').count()).toBe(1);
	expect(await page.getByTestId('parameter-input-values').count()).toBe(0);
});

it('shows Value Type where a value may have several types', async () => {
	const shown = ['operator', 'valueType'];
	const rows = [
		{ field: 'header:2', operator: 'eq', fields: shown },
		{ field: 'field:106:Counterparty:text', operator: 'eq', fields: ['operator'] },
		{ field: 'attribute:risk_score_number', operator: 'gte', fields: ['operator'] },
		{ field: 'attribute:risk_score_number', operator: 'exists', fields: shown },
		{ field: '={{ $json.field }}', operator: '={{ $json.operator }}', fields: shown },
	];
	await openNode('search', {
		conditions: {
			condition: rows.map(({ field, operator }) => ({ field, operator, value: 'a' })),
		},
	});
	await field('operator', rows.length - 1).waitFor();
	const inOrder = page.locator(
		shown.map((name) => `[data-test-id="parameter-input-${name}"]`).join(', '),
	);
	const names = await inOrder.evaluateAll((found) =>
		found.map((element) => element.getAttribute('data-test-id')),
	);
	expect(names).toEqual(
		rows.flatMap(({ fields }) => fields.map((name) => `parameter-input-${name}`)),
	);
});

it('asks whether all or any must match from the second condition on', async () => {
	const row = { field: 'header:2', operator: 'eq', value: 'NDA', valueType: 'automatic' };
	await openNode('search', { conditions: { condition: [row] } });
	expect(await page.getByTestId('parameter-input-match').count()).toBe(0);
	await click(page.getByText('Add Condition'));
	await pick(page, 'match', 'Any Condition');
	await choose('field', 'File Name (built-in)', 1);
	await click(field('value', 1));
	await page.keyboard.type('b');
	await shoot(page, 'search by any condition');
	await execute();
	expect(await bodyOf('/core/documents/search')).toMatchObject({
		filters: [{ group_operator: 'or', filters: [{ field_id: 2 }, { field_id: 3 }] }],
	});
});

it('sets attributes from the list, and a new one', async () => {
	await openNode('updateAttributes', { fileId: sandbox.ids.fileId ?? '' });
	await click(page.getByText('Add Attribute'));
	await choose('attribute', 'risk_score (number)');
	await click(field('value'));
	await page.keyboard.type('7.5');
	await click(page.getByText('Add Attribute'));
	await click(field('name'));
	await page.keyboard.type('renewal_owner');
	await click(field('value', 1));
	await page.keyboard.type('Köln, Nord');
	await shoot(page, 'attributes');
	await execute();
	expect(await bodyOf(`/core/files/${sandbox.ids.fileId}/attributes`)).toEqual({
		attributes: [
			{ name: 'risk_score', data_type: 'number', value: '7.5' },
			{ name: 'renewal_owner', data_type: 'text', value: 'Köln, Nord' },
		],
	});
	expect(clicks).toBe(8);
});

it('says in the panel why the fields cannot be listed', async () => {
	const good = credential;
	credential = await upsertCredential(session(), {
		name: 'Expired in the editor',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.expired },
	});
	await openNode('search', {
		conditions: { condition: [{ field: '', operator: 'eq', value: '' }] },
	});
	credential = good;
	await page.getByTestId('parameter-issues').first().hover();
	await page
		.getByText(/did not accept the credential/)
		.first()
		.waitFor();
	await shoot(page, 'search with an expired key');
});

it('keeps what was chosen when the workflow is saved', async () => {
	const id = await openNode('search');
	await click(page.getByText('Add Condition'));
	await choose('field', 'Counterparty (text)');
	await click(field('value'));
	await page.keyboard.type('Aldgate');
	await page.waitForTimeout(1_000);
	await page.keyboard.press('Control+s');
	const savedConditions = async () => {
		const { nodes } = await session().request('GET', `/workflows/${id}`, stored);
		return nodes.find(({ name }) => name === 'Documents')?.parameters.conditions;
	};
	for (
		let look = 0;
		look < 50 && !JSON.stringify((await savedConditions()) ?? {}).includes('Aldgate');
		look++
	) {
		await page.waitForTimeout(100);
	}
	expect(await savedConditions()).toMatchObject({
		condition: [{ field: 'field:106:Counterparty:text', value: 'Aldgate' }],
	});
});
