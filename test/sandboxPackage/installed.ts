import { z } from 'zod';

/** Environment variable by which the set-up tells the tests what it has installed. */
export const installedVariable = 'CONTRACT_WORKFLOW_SANDBOX_PACKAGES';

/** The versions of Node that the package is run on: the oldest that it takes, and the two after it. */
export const nodeVersions = ['20.19', '22', '24'] as const;

export const installed = z.record(
	z.enum(nodeVersions),
	z.object({
		/** Node itself. */
		node: z.string(),
		/** The folder, empty before, into which the tarball was installed. */
		folder: z.string(),
	}),
);
