import { SetupError } from './setupError';

/**
 * The versions of n8n that this package is run against, oldest first; each has its lock: the last
 * n8n 1, one of the middle of n8n 2, and the newest. A new one takes the place of the newest, so
 * that CI does not grow.
 */
export const n8nVersions = ['1.123.81', '2.30.8', '2.41.1'] as const;

export type N8nVersion = (typeof n8nVersions)[number];

/** The one that is taken where none is chosen. */
export const defaultVersion: N8nVersion = '2.41.1';

/** Environment variable that chooses the version for a process and all that it starts. */
export const versionVariable = 'CONTRACT_WORKFLOW_N8N_VERSION';

/** Environment variable with the address of an n8n that runs, for tests that start none. */
export const addressVariable = 'CONTRACT_WORKFLOW_N8N_ADDRESS';

export const versionNamed = (text: string): N8nVersion | undefined =>
	n8nVersions.find((version) => version === text);

/**
 * The version that this process is to install and start. Where `N8N_BIN` names an n8n that is
 * installed, it can be any.
 * @throws SetupError when the environment names one that has no lock
 */
export const chosenVersion = (): string => {
	const named = process.env[versionVariable] ?? defaultVersion;
	if (process.env.N8N_BIN || versionNamed(named)) return named;
	throw new SetupError(
		`${versionVariable} is ${named}: set it to one of ${n8nVersions.join(', ')}, or unset it.`,
	);
};

/** Whether what a version of n8n brought is there in another one. */
export const isSince = (first: N8nVersion, version: string = chosenVersion()): boolean =>
	version.localeCompare(first, 'en', { numeric: true }) >= 0;
