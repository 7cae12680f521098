import type { Repository } from './links';

/** What leads somewhere: a link or a picture of Markdown, or of the HTML in it. */
const target = /(\]\(|\b(?:href|src)=")([^)"\s]+)/g;

const isRelative = (to: string): boolean => !/^(?:[a-z]+:|#|\/\/)/i.test(to);
const isPicture = (to: string): boolean => /\.(?:webp|svg|png)$/.test(to);

/** The links and pictures of a README that only lead somewhere beside it. */
export const relativeTargets = (readme: string): string[] =>
	[...readme.matchAll(target)].map(([, , to = '']) => to).filter(isRelative);

/**
 * A README for the page of the package, on which no file lies beside it: each relative link leads
 * to the repository at the revision that is published, and each picture comes from there.
 */
export const readmeForNpm = (readme: string, to: Repository, revision: string): string =>
	readme.replace(target, (whole, before: string, place: string) => {
		if (!isRelative(place)) return whole;
		return `${before}${(isPicture(place) ? to.raw : to.page)(place, revision)}`;
	});
