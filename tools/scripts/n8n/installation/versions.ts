import { SetupError } from '../../script';

/**
 * The versions of n8n that this package is tested with, oldest first, each with its lock: the last
 * n8n 1, one from the middle of n8n 2, and the newest. A new version replaces the newest, so that
 * CI does not grow.
 */
export const n8nVersions = ['1.123.81', '2.30.8', '2.41.1'] as const;

type N8nVersion = (typeof n8nVersions)[number];

/** The version if none is chosen. */
export const defaultVersion: N8nVersion = '2.41.1';

/** Environment variable that chooses the version for a process and its child processes. */
export const versionVariable = 'CONTRACT_WORKFLOW_N8N_VERSION';

/**
 * The version that this process must install and start.
 * @throws SetupError when the environment names one without a lock
 */
export const chosenVersion = (): N8nVersion => {
	const named = process.env[versionVariable] ?? defaultVersion;
	const version = n8nVersions.find((one) => one === named);
	if (version) return version;
	throw new SetupError(
		`${versionVariable} is ${named}: set it to one of ${n8nVersions.join(', ')}, or unset it.`,
	);
};

/** Whether a version of n8n already has what another version introduced. */
export const isSince = (first: N8nVersion, version = chosenVersion()): boolean =>
	n8nVersions.indexOf(version) >= n8nVersions.indexOf(first);
