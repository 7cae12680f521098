import path from 'node:path';

/** A folder for what the tests make; emptied before each run. */
export const testFolder = path.join(__dirname, '..', '..', '.cache', 'test');

/** Where the packed package lies unpacked during the tests: a copy, as n8n itself makes it. */
export const packedPackage = path.join(
	testFolder,
	'.n8n',
	'nodes',
	'node_modules',
	'n8n-nodes-contract-workflow',
);
