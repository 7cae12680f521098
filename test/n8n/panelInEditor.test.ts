import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { executionsOf } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { launch } from '../support/browser';
import { createBuilder, inputField } from './builder';
import { chooseCredential, editorPage, openPanel, pick, shoot, shownIn } from './editor';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

/* The panel of the action node, as a builder sees it in n8n's editor. */

const keyName = 'Key of the panel';
const oauthName = 'OAuth2 of the panel';

// The editor takes its time to open a panel.
let sandbox: Sandbox;
let n8n: N8n;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	sandbox = await createSandbox();
	n8n = session();
	const { baseUrl, apiKeys, oauth } = sandbox;
	await upsertCredential(n8n, {
		name: keyName,
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey: apiKeys.main },
	});
	await upsertCredential(n8n, {
		name: oauthName,
		type: 'contractWorkflowOAuth2Api',
		data: {
			baseUrl,
			grantType: 'clientCredentials',
			accessTokenUrl: oauth.tokenUrl,
			clientId: oauth.clientId,
			clientSecret: oauth.clientSecret,
			scope: 'users:read',
			authentication: 'header',
		},
	});
	browser = await launch();
	page = await editorPage(browser);
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

/** Stores a workflow whose one node has these parameters, and no credential, and opens its panel. */
const openNode = async (parameters: INode['parameters']): Promise<string> => {
	const { credentials, ...node } = contractWorkflow('Node', parameters, {
		id: '',
		name: '',
		type: 'contractWorkflowApi',
	});
	expect(credentials).toBeDefined();
	const start = plain('Start', 'manualTrigger', 1, {});
	const id = await saveWorkflow(n8n, [start, node], { Start: then('Node') });
	await openPanel(page, id, 'Node');
	return id;
};

const storedNodes = z.object({ nodes: z.array(z.record(z.unknown())) });

/** The node as n8n has stored it. */
const storedNode = async (id: string) => {
	const { nodes } = await n8n.request('GET', `/workflows/${id}`, storedNodes);
	return nodes.find(({ name }) => name === 'Node');
};

/** The stored node, once n8n, which saves a little after each change, has stored these parameters. */
const onceStored = async (id: string, parameters: object) => {
	let node = await storedNode(id);
	for (let tries = 0; tries < 50; tries++, node = await storedNode(id)) {
		if (isDeepStrictEqual({ ...(node?.parameters as object), ...parameters }, node?.parameters))
			break;
		await page.waitForTimeout(200);
	}
	return node;
};

const picked = async (): Promise<[resource: string, operation: string]> => [
	await shownIn(page, 'resource'),
	await shownIn(page, 'operation'),
];

const chosenCredential = () => page.getByTestId('node-credentials-select').locator('input');

/** The names of the credentials that the panel offers, of those made above. */
const offeredCredentials = async (): Promise<string[]> => {
	await page.getByTestId('node-credentials-select').click();
	const list = page.locator('.el-select-dropdown:visible').last();
	await list.getByText('of the panel').first().waitFor();
	const names = await list.innerText();
	await page.getByTestId('node-credentials-select').click();
	await list.waitFor({ state: 'hidden' });
	return [keyName, oauthName].filter((name) => names.includes(name));
};

