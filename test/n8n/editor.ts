import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { stackAddresses } from './stack';

/** A page of n8n's editor, in the session that the set-up began. */
export async function openEditor(browser: Browser): Promise<Page> {
	const { n8nUrl, cookie } = stackAddresses();
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	context.setDefaultTimeout(20_000);
	await context.addCookies(
		cookie.split('; ').map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return { name, value: value.join('='), url: n8nUrl };
		}),
	);
	const page = await context.newPage();
	await page.goto(`${n8nUrl}/home/workflows`);
	return page;
}

/** Keeps a picture of the page, for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
	const folder = path.join(tmpdir(), 'contract-workflow-screenshots');
	await page.screenshot({ path: path.join(folder, `${name.replaceAll(' ', '-')}.png`) });
}
