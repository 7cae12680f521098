import type { Page } from 'playwright-core';
import type { Recipe } from '../recipes';
import type { Picture } from './picture';

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

/** A recipe as in its picture: its note is in the docs. */
export const withoutNote = (recipe: Recipe): Recipe => ({
	...recipe,
	nodes: recipe.nodes.filter(({ type }) => !type.endsWith('.stickyNote')),
});

/** The picture of a recipe in the editor. */
export const recipePicture = (recipe: Recipe): Picture => ({
	name: recipe.fileName,
	workflow: recipe,
	take: async (page, { server }) => {
		const { width, height } = sizeOf(recipe);
		const scale = Math.min(1, widestPicture / width);
		await page.setViewportSize({
			width: Math.ceil(width * scale) + around.width,
			height: Math.ceil(height * scale) + around.height,
		});
		await page.goto(`${server.url}/workflow/${recipe.id}`);
		await page
			.locator('.vue-flow__node')
			.nth(recipe.nodes.length - 1)
			.waitFor({ state: 'attached' });
		await page.getByTestId('zoom-to-fit').click();
		await page.mouse.move(0, 0);
		await settle(page);
		const style = onlyTheWorkflow;
		return await page.getByTestId('canvas').screenshot({ animations: 'disabled', style });
	},
});
