import { readFile } from 'node:fs/promises';
import { errorCode } from './errorCode';

/** The text of a file; undefined if there is none. */
export const readIfThere = async (file: string): Promise<string | undefined> => {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return undefined;
		throw error;
	}
};
