import path from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import packageJson from '../../package.json';

/** The publisher's repository. */
export const repository = packageJson.repository.url.replace(/^git\+|\.git$/g, '');

const isRelative = (target: string): boolean => !/^(?:[a-z]+:|#|\/)/i.test(target);

/** Whether a file of the repository is a page of the site. */
const isPage = (file: string): boolean => /^(?:docs\/.*|[^/]*)\.md$/.test(file);

/** A link of a page as the site needs it: to another page, or to the repository. */
const linkFrom = (folder: string, target: string): string => {
	if (!isRelative(target)) return target;
	const [link = '', ...heading] = target.split(/(?=#)/);
	const file = path.posix.join(folder, link);
	return isPage(file)
		? [link.replace(/README\.md$/, 'index.md'), ...heading].join('')
		: `${repository}/blob/HEAD/${file}`;
};

const htmlTarget = /\b(href|src)="([^"]+)"/g;

/**
 * A plugin of markdown-it that makes links to files outside of the site lead to the repository, and
 * pictures in HTML be found as those in Markdown are.
 */
export const linksOfRepository = (md: MarkdownRenderer): void => {
	md.core.ruler.push('links-of-repository', ({ tokens, env }) => {
		const folder = path.posix.dirname((env as MarkdownEnv).relativePath);
		for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
			const link = token.attrGet('href');
			if (token.type === 'link_open' && link !== null) {
				token.attrSet('href', linkFrom(folder, link));
			}
			if (!token.type.startsWith('html_')) continue;
			token.content = token.content.replace(htmlTarget, (whole, name: string, target: string) => {
				if (!isRelative(target)) return whole;
				return `${name}="${name === 'src' ? `./${target}` : linkFrom(folder, target)}"`;
			});
		}
	});
};

/** A plugin of markdown-it that shows the expressions of n8n, which Vue would take for its own. */
export const plainBraces = ({ renderer }: MarkdownRenderer): void => {
	const render = renderer.render.bind(renderer);
	renderer.render = (...given) => render(...given).replaceAll('{{', '{&#123;');
};
