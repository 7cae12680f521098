import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { projectFolder } from '../places';
import { run } from './command';
import { npm } from './npm';

const packed = z.tuple([z.object({ filename: z.string() })]);
const manifest = z.object({ name: z.string().min(1) });

/**
 * Packs a built package as `npm publish` would.
 * @param into the folder for the tarball; created if missing
 * @returns the tarball's path
 */
export const packPackage = async (
	folder: string,
	into: string,
	signal?: AbortSignal,
): Promise<string> => {
	await mkdir(into, { recursive: true });
	// Within `npm publish --dry-run`, npm would inherit that option, and write nothing.
	const settings = ['--json', '--ignore-scripts', '--no-dry-run', '--pack-destination', into];
	const json = await npm(['pack', ...settings], { cwd: folder, signal });
	return path.join(into, packed.parse(JSON.parse(json))[0].filename);
};

/** Unpacks a tarball into a folder, without the folder that all its files are in. */
export const unpack = async (tarball: string, folder: string): Promise<void> => {
	await run('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: folder });
};

/**
 * Installs a packed package where n8n's own installer puts it, replacing an older copy. It is a
 * copy, never a link: n8n follows a link to the checkout and then loads the checkout's
 * `n8n-workflow`.
 * @returns the package's folder
 */
export const installPackage = async (tarball: string, userFolder: string): Promise<string> => {
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	await mkdir(modules, { recursive: true });
	const part = await mkdtemp(path.join(modules, '.part-'));
	await unpack(tarball, part);
	// The bench installs an earlier version beside this one, by another name.
	const json = await readFile(path.join(part, 'package.json'), 'utf8');
	const target = path.join(modules, manifest.parse(JSON.parse(json)).name);
	await rm(target, { recursive: true, force: true });
	await rename(part, target);
	return target;
};

/** Builds and packs this checkout, and installs the package into the n8n of each user folder. */
export const installThisPackage = async (
	userFolders: readonly [string, ...string[]],
	signal: AbortSignal,
): Promise<void> => {
	await npm(['run', 'build'], { cwd: projectFolder, signal });
	const tarball = await packPackage(projectFolder, userFolders[0], signal);
	for (const userFolder of userFolders) await installPackage(tarball, userFolder);
};
