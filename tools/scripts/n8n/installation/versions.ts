import { SetupError } from './setupError';

/**
 * The versions of n8n that this package is tested with, oldest first, each with its lock: the last
 * n8n 1, one from the middle of n8n 2, and the newest. A new version replaces the newest, so that
 * CI does not grow.
 */
export const n8nVersions = ['1.123.81', '2.30.8', '2.41.1'] as const;

export type N8nVersion = (typeof n8nVersions)[number];

/** The version if none is chosen. */
export const defaultVersion: N8nVersion = '2.41.1';

/** Environment variable that chooses the version for a process and its child processes. */
export const versionVariable = 'CONTRACT_WORKFLOW_N8N_VERSION';

/** Environment variable with the URL of a running n8n, for tests that start none. */
export const addressVariable = 'CONTRACT_WORKFLOW_N8N_ADDRESS';

export const versionNamed = (text: string): N8nVersion | undefined =>
	n8nVersions.find((version) => version === text);

/**
 * The version that this process must install and start. It can be any version if `N8N_BIN` names an
 * installed n8n.
 * @throws SetupError when the environment names one without a lock
 */
export const chosenVersion = (): string => {
	const named = process.env[versionVariable] ?? defaultVersion;
	if (process.env.N8N_BIN || versionNamed(named)) return named;
	throw new SetupError(
		`${versionVariable} is ${named}: set it to one of ${n8nVersions.join(', ')}, or unset it.`,
	);
};

/** Whether a version of n8n already has what another version introduced. */
export const isSince = (first: N8nVersion, version: string = chosenVersion()): boolean =>
	version.localeCompare(first, 'en', { numeric: true }) >= 0;
