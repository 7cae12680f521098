import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import { npm } from './npm';

const packed = z.tuple([z.object({ filename: z.string() })]);
const packageJson = z.object({ name: z.string().min(1) });

/**
 * Packs a built package as `npm publish` would.
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
	const json = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
		cwd: folder,
		signal,
	});
	const [{ filename }] = packed.parse(JSON.parse(json));
	return path.join(into, filename);
};

/**
 * Puts a packed package where n8n's own installer puts it, replacing an older copy. A copy, never
 * a link: n8n follows a link to the checkout and loads the checkout's `n8n-workflow` then.
 * @returns the package's folder
 */
export const installPackage = async (tarball: string, userFolder: string): Promise<string> => {
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	await mkdir(modules, { recursive: true });
	const part = await mkdtemp(path.join(modules, '.part-'));
	try {
		await extract({ file: tarball, cwd: part, strip: 1 });
		const { name } = packageJson.parse(
			JSON.parse(await readFile(path.join(part, 'package.json'), 'utf8')),
		);
		const target = path.join(modules, name);
		await mkdir(path.dirname(target), { recursive: true });
		await rm(target, { recursive: true, force: true });
		await rename(part, target);
		return target;
	} finally {
		await rm(part, { recursive: true, force: true });
	}
};