describe('the credential', () => {
	it('of a task is an API key only, and picking it leaves resource and operation', async () => {
		const id = await openNode({ resource: 'task', operation: 'getStepDocument' });
		expect(await offeredCredentials()).toEqual([keyName]);
		await chooseCredential(page, keyName);
		expect(await picked()).toEqual(['Task', 'Get Step Document']);
		await pick(page, 'operation', 'Comment');
		expect(await onceStored(id, { operation: 'comment' })).toMatchObject({
			credentials: { contractWorkflowApi: { name: keyName } },
		});
		await shoot(page, 'panel task with key');
	});

	it('of the organization is one of two, and changing it changes nothing else', async () => {
		const id = await openNode({ resource: 'organization', operation: 'get' });
		const ways = [
			['OAuth2', oauthName, '/v2/users/org-info'],
			['API Key', keyName, '/users/org-info'],
			['OAuth2', oauthName, '/v2/users/org-info'],
		] as const;
		let runs = 0;
		for (const [authentication, name, path] of ways) {
			await pick(page, 'credentialType', authentication);
			await chooseCredential(page, name);
			expect(await chosenCredential().inputValue()).toBe(name);
			expect(await picked()).toEqual(['Organization', 'Get']);
			sandbox.clearRequests();
			await page.getByTestId('node-execute-button').click();
			// The editor's own word of it is gone after some seconds.
			runs += 1;
			expect((await executionsOf(n8n, id, runs)).at(-1)?.status).toBe('success');
			expect(sandbox.requests()).toMatchObject([{ path, status: 200 }]);
			const output = page.getByTestId('output-panel');
			await output.getByText('Meridian Freight').first().waitFor();
			await shoot(page, `panel organization with ${authentication}`);
		}
		await onceStored(id, { credentialType: 'contractWorkflowOAuth2Api' });
		await pick(page, 'resource', 'Task');
		expect(await offeredCredentials()).toEqual([keyName]);
		await chooseCredential(page, keyName);
		await pick(page, 'operation', 'Comment');
		expect(await onceStored(id, { operation: 'comment' })).toMatchObject({
			credentials: { contractWorkflowApi: { name: keyName } },
		});
	});
});

it('a tool opens on Get Many, and offers what needs no file and waits for nobody', async () => {
	const key = { id: '', name: '', type: 'contractWorkflowApi' };
	const { credentials, ...node } = contractWorkflow('Node', { resource: 'task' }, key);
	expect(credentials).toBeDefined();
	const type = 'n8n-nodes-contract-workflow.contractWorkflowTool';
	const id = await saveWorkflow(n8n, [{ ...node, type }], {});
	await openPanel(page, id, 'Node');
	expect(await picked()).toEqual(['Task', 'Get Many']);
	await page.getByTestId('parameter-input-operation').locator('input').first().click();
	const list = page.locator('.el-select-dropdown:visible');
	await list.getByText('Approve or Reject', { exact: true }).waitFor();
	const names = await list.locator('.option-headline').allInnerTexts();
	await shoot(page, 'operations of a tool');
	expect(names.map((name) => name.trim())).toEqual([
		'Approve or Reject',
		'Comment',
		'Get',
		'Get Many',
		'Get Many by External Source ID',
		'Get Signed Documents',
		'Get Step Document',
	]);
});

describe('before the first run', () => {
	const key = { id: '', name: '', type: 'contractWorkflowApi' };
	const commentAfter = async (resource: string, operation: string): Promise<string> => {
		const start = plain('Start', 'manualTrigger', 1, {});
		const before = contractWorkflow('Before', { resource, operation }, key);
		const next = contractWorkflow('Next', { resource: 'task', operation: 'comment' }, key);
		const nodes = [start, { ...before, credentials: {} }, { ...next, credentials: {} }];
		return await saveWorkflow(n8n, nodes, { Start: then('Before'), Before: then('Next') });
	};

	it.each([
		['task', 'get', 'current_step_name', '$json.current_step_name'],
		['document', 'search', 'unclear_fields[0]', '$json.unclear_fields[0]'],
		['organization', 'get', 'remaining', '$json.rate_limit.remaining'],
	])('%s.%s shows its fields: %s is dragged into the next node', async (...row) => {
		const [resource, operation, field, expression] = row;
		await openPanel(page, await commentAfter(resource, operation), 'Next');
		const input = page.getByTestId('ndv-input-panel');
		await input.getByText('Usually outputs the following fields').waitFor();
		const comment = page.getByTestId('parameter-input-comment');
		await createBuilder(page).drag(inputField(page, field), comment, field);
		await comment.getByText(`{{ ${expression} }}`).waitFor();
		await shoot(page, `preview ${resource} ${operation}`);
	});
});
