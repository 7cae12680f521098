import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const project = path.join(__dirname, '..', '..', '..');

const manifest = z.object({
	repository: z.object({ url: z.string().regex(/^git\+https:.+\.git$/) }),
});

/** URLs in the publisher's repository. */
export interface Repository {
	/** The URL for `git clone`. */
	readonly clone: string;
	readonly homepage: string;
	readonly issues: string;
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
		clone: `${root}.git`,
		homepage: `${root}#readme`,
		issues: `${root}/issues`,
		page: (file, revision = 'HEAD') => `${root}/blob/${revision}/${file}`,
		raw: (file, revision = 'HEAD') => `${root}/raw/${revision}/${file}`,
	};
};

/** The publisher's repository, as in this checkout. */
export const repository = (): Repository =>
	repositoryOf(JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')));

interface Link {
	readonly file: string;
	/** The text before the URL, which ends in a quote. The URL continues to the next quote. */
	readonly after: RegExp;
	readonly address: (to: Repository) => string;
}

const credential = (name: string, heading: string): Link => ({
	file: `credentials/${name}.credentials.ts`,
	after: /documentationUrl =\s*'/,
	address: ({ page }) => page(`docs/credentials.md#${heading}`),
});

/** The two links of a node's codex: its own page, and that of its credential. */
const codex = (name: string, own: string, heading: string): Link[] => {
	const file = `nodes/${name}/${name}.node.json`;
	return [
		{ file, after: /"primaryDocumentation": \[\s*\{\s*"url": "/, address: ({ page }) => page(own) },
		{
			file,
			after: /"credentialDocumentation": \[\s*\{\s*"url": "/,
			address: ({ page }) => page(`docs/credentials.md#${heading}`),
		},
	];
};

/** Every place with such a URL as a literal, because npm or n8n reads it there. */
const links: readonly Link[] = [
	{ file: 'package.json', after: /"homepage": "/, address: ({ homepage }) => homepage },
	{ file: 'package.json', after: /"bugs": \{\s*"url": "/, address: ({ issues }) => issues },
	credential('ContractWorkflowApi', 'api-key'),
	credential('ContractWorkflowAccessTokenApi', 'access-token'),
	credential('ContractWorkflowOAuth2Api', 'oauth2'),
	credential('ContractWorkflowWebhookApi', 'webhook-secret'),
	...codex('ContractWorkflow', 'README.md#operations', 'api-key'),
	...codex(
		'ContractWorkflowTrigger',
		'docs/triggers.md#contract-workflow-trigger',
		'webhook-secret',
	),
	...codex(
		'ContractWorkflowPollingTrigger',
		'docs/triggers.md#contract-workflow-polling-trigger',
		'api-key',
	),
];

/** The files with such literals. */
export const linkedFiles: readonly string[] = [...new Set(links.map(({ file }) => file))];

/**
 * The text of one of these files with updated URLs.
 * @throws Error when it has no place for one
 */
export const withLinks = (file: string, text: string, to: Repository): string =>
	links
		.filter((link) => link.file === file)
		.reduce((before, { after, address }) => {
			const place = new RegExp(`(${after.source})[^'"]*`);
			if (!place.test(before)) throw new Error(`${file} has no place for ${address(to)}`);
			return before.replace(place, (_, start: string) => `${start}${address(to)}`);
		}, text);
