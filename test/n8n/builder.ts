import type { Locator, Page } from 'playwright-core';
import { chooseCredential, opened } from './editor';

/** One thing that a person does at the editor. Text that is pasted or typed into a field is one. */
export interface Action {
	readonly kind: 'click' | 'drag' | 'key' | 'type';
	readonly what: string;
	/** The characters that were typed; none where they were pasted. */
	readonly typed: number;
}

/** A person who builds in n8n's editor. Each method is one action, and counts it. */
export interface Builder {
	readonly page: Page;
	readonly actions: readonly Action[];
	/** How many actions there were of these kinds. */
	count(...kinds: ReadonlyArray<Action['kind']>): number;
	/** How many characters were typed in all. */
	typed(): number;
	click(target: Locator, what: string, options?: { readonly button: 'right' }): Promise<void>;
	doubleClick(target: Locator, what: string): Promise<void>;
	press(key: string, what: string): Promise<void>;
	/** Types into what has the focus. */
	type(text: string, what: string): Promise<void>;
	/** Pastes into a field. */
	paste(target: Locator, text: string, what: string): Promise<void>;
	drag(from: Locator, to: Locator, what: string): Promise<void>;
}

const middleOf = async (target: Locator, what: string) => {
	// In the middle of the panel nothing lies above it.
	await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
	const box = await target.boundingBox();
	if (!box) throw new Error(`Nothing to be seen of this drag: ${what}`);
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** A person at a page, who has done nothing yet. */
export const createBuilder = (page: Page): Builder => {
	const actions: Action[] = [];
	const did = (kind: Action['kind'], what: string, typed = 0) =>
		actions.push({ kind, what, typed });
	return {
		page,
		actions,
		count: (...kinds) => actions.filter(({ kind }) => kinds.includes(kind)).length,
		typed: () => actions.reduce((sum, { typed }) => sum + typed, 0),
		async click(target, what, options) {
			did('click', what);
			await target.click(options);
		},
		async doubleClick(target, what) {
			did('click', what);
			await target.dblclick();
		},
		async press(key, what) {
			did('key', what);
			await page.keyboard.press(key);
		},
		async type(text, what) {
			did('type', what, text.length);
			await page.keyboard.type(text);
		},
		async paste(target, text, what) {
			did('type', what);
			await target.fill(text);
		},
		async drag(from, to, what) {
			did('drag', what);
			await from.hover();
			await page.mouse.down();
			const { x, y } = await middleOf(to, what);
			await page.mouse.move(x - 5, y, { steps: 10 });
			await page.mouse.move(x, y, { steps: 5 });
			await page.mouse.up();
		},
	};
};

/** The list of a locator of the panel. */
export const locator = (page: Page, name: string): Locator =>
	page.getByTestId(`resource-locator-${name}`);

/** A field of the input panel, as a thing to drag. */
export const inputField = (page: Page, name: string): Locator =>
	page
		.getByTestId('ndv-input-panel')
		.getByTestId('run-data-schema-item')
		.getByText(name, { exact: true })
		.first();

/** A person who has one credential finds it chosen. Here there are more, and choosing is not counted. */
export const findChosen = async (page: Page, credential: string): Promise<void> => {
	const chosen = page.getByTestId('node-credentials-select').locator('input');
	if ((await chosen.inputValue()) === credential) return;
	await chooseCredential(page, credential);
	await page.locator('.el-select-dropdown:visible').waitFor({ state: 'hidden' });
};

/**
 * Adds an action of the node behind the last node of the canvas: three clicks, and the search. Its
 * panel opens.
 */
export const addAction = async (
	builder: Builder,
	action: string,
	credential: string,
): Promise<void> => {
	const { page } = builder;
	const plus = page.getByTestId('canvas-handle-plus').last();
	await builder.click(plus, 'add a node');
	await opened(page.getByTestId('node-creator-search-bar'), async () => await plus.click());
	await builder.type('contract', 'search for the node');
	const found = page.getByTestId('node-creator-item-name');
	await builder.click(found.getByText('Contract Workflow', { exact: true }).first(), 'the node');
	await builder.click(page.getByText(action, { exact: true }), action);
	await page.getByTestId('node-parameters').waitFor();
	await findChosen(page, credential);
};

/** Chooses from the list of a locator: two clicks. */
export const chooseFrom = async (builder: Builder, name: string, entry: string): Promise<void> => {
	const { page } = builder;
	await builder.click(locator(page, name).getByTestId('rlc-input'), `the list of ${name}`);
	await builder.click(page.getByTestId('rlc-item').getByText(entry).first(), entry);
};

/** A switch of the panel. */
export const switchNamed = (page: Page, name: string): Locator =>
	page.getByTestId(`parameter-input-${name}`).locator('.el-switch');

/** Executes the node of the open panel. */
export const execute = async (builder: Builder): Promise<void> => {
	// n8n takes over what was typed or dropped a moment later.
	await builder.page.waitForTimeout(1_000);
	await builder.click(builder.page.getByTestId('node-execute-button').first(), 'execute');
};
