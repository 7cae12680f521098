import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Sandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { useEditor } from './editor';
import { start } from './nodesInRow';
import { contractWorkflow, saveWorkflow, session, then } from './stack';

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

const credential = async (name: string, grantType: string): Promise<StoredCredential> => {
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
		},
	});
};

/** Presses n8n's button to connect, and allows it on the page that opens. */
const connect = async (stored: StoredCredential): Promise<string> => {
	await page.goto(`/home/credentials/${stored.id}`);
	const opened = page.waitForEvent('popup');
	await page.getByTestId('quick-connect-button').click();
	const popup = await opened;
	await popup.getByRole('heading', { name: 'Connect an application' }).waitFor();
	const asked = await popup.locator('main').innerText();
	const closed = popup.waitForEvent('close');
	await popup.getByRole('button', { name: 'Allow' }).click();
	await closed;
	return asked;
};

/** Runs Organization: Get with the credential. */
const expectOrganization = async (stored: StoredCredential): Promise<void> => {
	const parameters = { resource: 'organization', operation: 'get' };
	const node = contractWorkflow('Organization', parameters, stored);
	const id = await saveWorkflow(n8n, [start, node], { Start: then('Organization') });
	const execution = await runWorkflow(n8n, id, 'Start');
	expect(execution.error).toBeUndefined();
	expect(jsonOf(execution, 'Organization')).toMatchObject([{ org_name: 'Meridian Freight' }]);
};

/** Statuses that the API answered since the last call. */
const answered = (): Array<number | null> => {
	const statuses = sandbox.requests().map(({ status }) => status);
	sandbox.clearRequests();
	return statuses;
};

/** The token works, and a fetched one does when the first has expired. */
const expectRefresh = async (stored: StoredCredential): Promise<void> => {
	await expectOrganization(stored);
	expect(answered().at(-1)).toBe(200);
	sandbox.setClockShift(2 * 3600_000);
	await expectOrganization(stored);
	expect(answered()).toEqual([401, 200]);
	await expectOrganization(stored);
	expect(answered()).toEqual([200]);
	sandbox.setClockShift(0);
};

it('connects in the browser by PKCE, and refreshes a token that has expired', async () => {
	const stored = await credential('Connected', 'pkce');
	const asked = await connect(stored);
	expect(asked).toContain('Sample application');
	expect(asked).toContain('users:read');
	await page.getByTestId('oauth-disconnect-button').waitFor();
	await expectRefresh(stored);
});

it('obtains a token as the application itself, and another when it has expired', async () => {
	await expectRefresh(await credential('Client credentials', 'clientCredentials'));
});
