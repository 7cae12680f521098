import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { questionPage } from '../nodes/ContractWorkflow/safeguards/question/page';
import { launch } from '../test/support/browser';
import type { Stack } from './n8n/bringUp';
import { bringUp } from './n8n/bringUp';
import { projectFolder } from './n8n/places';
import type { WorkflowFile } from './n8n/workflows';
import type { Panel } from './pictures/gallery';
import { panels, sampleQuestion } from './pictures/gallery';
import { mcpPictures, mcpRecipe } from './pictures/mcp';
import type { Recipe } from './recipes';
import { readRecipe, readRecipes } from './recipes';
import { runScript } from './script';
import { step } from './step';

const picturesFolder = path.join(projectFolder, 'docs', 'images');

/** Around the canvas: n8n's header and menu, which are not in the picture. */
const around = { width: 40, height: 65 };
const margin = 40;
const widestPicture = 1600;

/**
 * For the recipes that write to PostgreSQL, so that no node shows an error. Nothing connects with
 * it.
 */
const database = { name: 'PostgreSQL', type: 'postgres', data: { host: 'localhost' } };

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

/** No toasts over the panel. */
const withoutNotices = '.el-notification { visibility: hidden !important; }';

/** Which pictures to take. */
interface Wanted {
	readonly recipes: readonly Recipe[];
	readonly panels: readonly Panel[];
	readonly questions: ReadonlyArray<keyof typeof questions>;
	readonly mcp: ReadonlyArray<keyof typeof mcpPictures>;
	readonly sandbox: boolean;
}

/** How much room a workflow takes on the canvas, in pixels at its natural size. */
const sizeOf = ({ nodes }: WorkflowFile): { width: number; height: number } => {
	const boxes = nodes.map(({ position: [x, y], parameters: { width = 100, height = 100 } }) => ({
		left: x,
		top: y,
		right: x + Number(width),
		bottom: y + Number(height),
	}));
	const left = Math.min(...boxes.map((box) => box.left));
	const top = Math.min(...boxes.map((box) => box.top));
	return {
		width: Math.max(...boxes.map((box) => box.right)) - left + 2 * margin,
		height: Math.max(...boxes.map((box) => box.bottom)) - top + 2 * margin,
	};
};

const openEditor = async (browser: Browser, { server, n8n }: Stack): Promise<Page> => {
	const context = await browser.newContext();
	await context.addCookies(
		n8n.cookie.split('; ').map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return { name, value: value.join('='), url: server.url };
		}),
	);
	const page = await context.newPage();
	page.setDefaultTimeout(120_000);
	return page;
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

