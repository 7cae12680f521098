import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { selectors } from 'playwright-core';
import { launch } from '../../test/support/browser';
import { bringUp } from './n8n/bringUp';
import type { Credential } from './n8n/credentials';
import { projectFolder } from './n8n/places';
import type { Recipe } from './recipes';
import { readRecipes } from './recipes';
import { runScript, step } from './script';

/** For the recipes that need more, so that no node shows an error. Nothing connects with them. */
const credentials: readonly Credential[] = [
	{ name: 'PostgreSQL', type: 'postgres', data: { host: 'localhost' } },
	{ name: 'Slack', type: 'slackApi', data: { accessToken: 'xoxb-1' } },
];

/** Around the canvas: n8n's header and menu, which are not in the picture. */
const around = { width: 40, height: 65 };
const margin = 40;
const widestPicture = 1600;

/** Only the workflow itself: no buttons, map, panels or hints of the editor. */
const onlyTheWorkflow = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-minimap"], [data-test-id="logs-panel"],
	[data-test-id="canvas-handle-plus-wrapper"], [data-test-id="canvas-node-toolbar"],
	[data-test-id="execute-workflow-button"], [data-test-id="node-creator-plus-button"],
	[data-test-id="command-bar-button"], [data-test-id="add-sticky-button"],
	[data-test-id="toggle-focus-panel-button"], [data-test-id="instance-ai-canvas-action-button"],
	[data-test-id^="execute-workflow-button"], [data-test-id^="radio-button"],
	div:has(> [role="radiogroup"]), [role="radiogroup"],
	[class*="executionButtons"], [class*="nodeButtons"] { visibility: hidden !important; }
`;

/** How much room a workflow takes on the canvas, in pixels at its natural size. */
const sizeOf = ({ nodes }: Recipe): { width: number; height: number } => {
	const boxes = nodes.map(({ position: [x, y] }) => ({
		left: x,
		top: y,
		right: x + 100,
		bottom: y + 100,
	}));
	const left = Math.min(...boxes.map((box) => box.left));
	const top = Math.min(...boxes.map((box) => box.top));
	return {
		width: Math.max(...boxes.map((box) => box.right)) - left + 2 * margin,
		height: Math.max(...boxes.map((box) => box.bottom)) - top + 2 * margin,
	};
};

/** Waits until the editor has stopped moving the workflow into view. */
const settle = async (page: Page): Promise<void> => {
	const place = async () =>
		await page.locator('.vue-flow__transformationpane').getAttribute('style');
	for (let before: string | null = null, now = await place(); now !== before; ) {
		await page.waitForTimeout(500);
		[before, now] = [now, await place()];
	}
};

/** The picture of a recipe in the editor, as a PNG. */
const take = async (page: Page, url: string, recipe: Recipe): Promise<Buffer> => {
	const { width, height } = sizeOf(recipe);
	const scale = Math.min(1, widestPicture / width);
	await page.setViewportSize({
		width: Math.ceil(width * scale) + around.width,
		height: Math.ceil(height * scale) + around.height,
	});
	await page.goto(`${url}/workflow/${recipe.id}`);
	const last = page.locator('.vue-flow__node').nth(recipe.nodes.length - 1);
	await last.waitFor({ state: 'attached' });
	await page.getByTestId('zoom-to-fit').click();
	await page.mouse.move(0, 0);
	await settle(page);
	const style = onlyTheWorkflow;
	return await page.getByTestId('canvas').screenshot({ animations: 'disabled', style });
};

/** The picture as WebP, made by the browser: a fraction of the bytes of a PNG. */
const toWebp = async (page: Page, png: Buffer): Promise<Buffer> => {
	// The page in the picture may block all images except its own.
	await page.goto('about:blank');
	const base64 = await page.evaluate<string>(`(async () => {
		const image = new Image();
		image.src = 'data:image/png;base64,${png.toString('base64')}';
		await image.decode();
		const canvas = document.createElement('canvas');
		canvas.width = image.width;
		canvas.height = image.height;
		canvas.getContext('2d').drawImage(image, 0, 0);
		return canvas.toDataURL('image/webp', 0.8).split(',')[1];
	})()`);
	return Buffer.from(base64, 'base64');
};

/** The recipes without their notes: the docs have those. */
const shownRecipes = async (): Promise<Recipe[]> =>
	(await readRecipes()).map((recipe) => ({
		...recipe,
		nodes: recipe.nodes.filter(({ type }) => !type.endsWith('.stickyNote')),
	}));

/** Takes the pictures of recipes in an n8n and a sandbox of their own. */
const pictures = async (signal: AbortSignal): Promise<void> => {
	selectors.setTestIdAttribute('data-test-id');
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-pictures-'));
	const browser = await launch();
	try {
		const recipes = await shownRecipes();
		const stack = await bringUp({ folder, recipes, credentials, signal });
		try {
			const context = await browser.newContext();
			const cookies = stack.n8n.cookie.split('; ').map((pair) => {
				const [name = '', ...value] = pair.split('=');
				return { name, value: value.join('='), url: stack.server.url };
			});
			await context.addCookies(cookies);
			const page = await context.newPage();
			page.setDefaultTimeout(120_000);
			for (const recipe of recipes) {
				const file = path.join(projectFolder, 'docs', 'images', `${recipe.fileName}.webp`);
				await step(recipe.fileName, async () => {
					await writeFile(file, await toWebp(page, await take(page, stack.server.url, recipe)));
				});
			}
		} finally {
			await stack.stop();
		}
	} finally {
		await browser.close();
		await rm(folder, { recursive: true });
	}
};

void runScript(pictures);
