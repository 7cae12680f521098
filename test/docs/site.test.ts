import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import type { DefaultTheme } from 'vitepress';
import { sidebarOf } from '../../docs/.vitepress/sidebar';

const project = path.join(__dirname, '..', '..');

const pagesBelow = (folder: string, recursive: boolean): string[] =>
	readdirSync(path.join(project, folder), { recursive })
		.map((file) => path.posix.join(folder, String(file)))
		.filter((file) => file.endsWith('.md'));

const linksOf = ({ link, items = [] }: DefaultTheme.SidebarItem): string[] => [
	...(link === undefined ? [] : [link]),
	...items.flatMap(linksOf),
];

/** Pages that a different page lists: the README its licence, the index its decisions. */
const listed = /^LICENSE\.md$|^docs\/decisions\/\d/;

it('the sidebar has each page once', () => {
	const pages = [...pagesBelow('', false), ...pagesBelow('docs', true)]
		.filter((page) => !listed.test(page))
		.map((page) => `/${page.replace(/(?:README)?\.md$/, '')}`);
	expect(sidebarOf(project).flatMap(linksOf).sort()).toEqual(pages.sort());
});
