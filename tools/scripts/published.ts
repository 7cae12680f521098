import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { z } from 'zod';
import { formatted } from './docs/formatted';
import { releaseNotes } from './release/notes';
import type { SavedForm } from './release/savedForm';
import { savedForm } from './release/savedForm';

const project = path.join(__dirname, '..', '..');

/** What saved workflows rely on in the last published version. */
export const publishedFile = path.join(project, 'tools', 'scripts', 'release', 'published.json');

const manifest = z.object({
	version: z.string(),
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

const readManifest = async (folder: string) =>
	manifest.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));

/**
 * What saved workflows rely on in a built package, with all nodes and credentials that n8n loads.
 */
export const presentForm = async (folder: string): Promise<SavedForm> => {
	const { n8n } = await readManifest(folder);
	const make = async <Type>(file: string): Promise<Type> => {
		const classes = (await import(path.join(folder, file))) as Record<string, new () => Type>;
		const name = path.basename(file).split('.')[0] ?? '';
		const Found = classes[name];
		if (!Found) throw new Error(`${file} has no class ${name}`);
		return new Found();
	};
	return savedForm(
		await Promise.all(n8n.nodes.map((file) => make<INodeType>(file))),
		await Promise.all(n8n.credentials.map((file) => make<ICredentialType>(file))),
	);
};

/** Makes this checkout's form the published one. Only for the commit of a release. */
const update = async () => {
	const { version } = await readManifest(project);
	// Without notes, the release of the tag would fail after all of its tests.
	releaseNotes(await readFile(path.join(project, 'CHANGELOG.md'), 'utf8'), version);
	const text = JSON.stringify({ version, ...(await presentForm(project)) });
	await writeFile(publishedFile, await formatted(publishedFile, text));
};

if (require.main === module) void update();
