import type { Page } from 'playwright-core';
import type { Stack } from '../n8n/bringUp';
import { upsertCredential } from '../n8n/credentials';
import { connectMcp } from '../n8n/mcp/client';
import { publish } from '../n8n/publication';
import type { Recipe } from '../recipes';

/** The recipe in these pictures. */
export const mcpRecipe = 'ask-about-contracts';

/** Takes a picture of a step to connect a person's MCP client to n8n. */
type Shot = (page: Page, stack: Stack, recipe: Recipe) => Promise<Buffer>;

const still = { animations: 'disabled' } as const;

/** The credential that refuses writes. */
const credential: Shot = async (page, { server, n8n, sandbox: { baseUrl, apiKey } }) => {
	const { id } = await upsertCredential(n8n, {
		name: 'Contracts (read only)',
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey, allow: 'reading' },
	});
	await page.setViewportSize({ width: 1100, height: 760 });
	await page.goto(`${server.url}/home/credentials/${id}`);
	await page.getByText('Permissions', { exact: true }).waitFor();
	await page.waitForTimeout(1_000);
	return await page.locator('[data-test-id="editCredential-modal"]').screenshot(still);
};

/** The panel of the trigger, with the URL for the client. */
const url: Shot = async (page, { server }, { id, nodes }) => {
	const trigger = nodes.find(({ type }) => type.endsWith('.mcpTrigger'));
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto(`${server.url}/workflow/${id}/${trigger?.id ?? ''}`);
	await page.getByRole('radio', { name: 'Production URL' }).dispatchEvent('click');
	await page.mouse.move(0, 0);
	await page.waitForTimeout(1_000);
	return await page.locator('[data-test-id="node-parameters"]').first().screenshot(still);
};

/** The page on which a person authorizes the client. */
const consent: Shot = async (page, { n8n }, { id }) => {
	await publish(n8n, id);
	await page.setViewportSize({ width: 680, height: 480 });
	let picture: Buffer = Buffer.alloc(0);
	const { client } = await connectMcp(n8n, mcpRecipe, async (authorization) => {
		await page.goto(authorization.href);
		await page.getByText('I recognize and trust this URL').click();
		await page.mouse.move(0, 0);
		picture = await page.screenshot(still);
		const redirect = authorization.searchParams.get('redirect_uri') ?? '';
		const returned = page.waitForRequest((request) => request.url().startsWith(redirect));
		await page.getByRole('button', { name: 'Allow access' }).click();
		return (await returned).url();
	});
	await client.close();
	return picture;
};

/** The steps that docs/mcp.md shows, by the names of their pictures. */
export const mcpPictures = { 'mcp-credential': credential, 'mcp-url': url, 'mcp-consent': consent };
