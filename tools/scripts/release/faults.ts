import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { relativeTargets } from './npmPage';

/**
 * A placeholder for the publisher's own host, in a URL or an email. Sample data has other hosts
 * under `.example`.
 */
const placeholder =
	/(?:\/\/|@)(?:[a-z0-9-]+\.)*n8n-nodes-contract-workflow\.example(?![\w.-]*\w)/gi;

const filesBelow = async (folder: string): Promise<string[]> =>
	(await readdir(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.sort();

/** The placeholder hosts in a text, until the publisher's own is entered. */
export const placeholdersIn = (text: string): string[] => [
	...new Set([...text.matchAll(placeholder)].map(([host]) => host.replace(/^(?:\/\/|@)/, ''))),
];

/**
 * Why an unpacked package may not be published, one sentence each; empty if it may.
 * @param folder contains only the files of the tarball
 */
export const publishingFaults = async (folder: string): Promise<string[]> => {
	const faults: string[] = [];
	for (const file of await filesBelow(folder)) {
		const text = await readFile(path.join(folder, file), 'utf8');
		const hosts = placeholdersIn(text);
		if (hosts.length > 0)
			faults.push(`${file} names hosts that lead nowhere: ${hosts.join(', ')}.`);
		if (file !== 'README.md') continue;
		const relative = relativeTargets(text);
		if (relative.length > 0) {
			faults.push(`${file} leads to ${relative.length} files that npm's page does not have.`);
		}
	}
	return faults;
};
