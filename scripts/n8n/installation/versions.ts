import { SetupError } from './setupError';

/** The versions of n8n that this package is run against, oldest first; each has its lock. */
export const n8nVersions = ['1.123.81', '2.30.8', '2.41.1'] as const;

export type N8nVersion = (typeof n8nVersions)[number];

/** The one that is taken where none is chosen. */
export const defaultVersion: N8nVersion = '2.41.1';

/** Environment variable that chooses the version for a process and all that it starts. */
export const versionVariable = 'CONTRACT_WORKFLOW_N8N_VERSION';

export const versionNamed = (text: string): N8nVersion | undefined =>
	n8nVersions.find((version) => version === text);

/**
 * The version that this process is to install and start.
 * @throws SetupError when the environment names one that has no lock
 */
export const chosenVersion = (): N8nVersion => {
	const named = process.env[versionVariable] ?? defaultVersion;
	const version = versionNamed(named);
	if (version) return version;
	throw new SetupError(
		`${versionVariable} is ${named}: set it to one of ${n8nVersions.join(', ')}, or unset it.`,
	);
};

/** Whether what a version of n8n brought is there in another one. */
export const isSince = (first: N8nVersion, version: N8nVersion = chosenVersion()): boolean =>
	n8nVersions.indexOf(version) >= n8nVersions.indexOf(first);
