import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const project = path.join(__dirname, '..', '..', '..');

const manifest = z.object({
	repository: z.object({ url: z.string().regex(/^git\+https:.+\.git$/) }),
});

/** URLs in the publisher's repository. */
export interface Repository {
	/** Where its URLs begin. */
	readonly root: string;
	/** The URL for `git clone`. */
	readonly clone: string;
	/**
	 * The page of a file.
	 * @param file relative to the root of the repository, with `#heading` if needed
	 * @param revision a tag; the newest commit if absent
	 */
	readonly page: (file: string, revision?: string) => string;
	/** A file itself, such as a picture. */
	readonly raw: (file: string, revision?: string) => string;
}

/**
 * The URLs derived from `repository.url` of a package.json, the only place where the publisher
 * enters their own.
 * @throws ZodError when that is not a `git+https:` URL that ends in `.git`
 */
export const repositoryOf = (packageJson: unknown): Repository => {
	const { url } = manifest.parse(packageJson).repository;
	const root = url.replace(/^git\+/, '').replace(/\.git$/, '');
	return {
		root,
		clone: `${root}.git`,
		page: (file, revision = 'HEAD') => `${root}/blob/${revision}/${file}`,
		raw: (file, revision = 'HEAD') => `${root}/raw/${revision}/${file}`,
	};
};

/** The publisher's repository, as in this checkout. */
export const repository = (): Repository =>
	repositoryOf(JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')));

/** The files with such URLs as literals, because npm or n8n reads them there. */
export const linkedFiles: readonly string[] = globSync(
	['package.json', 'credentials/*.credentials.ts', 'nodes/*/*.node.json'],
	{ cwd: project },
).sort();

/** The text of one of these files with the URLs of another repository. */
export const withLinks = (text: string, { root }: Repository): string =>
	text.replace(/https:[^'"\s]+?(?=\/blob\/HEAD\/|\/issues"|#readme")/g, root);