/** The picture as WebP, made by the browser: a fraction of the bytes of a PNG. */
const toWebp = async (page: Page, png: Buffer): Promise<Buffer> => {
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

/** Takes the picture of one recipe, with its workflow in the editor. */
const shoot = async (page: Page, url: string, recipe: Recipe): Promise<string> => {
	const { width, height } = sizeOf(recipe);
	const scale = Math.min(1, widestPicture / width);
	await page.setViewportSize({
		width: Math.ceil(width * scale) + around.width,
		height: Math.ceil(height * scale) + around.height,
	});
	await page.goto(`${url}/workflow/${recipe.id}`);
	await page
		.locator('.vue-flow__node')
		.nth(recipe.nodes.length - 1)
		.waitFor({ state: 'attached' });
	await page.locator('[data-test-id="zoom-to-fit"]').click();
	await page.addStyleTag({ content: onlyTheWorkflow });
	await page.mouse.move(0, 0);
	await settle(page);
	const picture = await page
		.locator('[data-test-id="canvas"]')
		.screenshot({ animations: 'disabled' });
	const file = path.join(picturesFolder, `${recipe.fileName}.webp`);
	await writeFile(file, await toWebp(page, picture));
	return file;
};

/** Takes the picture of one panel. */
const shootPanel = async (page: Page, url: string, panel: Panel): Promise<string> => {
	const { fileName, workflow, window, show } = panel;
	await page.setViewportSize(window);
	await page.goto(`${url}/workflow/${workflow.id}/${workflow.nodes.at(-1)?.id ?? ''}`);
	await page.locator('[data-test-id="node-parameters"]').first().waitFor();
	const part = await show(page);
	await page.addStyleTag({ content: withoutNotices });
	await page.mouse.move(0, 0);
	await page.waitForTimeout(1_000);
	const file = path.join(picturesFolder, `${fileName}.webp`);
	await writeFile(file, await toWebp(page, await part.screenshot({ animations: 'disabled' })));
	return file;
};

/** Takes the picture of the sandbox's page of a task. */
const shootSandbox = async (page: Page, { sandbox }: Stack): Promise<string> => {
	await page.setViewportSize({ width: 1100, height: 760 });
	await page.goto(`${sandbox.appUrl}/workflows/tasks/10005`);
	const picture = await page.screenshot({ animations: 'disabled' });
	// The page blocks all images except its own.
	await page.goto('about:blank');
	const file = path.join(picturesFolder, 'sandbox.webp');
	await writeFile(file, await toWebp(page, picture));
	return file;
};

const questions = { 'question-light': 'light', 'question-dark': 'dark' } as const;

/** Takes a picture of the page of a question, as on a phone. */
const shootQuestion = async (page: Page, name: keyof typeof questions): Promise<string> => {
	await page.emulateMedia({ colorScheme: questions[name] });
	await page.setViewportSize({ width: 390, height: 700 });
	await page.setContent(questionPage(sampleQuestion));
	const picture = await page.screenshot({ animations: 'disabled', fullPage: true });
	await page.goto('about:blank');
	await page.emulateMedia({ colorScheme: null });
	const file = path.join(picturesFolder, `${name}.webp`);
	await writeFile(file, await toWebp(page, picture));
	return file;
};

/** Takes a picture of a step to connect an MCP client to n8n. */
const shootMcp = async (
	page: Page,
	stack: Stack,
	name: keyof typeof mcpPictures,
): Promise<string> => {
	const picture = await mcpPictures[name](page, stack, await readRecipe(mcpRecipe));
	await page.goto('about:blank');
	const file = path.join(picturesFolder, `${name}.webp`);
	await writeFile(file, await toWebp(page, picture));
	return file;
};

const shootAll = async (stack: Stack, wanted: Wanted): Promise<void> => {
	const browser = await launch();
	const { url } = stack.server;
	try {
		const page = await openEditor(browser, stack);
		const take = async (name: string, shot: () => Promise<string>) =>
			await step(name, async (say) => {
				say(`${name}: ${Math.round((await stat(await shot())).size / 1000)} kB`);
			});
		for (const recipe of wanted.recipes) {
			await take(recipe.fileName, async () => await shoot(page, url, recipe));
		}
		for (const panel of wanted.panels) {
			await take(panel.fileName, async () => await shootPanel(page, url, panel));
		}
		for (const name of wanted.questions) {
			await take(name, async () => await shootQuestion(page, name));
		}
		for (const name of wanted.mcp) {
			await take(name, async () => await shootMcp(page, stack, name));
		}
		if (wanted.sandbox) await take('sandbox', async () => await shootSandbox(page, stack));
	} finally {
		await browser.close();
	}
};

/** The pictures named on the command line, or all of them. */
const readWanted = async (names: readonly string[]): Promise<Wanted> => {
	const pages = Object.keys(questions) as Array<keyof typeof questions>;
	const steps = Object.keys(mcpPictures) as Array<keyof typeof mcpPictures>;
	if (names.length === 0) {
		return { recipes: await readRecipes(), panels, questions: pages, mcp: steps, sandbox: true };
	}
	const chosen = panels.filter(({ fileName }) => names.includes(fileName));
	const chosenPages = pages.filter((page) => names.includes(page));
	const chosenSteps = steps.filter((one) => names.includes(one));
	const known: readonly string[] = [...panels.map(({ fileName }) => fileName), ...pages, ...steps];
	const others = names.filter((name) => !known.includes(name));
	return {
		recipes: await Promise.all(others.filter((name) => name !== 'sandbox').map(readRecipe)),
		panels: chosen,
		questions: chosenPages,
		mcp: chosenSteps,
		sandbox: others.includes('sandbox'),
	};
};

/** Takes the pictures of recipes, panels and the sandbox that are named, or all of them. */
const pictures = async (signal: AbortSignal): Promise<void> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-pictures-'));
	await mkdir(picturesFolder, { recursive: true });
	try {
		const wanted = await readWanted(process.argv.slice(2));
		const imported = [
			...wanted.recipes,
			...(wanted.mcp.length > 0 ? [await readRecipe(mcpRecipe)] : []),
		];
		const recipes = [...imported, ...wanted.panels.map(({ workflow }) => workflow)];
		const credentials = [database];
		const stack = await bringUp({ folder, sandboxPort: 0, recipes, credentials, signal });
		try {
			await shootAll(stack, wanted);
		} finally {
			await stack.stop();
		}
	} finally {
		await rm(folder, { recursive: true });
	}
};

void runScript(pictures);
