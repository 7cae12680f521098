import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { executionsOf } from '../../scripts/n8n/publication';
import { readRecipes, runsHere } from '../../scripts/recipes';
import { writeTemplates } from '../../scripts/templates/library';
import { launch } from '../support/browser';
import { createBuilder } from './builder';
import { editorPage, shoot } from './editor';
import { session, stackAddresses } from './stack';

const keyName = 'Key of the templates';

let sandbox: Sandbox;
let browser: Browser;

beforeAll(async () => {
	sandbox = await createSandbox();
	await upsertCredential(session(), {
		name: keyName,
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	browser = await launch();
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

it('a recipe is found in the templates of n8n, set up with a credential and run, and no file is touched', async () => {
	const page = await editorPage(browser);
	const builder = createBuilder(page);
	const cards = page.getByTestId('template-card');
	await page.goto('/templates');
	await cards.first().waitFor();

	await builder.paste(page.getByTestId('template-search-input'), 'bulk', 'search');
	await page.getByText('Workflows (1)').waitFor();
	await builder.click(cards.filter({ hasText: 'Approve tasks in bulk' }), 'the recipe');
	await page.getByTestId('template-description').waitFor();
	await shoot(page, 'a template');
	await builder.click(page.getByTestId('use-template-button'), 'use it');

	const form = page.getByTestId('setup-credentials-form-step');
	await builder.click(form.locator('input').first(), 'the credentials');
	const offered = page.locator('.el-select-dropdown:visible');
	await builder.click(offered.getByText(keyName, { exact: true }), 'the credential');
	await builder.click(page.getByTestId('continue-button'), 'continue');

	await page.getByTestId('canvas-node').first().waitFor();
	await builder.click(page.getByTestId('execute-workflow-button'), 'execute the workflow');

	const [, workflowId = ''] = /workflow\/(\w+)/.exec(page.url()) ?? [];
	const [run] = await executionsOf(session(), workflowId, 1);
	const approved = sandbox.requests().filter(({ endpoint }) => endpoint === 'approveTask');
	expect(run?.status).toBe('success');
	expect(approved.length).toBeGreaterThan(10);
	expect(approved.filter(({ status }) => status !== 200)).toEqual([]);
	expect(builder.count('click')).toBe(6);
});

it('the library serves as static files, too: a search lists all recipes, and one is set up', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-static-'));
	const recipes = (await readRecipes()).filter(runsHere);
	await writeTemplates(folder, recipes);
	const page = await editorPage(browser);
	const origin = stackAddresses().n8nUrl;
	const headers = {
		'Access-Control-Allow-Origin': origin,
		'Access-Control-Allow-Credentials': 'true',
		'Access-Control-Allow-Headers': 'n8n-version',
	};
	// What a web server gives for a file without an extension.
	const contentType = 'application/octet-stream';
	await page.route(/\/n8n\/(health|templates|workflows)/, async (route) => {
		const [, place = ''] = new URL(route.request().url()).pathname.split('/n8n/');
		await route.fulfill({ path: path.join(folder, place), headers, contentType });
	});
	await page.goto('/templates/?search=bulk');
	await page.getByText(`Workflows (${recipes.length})`).waitFor();
	expect(await page.getByTestId('template-card').count()).toBe(recipes.length);
	await page.getByTestId('template-card').filter({ hasText: 'Approve tasks in bulk' }).click();
	await page.getByTestId('use-template-button').click();
	await page.getByTestId('setup-credentials-form-step').waitFor();
	await rm(folder, { recursive: true });
});
