import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { writtenUserPages } from '../../docs/.vitepress/sidebar';

/** The words that a reader sees: without comments, tags, addresses of links, and marks of Markdown. */
const visibleWords = (page: string): number => {
	const text = readFileSync(path.join(__dirname, '..', '..', `${page}.md`), 'utf8')
		.replaceAll(/<!--[^]*?-->|<[^>]+>/g, ' ')
		.replaceAll(/\]\([^)]*\)/g, ' ');
	return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
};

it('README is read in a few minutes', () => {
	expect(visibleWords('README')).toBeLessThanOrEqual(900);
});

it('the pages for users stay short enough to be read', () => {
	const pages = writtenUserPages();
	expect(pages).toContain('docs/quickstart');
	const words = pages.map(visibleWords);
	expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(13_500);
});
