import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { npm } from './n8n/installation/npm';
import { installPackage, packPackage } from './n8n/installation/pack';
import { projectFolder } from './n8n/places';

/** The sources of the package. */
const sources = [
	'{credentials,icons,nodes,src}/**',
	'{package,package-lock,tsconfig}.json',
	'{gulpfile,scripts/release/notices}.js',
	'{README,LICENSE,CHANGELOG}.md',
];

/** The note beside an installed package. */
const installedPackage = z.object({ digest: z.string(), folder: z.string() });

const digestOfSources = async (): Promise<string> => {
	const files: string[] = [];
	const entries = glob(sources, { cwd: projectFolder, withFileTypes: true });
	for await (const entry of entries) {
		if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name));
	}
	const hash = createHash('sha256');
	for (const file of files.sort()) hash.update(file).update(await readFile(file));
	return hash.digest('hex');
};

const noteFileIn = (userFolder: string): string => path.join(userFolder, 'installed-package.json');

/** Whether the n8n of a user folder has the package built from the sources with this digest. */
const isUpToDate = async (userFolder: string, digest: string): Promise<boolean> => {
	const note = noteFileIn(userFolder);
	if (!existsSync(note)) return false;
	const before = installedPackage.parse(JSON.parse(await readFile(note, 'utf8')));
	return before.digest === digest && existsSync(before.folder);
};

/**
 * Builds and packs this checkout, once, and installs the package into the n8n of each user folder,
 * unless it already has one from the same sources.
 * @returns whether anything was done
 */
export const installThisPackage = async (
	userFolders: readonly string[],
	signal: AbortSignal,
): Promise<boolean> => {
	const digest = await digestOfSources();
	const outdated: string[] = [];
	for (const userFolder of userFolders) {
		if (!(await isUpToDate(userFolder, digest))) outdated.push(userFolder);
	}
	const [first] = outdated;
	if (first === undefined) return false;
	for (const userFolder of outdated) await rm(noteFileIn(userFolder), { force: true });
	await npm(['run', 'build'], { cwd: projectFolder, signal });
	const tarball = await packPackage(projectFolder, first, signal);
	for (const userFolder of outdated) {
		const folder = await installPackage(tarball, userFolder);
		await writeFile(noteFileIn(userFolder), JSON.stringify({ digest, folder }));
	}
	return true;
};
