import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { selectors } from 'playwright-core';
import { launch } from '../../test/support/browser';
import { bringUp } from './n8n/bringUp';
import type { Credential } from './n8n/credentials';
import { projectFolder } from './n8n/places';
import { pages } from './pictures/pages';
import { panels } from './pictures/panels';
import type { Picture } from './pictures/picture';
import { recipePicture, withoutNote } from './pictures/recipe';
import { readRecipes } from './recipes';
import { runScript, step } from './script';

/** For the recipes that need more, so that no node shows an error. Nothing connects with them. */
const credentials: readonly Credential[] = [
	{ name: 'PostgreSQL', type: 'postgres', data: { host: 'localhost' } },
	{ name: 'Slack', type: 'slackApi', data: { accessToken: 'xoxb-1' } },
];

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

/** The pictures named on the command line, or all of them. */
const wantedPictures = async (): Promise<Picture[]> => {
	const names = process.argv.slice(2);
	const recipes = (await readRecipes()).map((recipe) => recipePicture(withoutNote(recipe)));
	const all = [...recipes, ...panels, ...pages];
	return all.filter(({ name }) => names.length === 0 || names.includes(name));
};

/** Takes pictures in an n8n and a sandbox of their own. */
const pictures = async (signal: AbortSignal): Promise<void> => {
	selectors.setTestIdAttribute('data-test-id');
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-pictures-'));
	const browser = await launch();
	try {
		const wanted = await wantedPictures();
		const shown = wanted.flatMap(({ workflow }) => workflow ?? []);
		const recipes = [...new Map(shown.map((workflow) => [workflow.id, workflow])).values()];
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
			for (const { name, take } of wanted) {
				const file = path.join(projectFolder, 'docs', 'images', `${name}.webp`);
				await step(name, async () => {
					await writeFile(file, await toWebp(page, await take(page, stack)));
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
