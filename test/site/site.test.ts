import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { violations } from '../../tools/sandbox/test/browser/violations';
import { freePort } from '../../tools/scripts/n8n/installation/port';
import { until } from '../../tools/scripts/n8n/pages/questions';
import { launch } from '../support/browser';

const project = path.join(__dirname, '..', '..');
const vitepress = path.join(project, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
/** Not the root, so that a link which ignores the base is missed. */
const base = '/n8n-nodes/';

let browser: Browser;
let server: ChildProcess;
let address: string;
const missed: string[] = [];

beforeAll(async () => {
	browser = await launch();
	const build = [vitepress, 'build', 'docs', '--base', base];
	await promisify(execFile)(process.execPath, build, { cwd: project });
	const port = await freePort();
	address = `http://localhost:${port}${base}`;
	const preview = [vitepress, 'preview', 'docs', '--base', base, '--port', String(port)];
	server = spawn(process.execPath, preview, { cwd: project, stdio: 'ignore' });
	await until(
		async () =>
			await fetch(address).then(
				({ ok }) => ok,
				() => false,
			),
	);
});
afterAll(async () => {
	await browser?.close();
	server?.kill();
});

/** Opens a page and waits until its scripts have loaded. */
const open = async (file: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
	const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
	page.on('response', (response) => {
		if (response.status() === 404) missed.push(response.url());
	});
	await page.goto(`${address}${file}`, { waitUntil: 'networkidle' });
	return page;
};

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
	it.each(['', 'docs/troubleshooting.html'])('axe finds nothing on /%s', async (file) => {
		const page = await open(file, colorScheme);
		const isDark = 'document.documentElement.classList.contains("dark")';
		expect(await page.evaluate<boolean>(isDark)).toBe(colorScheme === 'dark');
		expect(await violations(page)).toEqual([]);
		await page.close();
	});
});

it('finds an error by its title, and asks no other host', async () => {
	const page = await open('');
	const hosts = new Set<string>();
	page.on('request', (request) => hosts.add(new URL(request.url()).host));
	await page.getByRole('button', { name: 'Search' }).click();
	await page.getByRole('searchbox').fill('The credential is read-only');
	await page.getByRole('option').filter({ hasText: 'The credential is read-only' }).first().click();
	await page.waitForURL(/troubleshooting(\.html)?#the-credential-is-read-only/);
	expect([...hosts]).toEqual([new URL(address).host]);
	await page.close();
});

it('shows the pictures and the expressions of its pages', async () => {
	const page = await open('');
	const broken = await page.evaluate<string[]>(
		'[...document.images].filter((one) => one.complete && !one.naturalWidth).map(({ src }) => src)',
	);
	expect(broken).toEqual([]);
	await page.goto(`${address}docs/safe-decisions.html`);
	expect(await page.textContent('main')).toContain('{{ $json.deal_id }}');
	expect(missed).toEqual([]);
	await page.close();
});
