import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DefaultTheme } from 'vitepress';

/** What a reader is about to do, and the pages for it, from the root of the repository. */
interface Task {
	readonly name: string;
	readonly pages: readonly string[];
}

const tasks: readonly Task[] = [
	{ name: 'Start', pages: ['README', 'docs/quickstart', 'docs/recipes'] },
	{
		name: 'Build',
		pages: [
			'docs/triggers',
			'docs/variables',
			'docs/lists',
			'docs/safe-decisions',
			'docs/waiting',
			'docs/agents',
		],
	},
	{
		name: 'Run',
		pages: [
			'docs/credentials',
			'docs/who-acts',
			'docs/scaling',
			'docs/data',
			'docs/benchmark',
			'SECURITY',
			'CHANGELOG',
		],
	},
	{ name: 'Solve', pages: ['docs/troubleshooting', 'docs/sandbox'] },
	{
		name: 'Develop',
		pages: ['CONTRIBUTING', 'docs/design', 'docs/api', 'docs/decisions/README'],
	},
];

/**
 * The sidebar: the tasks, and the pages of each by their own titles.
 * @param project the root of the repository
 * @throws Error for a page that is not there, or has no title
 */
export const sidebarOf = (project: string): DefaultTheme.SidebarItem[] => {
	const titleOf = (page: string): string => {
		const text = readFileSync(path.join(project, `${page}.md`), 'utf8');
		const [, title] = /^# (.+)$/m.exec(text) ?? [];
		if (title === undefined) throw new Error(`${page}.md has no title`);
		return title;
	};
	const entry = (page: string): DefaultTheme.SidebarItem => ({
		text: page === 'README' ? 'Overview' : titleOf(page),
		link: `/${page.replace(/README$/, '')}`,
	});
	return tasks.map(({ name, pages }) => ({ text: name, items: pages.map(entry) }));
};
