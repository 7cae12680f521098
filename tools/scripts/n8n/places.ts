import { existsSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';

/** The name of this package, and of its folders on a user's machine. */
const projectName = 'n8n-nodes-contract-workflow';

const folders = envPaths(projectName, { suffix: '' });

/** The checkout. */
export const projectFolder = path.resolve(__dirname, '..', '..', '..');

/** Where n8n is installed, for every checkout of this user. */
export const cacheFolder = folders.cache;

/** Where `npm start` stores the data of n8n and the sandbox by default. */
export const dataFolder = folders.data;

const nodePackage = path.join(projectFolder, 'node_modules', 'node');

/** The Node for n8n: the devDependency `node`, whatever Node runs npm. */
export const nodeBinary = path.join(
	nodePackage,
	'bin',
	process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The npm that installs n8n: the devDependency `npm`, whatever npm runs the scripts. */
export const npmCli = path.join(projectFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js');

/** The devDependency `bun`, which installs n8n. Its file has this name on every system. */
export const bunBinary = path.join(projectFolder, 'node_modules', 'bun', 'bin', 'bun.exe');

const builtFor = path.join(nodePackage, 'node_modules', `node-${process.platform}-${process.arch}`);

/** The folder with Node's headers in `include/node`; undefined on systems without them. */
export const nodeHeadersFolder = existsSync(path.join(builtFor, 'include', 'node'))
	? builtFor
	: undefined;
