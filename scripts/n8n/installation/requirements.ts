import { mkdir, statfs } from 'node:fs/promises';
import { SetupError } from './setupError';

const gigabyte = 1024 ** 3;

/** n8n and the kept downloads need 2.8 GB together, or 4 GB where npm installs it. */
const neededBytes = 4 * gigabyte;

/** A database that cannot grow stops n8n, so more space is needed than the first start uses. */
const neededDataBytes = 0.2 * gigabyte;

/** Makes sure that a folder has enough space left. `way` is the alternative to suggest. */
const requireSpace = async (folder: string, bytes: number, way: string): Promise<void> => {
	await mkdir(folder, { recursive: true });
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	if (free >= bytes) return;
	const inGigabytes = (size: number) => Number((size / gigabyte).toFixed(1));
	throw new SetupError(
		`n8n needs ${inGigabytes(bytes)} GB of disk space and ${folder} has ` +
			`${inGigabytes(free)} GB left: free some, or ${way}, and start again.`,
	);
};

/**
 * Makes sure that there is space for the data of n8n and the sandbox.
 * @param folder where they store it; created if missing
 * @throws SetupError when there is too little
 */
export const requireDataSpace = async (folder: string): Promise<void> =>
	await requireSpace(folder, neededDataBytes, 'choose another folder with --data');

/**
 * Makes sure that n8n can be installed in a folder.
 * @param folder created if missing
 * @throws SetupError when there is too little space
 */
export const requireInstallSpace = async (folder: string): Promise<void> =>
	await requireSpace(folder, neededBytes, 'name an installed n8n with N8N_BIN');
