import type { Repository } from './links';

/** The target of a link or a picture, in Markdown or in HTML. */
const target = /(\]\(|\b(?:href|src)=")([^)"\s]+)/g;

const isRelative = (to: string): boolean => !/^(?:[a-z]+:|#|\/\/)/i.test(to);
const isPicture = (to: string): boolean => /\.(?:webp|svg|png)$/.test(to);

/** The relative links and pictures of a README. */
export const relativeTargets = (readme: string): string[] =>
	[...readme.matchAll(target)].map(([, , to = '']) => to).filter(isRelative);

/**
 * A README for npm's page of the package, which has no files beside it. Each relative link leads to
 * the repository at the published revision, and each picture is loaded from there.
 */
export const readmeForNpm = (readme: string, to: Repository, revision: string): string =>
	readme.replace(target, (whole, before: string, place: string) => {
		if (!isRelative(place)) return whole;
		return `${before}${(isPicture(place) ? to.raw : to.page)(place, revision)}`;
	});
