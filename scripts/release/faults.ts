import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { relativeTargets } from './npmPage';

/** A host that stands for the publisher's own, in an address or an email. Sample data has others under `.example`. */
const placeholder =
	/(?:\/\/|@)(?:[a-z0-9-]+\.)*n8n-nodes-contract-workflow\.example(?![\w.-]*\w)/gi;

const filesBelow = async (folder: string): Promise<string[]> =>
	(await readdir(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.sort();

/** The hosts of a text that stand for the publisher's own, until that is entered. */
export const placeholdersIn = (text: string): string[] => [
	...new Set([...text.matchAll(placeholder)].map(([host]) => host.replace(/^(?:\/\/|@)/, ''))),
];

/**
 * Why an unpacked package may not be published, a sentence each; none when it may.
 * @param folder holds the files of the tarball, and nothing else
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
