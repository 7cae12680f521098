import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { readRecipes } from '../../scripts/recipes';
import { writeTemplates } from '../../scripts/templates/library';

const recipesFolder = path.join(__dirname, '..', '..', 'recipes');

let templates: string;
let sandbox: Sandbox;
beforeAll(async () => {
	templates = await mkdtemp(path.join(tmpdir(), 'contract-workflow-templates-'));
	await writeTemplates(templates, await readRecipes());
	sandbox = await createSandbox({ templates });
});
afterAll(async () => {
	await sandbox?.stop();
	await rm(templates, { recursive: true });
});

const get = async (place: string) => await fetch(`${sandbox.templatesUrl}${place}`);
const read = async (place: string) => JSON.parse(await (await get(place)).text());
const idsOf = (answer: { workflows: Array<{ id: string }> }) =>
	answer.workflows.map(({ id }) => id);

it('the pages of an empty search hold each file of the recipes once', async () => {
	const files = (await readdir(recipesFolder)).map((file) => path.basename(file, '.json'));
	const ids: string[] = [];
	for (let page = 1; page * 7 < files.length + 7; page += 1) {
		const answer = await read(`/templates/search?search=&page=${page}&limit=7&category=`);
		expect(answer.totalWorkflows).toBe(files.length);
		ids.push(...idsOf(answer));
	}
	expect(ids.sort()).toEqual(files.sort());
});

it('a search finds what has all words, in the categories that are asked for', async () => {
	expect(idsOf(await read('/templates/search?search=BULK%20approve'))).toEqual(['bulk-approval']);
	expect(idsOf(await read('/templates/search?search=bulk&category=Mirror'))).toEqual([]);
	const both = await read('/templates/search?category=Approve,Mirror&limit=100');
	const groups = both.workflows.flatMap(({ categories }: { categories: object[] }) => categories);
	expect(new Set(groups.map(({ name }: { name: string }) => name))).toEqual(
		new Set(['Approve', 'Mirror']),
	);
});

it('a recipe is previewed and put onto the canvas with all nodes and connections of its file', async () => {
	for (const { fileName } of await readRecipes()) {
		const text = await readFile(path.join(recipesFolder, `${fileName}.json`), 'utf8');
		const { nodes, connections, name } = JSON.parse(text);
		const preview = await read(`/templates/workflows/${fileName}`);
		expect(preview.workflow).toMatchObject({
			id: fileName,
			name,
			workflow: { nodes, connections },
		});
		const template = await read(`/workflows/templates/${fileName}`);
		expect(template).toMatchObject({ id: fileName, name, workflow: { nodes, connections } });
	}
});

it('answers for health, categories and collections, and says what there is not', async () => {
	expect(await read('/health')).toEqual({ status: 'OK' });
	const { categories } = await read('/templates/categories');
	expect(categories).toContainEqual({ id: 'Approve', name: 'Approve' });
	expect(await read('/templates/collections?&search=')).toEqual({ collections: [] });
	for (const place of ['/templates/collections/1', '/templates/workflows/..%2f..%2fhealth', '/']) {
		expect((await get(place)).status).toBe(404);
	}
	expect((await get('/templates/search?page=0')).status).toBe(400);
});

it("n8n's page may ask from its own origin, with cookies and the version of n8n", async () => {
	const origin = 'http://127.0.0.1:5678';
	const asks = { Origin: origin, 'Access-Control-Request-Headers': 'n8n-version' };
	const { headers } = await fetch(`${sandbox.templatesUrl}/templates/search`, {
		method: 'OPTIONS',
		headers: { ...asks, 'Access-Control-Request-Method': 'GET' },
	});
	expect(headers.get('access-control-allow-origin')).toBe(origin);
	expect(headers.get('access-control-allow-credentials')).toBe('true');
	expect(headers.get('access-control-allow-headers')).toBe('n8n-version');
	const page = await fetch(`${sandbox.appUrl}/keys`, { headers: { Origin: origin } });
	expect(page.headers.get('access-control-allow-origin')).toBeNull();
});
