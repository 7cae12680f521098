import { rm } from 'node:fs/promises';
import { packageFolderVariable } from './packedPackage';

/** Removes the folder of this run. */
const removePackage = async (): Promise<void> => {
	const folder = process.env[packageFolderVariable];
	if (folder) await rm(folder, { recursive: true, force: true });
};

export default removePackage;
