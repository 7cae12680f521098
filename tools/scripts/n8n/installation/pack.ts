import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import { repositoryOf } from '../../release/links';
import { readmeForNpm } from '../../release/npmPage';
import { projectName } from '../places';
import { npm } from './npm';

const packed = z.tuple([z.object({ filename: z.string() })]);
const packageJson = z.object({ version: z.string() });

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
		const manifest: unknown = JSON.parse(await readFile(path.join(stage, 'package.json'), 'utf8'));
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
	const target = path.join(userFolder, '.n8n', 'nodes', 'node_modules', projectName);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await extract({ file: tarball, cwd: target, strip: 1 });
	return target;
};
