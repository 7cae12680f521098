import { npm } from './n8n/installation/npm';
import { installPackage, packPackage } from './n8n/installation/pack';
import { projectFolder } from './n8n/places';

/** Builds and packs this checkout, and installs the package into the n8n of each user folder. */
export const installThisPackage = async (
	userFolders: readonly [string, ...string[]],
	signal: AbortSignal,
): Promise<void> => {
	await npm(['run', 'build'], { cwd: projectFolder, signal });
	const tarball = await packPackage(projectFolder, userFolders[0], signal);
	for (const userFolder of userFolders) await installPackage(tarball, userFolder);
};
