import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page for people who use a screen reader, or see little. */
export const violations = async (page: Page): Promise<string[]> => {
	await page.evaluate(axe.source);
	const found = await page.evaluate<axe.AxeResults>('axe.run()');
	return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};
