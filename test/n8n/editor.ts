import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { stackAddresses } from './stack';

/** A page of n8n's editor in which the owner is signed in. */
export async function openEditor(
	browser: Browser,
	owner: { readonly email: string; readonly password: string },
): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	const page = await context.newPage();
	context.setDefaultTimeout(20_000);
	await page.goto(`${stackAddresses().n8nUrl}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(owner.email);
	await page.locator('input[type=password]').fill(owner.password);
	await page.keyboard.press('Enter');
	await page.waitForURL(/\/(home|workflow)/);
	return page;
}

/** Keeps a picture of the page, for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
	const folder = path.join(tmpdir(), 'contract-workflow-screenshots');
	await page.screenshot({ path: path.join(folder, `${name.replaceAll(' ', '-')}.png`) });
}
