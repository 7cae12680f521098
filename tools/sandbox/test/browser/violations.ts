import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Run in the page. Until a transition has ended, its colors are not those that people read. */
const untilTransitionsEnd = `Promise.allSettled(
	document.getAnimations()
		.filter((animation) => animation instanceof CSSTransition)
		.map(({ finished }) => finished),
)`;

/** What axe finds wrong with a page for people who use a screen reader, or see little. */
export const violations = async (page: Page): Promise<string[]> => {
	await page.evaluate(axe.source);
	await page.evaluate(untilTransitionsEnd);
	const found = await page.evaluate<axe.AxeResults>('axe.run()');
	return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};
