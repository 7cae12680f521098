import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Packs this package into a folder, as it is and then as each of the versions, and gives the paths. */
export const packTarballs = async (folder: string, ...versions: string[]): Promise<string[]> => {
	const script = join(__dirname, '..', 'support', 'packVersions.ts');
	const args = ['--import', 'tsx', script, folder, ...versions];
	const { stdout } = await promisify(execFile)(process.execPath, args);
	return z.array(z.string()).parse(JSON.parse(stdout));
};
