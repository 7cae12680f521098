import { beforeAll, expect, it } from '@jest/globals';
import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { itemsOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { useEditor } from './editor';
import { contractWorkflow, saveWorkflow, session } from './stack';

/*
 * Section 5 of the API text: a bearer token opens GET /v2/users/org-info. Here n8n obtains it, by
 * its own OAuth2 credential, from the sandbox, whose clock decides when it expires.
 */

let sandbox: Sandbox;
let n8n: N8n;
let page: Page;
const editor = useEditor();
beforeAll(() => {
	({ sandbox, page } = editor);
	n8n = session();
});

const credential = async (
	name: string,
	grantType: string,
	more: ICredentialDataDecryptedObject = {},
): Promise<StoredCredential> => {
	const { authorizationUrl, tokenUrl, clientId, clientSecret } = sandbox.oauth;
	return await upsertCredential(n8n, {
		name,
		type: 'contractWorkflowOAuth2Api',
		data: {
			baseUrl: sandbox.baseUrl,
			grantType,
			authUrl: authorizationUrl,
			accessTokenUrl: tokenUrl,
			clientId,
			clientSecret,
			scope: 'users:read',
			authQueryParameters: '',
			authentication: 'header',
			...more,
		},
	});
};

const openConnect = async ({ name }: StoredCredential) => {
	await page.goto('/home/credentials');
	await page.getByText(name, { exact: true }).click();
	return page.locator('[data-test-id="quick-connect-button"]');
};

/** Presses n8n's button to connect, and decides on the page that opens. */
const connect = async (stored: StoredCredential, decision: 'Allow' | 'Deny'): Promise<string> => {
	const button = await openConnect(stored);
	const opened = page.waitForEvent('popup');
	await button.click();
	const popup = await opened;
	await popup.getByRole('heading', { name: 'Connect an application' }).waitFor();
	const asked = await popup.locator('main').innerText();
	const closed = decision === 'Allow' ? popup.waitForEvent('close') : popup.waitForURL(/callback/);
	await popup.getByRole('button', { name: decision }).click();
	await closed;
	return asked;
};

const start: INode = {
	id: 'Start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Runs Organization: Get with the credential. */
const getOrganization = async (stored: StoredCredential) => {
	const node = contractWorkflow(
		'Organization',
		{ resource: 'organization', operation: 'get' },
		stored,
	);
	const id = await saveWorkflow(n8n, [start, node], {
		Start: { main: [[{ node: 'Organization', type: 'main', index: 0 }]] },
	});
	const execution = await runWorkflow(n8n, id, 'Start');
	return { execution, items: itemsOf(execution, 'Organization').map(({ json }) => json) };
};

const expectOrganization = async (stored: StoredCredential): Promise<void> => {
	const { execution, items } = await getOrganization(stored);
	expect([execution.status, execution.error]).toStrictEqual(['success', undefined]);
	expect(items).toEqual([expect.objectContaining({ org_name: 'Meridian Freight' })]);
};

/** Statuses that the API answered since the last call. */
const answered = (): Array<number | null> => {
	const statuses = sandbox.requests().map(({ status }) => status);
	sandbox.clearRequests();
	return statuses;
};

it('connects in the browser by PKCE, and refreshes a token that has expired', async () => {
	const stored = await credential('Connected', 'pkce');
	const asked = await connect(stored, 'Allow');
	expect(asked).toContain('Sample application');
	expect(asked).toContain('users:read');
	await page.locator('[data-test-id="oauth-disconnect-button"]').waitFor();
	await expectOrganization(stored);
	expect(answered()).toEqual([200]);

	sandbox.setClockShift(2 * 3600_000);
	await expectOrganization(stored);
	expect(answered()).toEqual([401, 200]);
	await expectOrganization(stored);
	expect(answered()).toEqual([200]);
	sandbox.setClockShift(0);
});

it('is not connected when the person denies', async () => {
	const stored = await credential('Denied', 'authorizationCode');
	await connect(stored, 'Deny');
	const { execution } = await getOrganization(stored);
	expect(execution.status).toBe('error');
	expect(answered()).toEqual([]);
});

it('obtains a token as the application itself, and another when it has expired', async () => {
	const stored = await credential('Client credentials', 'clientCredentials');
	await expectOrganization(stored);
	expect(answered().at(-1)).toBe(200);
	sandbox.setClockShift(2 * 3600_000);
	await expectOrganization(stored);
	expect(answered()).toEqual([401, 200]);
	sandbox.setClockShift(0);
});

it('says what is missing when the token lacks users:read', async () => {
	const stored = await credential('Without scope', 'clientCredentials', {
		scope: 'documents:read',
	});
	const { execution } = await getOrganization(stored);
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.error)).toContain('users:read');
});
