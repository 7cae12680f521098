import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * A placeholder for the publisher's own host, in a URL or an email. Sample data has other hosts
 * under `.example`.
 */
const placeholder =
	/(?<=\/\/|@)(?:[a-z0-9-]+\.)*n8n-nodes-contract-workflow\.example(?![\w.-]*\w)/gi;

/**
 * The placeholders in an unpacked package, until the publisher's own hosts are entered, each with
 * the file that has it.
 */
export const placeholdersIn = async (folder: string): Promise<string[]> => {
	const files = await readdir(folder, { recursive: true, withFileTypes: true });
	const found = new Set<string>();
	for (const file of files.filter((one) => one.isFile())) {
		const place = path.join(file.parentPath, file.name);
		for (const [host] of (await readFile(place, 'utf8')).matchAll(placeholder)) {
			found.add(`${path.relative(folder, place)}: ${host}`);
		}
	}
	return [...found].sort();
};
