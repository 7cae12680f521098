const sections = /^## (\S+).*\n([^]*?)(?=^## |$(?![^]))/gm;

/**
 * The changelog of a version, without its heading.
 * @throws Error when there is none
 */
export const releaseNotes = (changelog: string, version: string): string => {
	const found = [...changelog.matchAll(sections)].find(([, heading]) => heading === version);
	const text = found?.[2]?.trim() ?? '';
	if (text === '') throw new Error(`CHANGELOG.md says nothing of version ${version}.`);
	return `${text}\n`;
};

const environmentPage =
	'https://docs.n8n.io/integrations/community-nodes/installation-and-management/environment-variable-installation';

/**
 * How to install exactly this version. An entry for a list, never the whole list: n8n removes what
 * is not in the list.
 * @param entry the package, its version, and the digest of its tarball, as n8n names them
 */
export const pinnedInstall = (entry: object): string => `## Install exactly this version

An n8n 2.21 or later with \`N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=true\` installs what the list \`N8N_COMMUNITY_PACKAGES\` names, and **removes every other community package**. Add this entry to that list:

\`\`\`json
${JSON.stringify(entry)}
\`\`\`

n8n then installs nothing but this tarball, also with \`N8N_UNVERIFIED_PACKAGES_ENABLED=false\`. [n8n's documentation](${environmentPage}) describes the variables.
`;
