import path from 'node:path';
import envPaths from 'env-paths';

/** The name under which this project keeps its folders on a person's machine. */
const projectName = 'n8n-nodes-contract-workflow';

const folders = envPaths(projectName, { suffix: '' });

/** The checkout. */
export const projectFolder = path.resolve(__dirname, '..', '..');

/** Where n8n is installed, for every checkout of this user. */
export const cacheFolder = folders.cache;

/** Where `npm start` keeps n8n's and the sandbox's data unless told otherwise. */
export const dataFolder = folders.data;

/** The Node that n8n runs on: the devDependency `node`, whatever Node runs npm. */
export const nodeBinary = path.join(
	projectFolder,
	'node_modules',
	'node',
	'bin',
	process.platform === 'win32' ? 'node.exe' : 'node',
);
