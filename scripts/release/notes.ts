const sections = /^## (\S+).*\n([^]*?)(?=^## |$(?![^]))/gm;

/**
 * What the changelog says of a version, without its heading.
 * @throws Error when it says nothing of it
 */
export const releaseNotes = (changelog: string, version: string): string => {
	const found = [...changelog.matchAll(sections)].find(([, heading]) => heading === version);
	const text = found?.[2]?.trim() ?? '';
	if (text === '') throw new Error(`CHANGELOG.md says nothing of version ${version}.`);
	return `${text}\n`;
};
