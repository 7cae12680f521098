import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import { repositoryOf } from '../../release/links';
import { readmeForNpm } from '../../release/npmPage';
import { npm } from './npm';

const packed = z.tuple([z.object({ filename: z.string() })]);
const packageJson = z.object({ name: z.string().min(1), version: z.string() });

const readManifest = async (folder: string): Promise<unknown> =>
	JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));

/**
 * Packs a folder as `npm publish` would.
 * @param into the existing folder for the tarball
 * @returns the tarball's path
 */
export const packFolder = async (
	folder: string,
	into: string,
	signal?: AbortSignal,
): Promise<string> => {
	// Within `npm publish --dry-run`, npm would inherit that option, and write nothing.
	const settings = ['--json', '--ignore-scripts', '--no-dry-run', '--pack-destination', into];
	const json = await npm(['pack', ...settings], { cwd: folder, signal });
	const [{ filename }] = packed.parse(JSON.parse(json));
	return path.join(into, filename);
};

/**
 * Packs a built package as it is published, with the README for npm's page.
 * @param folder the package, already built
 * @param into the folder for the tarball; created if missing
 * @returns the tarball's path
 */
export const packPackage = async (
	folder: string,
	into: string,
	signal?: AbortSignal,
): Promise<string> => {
	await mkdir(into, { recursive: true });
	const stage = await mkdtemp(path.join(into, '.pack-'));
	try {
		await extract({ file: await packFolder(folder, stage, signal), cwd: stage, strip: 1 });
		const manifest = await readManifest(stage);
		const { version } = packageJson.parse(manifest);
		const readme = path.join(stage, 'README.md');
		const text = await readFile(readme, 'utf8');
		await writeFile(readme, readmeForNpm(text, repositoryOf(manifest), `v${version}`));
		return await packFolder(stage, into, signal);
	} finally {
		await rm(stage, { recursive: true, force: true });
	}
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
	await extract({ file: tarball, cwd: part, strip: 1 });
	// The bench installs an earlier version beside this one, by another name.
	const { name } = packageJson.parse(await readManifest(part));
	const target = path.join(modules, name);
	await rm(target, { recursive: true, force: true });
	await rename(part, target);
	return target;
};
