import path from 'node:path';

/** Environment variable by which the set-up tells the tests where the packed package lies. */
export const packageFolderVariable = 'CONTRACT_WORKFLOW_TEST_FOLDER';

/** Where the packed package lies unpacked: a copy, at the place where n8n itself puts one. */
export const packedPackage = path.join(
	process.env[packageFolderVariable] ?? '',
	'.n8n',
	'nodes',
	'node_modules',
	'n8n-nodes-contract-workflow',
);
