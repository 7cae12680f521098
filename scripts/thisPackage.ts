import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readIfThere } from './n8n/file';
import { npm } from './n8n/npm';
import { installPackage, packPackage } from './n8n/pack';
import { projectFolder } from './n8n/places';

/** All that the package is made from. */
const sources = [
	'{credentials,icons,nodes,src}/**',
	'{package,package-lock,tsconfig}.json',
	'gulpfile.js',
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

/**
 * Builds and packs this checkout and puts the package into the n8n of the user folder, unless what
 * is there was made from the same sources.
 * @returns whether anything was done
 */
export const installThisPackage = async (
	userFolder: string,
	signal: AbortSignal,
): Promise<boolean> => {
	const noteFile = path.join(userFolder, 'installed-package.json');
	const digest = await digestOfSources();
	const note = await readIfThere(noteFile);
	const before = note === undefined ? undefined : installedPackage.parse(JSON.parse(note));
	if (before?.digest === digest && existsSync(before.folder)) return false;
	await rm(noteFile, { force: true });
	await npm(['run', 'build'], { cwd: projectFolder, signal });
	const tarball = await packPackage(projectFolder, userFolder, signal);
	const folder = await installPackage(tarball, userFolder);
	await writeFile(noteFile, JSON.stringify({ digest, folder }));
	return true;
};
