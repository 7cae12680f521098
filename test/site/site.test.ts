import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { violations } from '../../tools/sandbox/test/browser/violations';
import { launch } from '../support/browser';
import type { BuiltSite } from './builtSite';
import { serveBuiltSite } from './builtSite';

let browser: Browser;
let site: BuiltSite;

beforeAll(async () => {
	[browser, site] = await Promise.all([launch(), serveBuiltSite()]);
});
afterAll(async () => {
	await browser?.close();
	await site?.stop();
});

/** Opens a page and waits until its scripts have loaded. */
const open = async (path: string, colorScheme: 'light' | 'dark'): Promise<Page> => {
	const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
	await page.goto(`${site.address}${path}`, { waitUntil: 'networkidle' });
	return page;
};

const pages = [
	'',
	'docs/lists.html',
	'docs/troubleshooting.html',
	'docs/triggers.html',
	'docs/decisions/',
];

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
	it.each(pages)('axe finds nothing on /%s', async (path) => {
		const page = await open(path, colorScheme);
		const isDark = await page.evaluate<boolean>(
			'document.documentElement.classList.contains("dark")',
		);
		expect(isDark).toBe(colorScheme === 'dark');
		expect(await violations(page)).toEqual([]);
		await page.close();
	});
});

it('finds an error by its title, and asks no other host', async () => {
	const page = await open('', 'light');
	const hosts = new Set<string>();
	page.on('request', (request) => hosts.add(new URL(request.url()).host));
	await page.getByRole('button', { name: 'Search' }).click();
	await page.getByRole('searchbox').fill('The credential is read-only');
	await page.getByRole('option').filter({ hasText: 'The credential is read-only' }).first().click();
	await page.waitForURL(/troubleshooting\.html#the-credential-is-read-only/);
	expect([...hosts]).toEqual([new URL(site.address).host]);
	await page.close();
});

it('shows the pictures and the expressions of its pages', async () => {
	const page = await open('', 'light');
	const broken = await page.evaluate<string[]>(
		'[...document.images].filter((one) => one.complete && !one.naturalWidth).map(({ src }) => src)',
	);
	expect(broken).toEqual([]);
	await page.goto(`${site.address}docs/safe-decisions.html`);
	expect(await page.textContent('main')).toContain('{{ $json.deal_id }}');
	expect(site.missed).toEqual([]);
	await page.close();
});
