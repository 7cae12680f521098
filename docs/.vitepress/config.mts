import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { linksOfRepository, plainBraces, repository } from './markdown';
import { sidebarOf } from './sidebar';

const project = path.resolve(import.meta.dirname, '../..');

const icon = readFileSync(path.join(project, 'icons/contractWorkflow.svg'), 'base64');

/** The anchor of a heading, as GitHub makes it. */
const slugify = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
		.replaceAll(' ', '-');

/** The site is made from the files as a forge shows them, the README as its first page. */
export default defineConfig({
	title: 'n8n-nodes-contract-workflow',
	description: 'n8n nodes for the Contract Workflow Service',
	lang: 'en',
	head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }]],
	srcDir: '..',
	srcExclude: ['!(docs)/**/*.md'],
	cacheDir: '../.cache/vitepress',
	rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
	markdown: {
		anchor: { slugify },
		config: (md) => md.use(linksOfRepository).use(plainBraces),
	},
	themeConfig: {
		siteTitle: 'Contract Workflow nodes',
		search: { provider: 'local' },
		sidebar: sidebarOf(project),
		outline: [2, 3],
		nav: [{ text: 'Source', link: repository }],
	},
});
