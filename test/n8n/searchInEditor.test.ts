import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { until } from '../../tools/scripts/n8n/pages/questions';
import { openPanel, useEditor } from './editor';
import { contractWorkflow, keyOf, plain, saveWorkflow, session, then } from './stack';

/* What a person does who searches documents, and knows no ID and no JSON. */

let sandbox: Sandbox;
let credential: StoredCredential;
let page: Page;
const editor = useEditor({ documents: 60 });
beforeAll(async () => {
	({ sandbox, page } = editor);
	credential = await keyOf(session(), sandbox);
	await page.setViewportSize({ width: 1280, height: 1500 });
});

const openSearch = async () => {
	const parameters = { resource: 'document', operation: 'search' };
	const node = contractWorkflow('Documents', parameters, credential);
	const nodes = [plain('Start', 'manualTrigger', 1, {}), node];
	const id = await saveWorkflow(session(), nodes, { Start: then('Documents') });
	sandbox.clearRequests();
	await openPanel(page, id, 'Documents');
};

/**
 * A field of a row. n8n marks every text box as it would mark a field that is called "field".
 */
const field = (name: string, row = 0) => {
	const fields = page.getByTestId(`parameter-input-${name}`);
	return (name === 'field' ? fields.filter({ has: page.locator('.el-select') }) : fields).nth(row);
};

const choose = async (name: string, option: string, row = 0): Promise<void> => {
	await field(name, row).waitFor();
	// n8n disables a field while its options are loaded.
	await page.waitForTimeout(300);
	const disabled = page.locator('[data-test-id^="parameter-input-"] input:disabled');
	await disabled.first().waitFor({ state: 'detached' });
	await field(name, row).click();
	const visible = page.locator('.el-select-dropdown:visible').getByRole('option');
	await visible.filter({ hasText: option }).first().click();
};

it('searches by two own fields: in words, without an ID, several values on lines', async () => {
	await openSearch();
	await page.getByText('Add Condition').click();
	await choose('field', 'Governing law (enum)');
	await choose('operator', 'Is One Of');
	await field('value').click();
	await page.keyboard.type('Germany\n日本');
	await page.getByText('Add Condition').click();
	await choose('field', 'risk_score (number attribute)', 1);
	await choose('operator', 'Is at Least', 1);
	await field('value', 1).click();
	await page.keyboard.type('20');
	// n8n takes over what is typed a moment later.
	await page.waitForTimeout(1_000);
	await page.getByTestId('node-execute-button').click();
	const searches = () => sandbox.requests().filter(({ path }) => path.endsWith('/search'));
	await until(() => searches().length > 0);
	const filters = [
		{ type: 'field', field_id: 104, operator: 'in', value: ['Germany', '日本'] },
		{ type: 'attribute', attribute_id: 'risk_score_number', operator: 'gte', value: 20 },
	];
	expect(searches().map(({ body }) => body)).toMatchObject([
		{ filters: [{ type: 'group', group_operator: 'and', filters }] },
	]);
	await page.getByTestId('output-panel').getByText('document_id').first().waitFor();
});
