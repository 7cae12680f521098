import { upsertCredential } from '../n8n/credentials';
import { connectMcp } from '../n8n/mcp/client';
import { publish } from '../n8n/publication';
import { readRecipe } from '../recipes';
import type { Picture } from './picture';
import { still } from './picture';
import { withoutNote } from './recipe';

const fileName = 'ask-and-decide-contracts';
const serverPath = 'ask-about-contracts';

/** The steps to connect a person's MCP client to n8n, as docs/agents.md shows them. */
export const mcpPictures = async (): Promise<Picture[]> => {
	const workflow = withoutNote(await readRecipe(fileName));
	return [
		{
			name: 'mcp-credential',
			take: async (page, { server, n8n, sandbox: { baseUrl, apiKey } }) => {
				const { id } = await upsertCredential(n8n, {
					name: 'Contracts (read only)',
					type: 'contractWorkflowApi',
					data: { baseUrl, apiKey, allow: 'reading' },
				});
				await page.setViewportSize({ width: 1100, height: 760 });
				await page.goto(`${server.url}/home/credentials/${id}`);
				await page.getByText('Permissions', { exact: true }).waitFor();
				await page.waitForTimeout(1_000);
				return await page.getByTestId('editCredential-modal').screenshot(still);
			},
		},
		{
			name: 'mcp-url',
			workflow,
			take: async (page, { server }) => {
				const trigger = workflow.nodes.find(({ type }) => type.endsWith('.mcpTrigger'));
				await page.setViewportSize({ width: 1280, height: 800 });
				await page.goto(`${server.url}/workflow/${workflow.id}/${trigger?.id ?? ''}`);
				await page.getByRole('radio', { name: 'Production URL' }).dispatchEvent('click');
				await page.mouse.move(0, 0);
				await page.waitForTimeout(1_000);
				return await page.getByTestId('node-parameters').first().screenshot(still);
			},
		},
		{
			name: 'mcp-consent',
			workflow,
			take: async (page, { n8n }) => {
				await publish(n8n, workflow.id);
				await page.setViewportSize({ width: 680, height: 480 });
				let picture: Buffer = Buffer.alloc(0);
				const { client } = await connectMcp(n8n, serverPath, async (authorization) => {
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
			},
		},
	];
};
