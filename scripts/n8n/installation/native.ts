import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { nodeBinary, nodeHeadersFolder } from '../places';
import { run } from './command';
import { errorCode } from './errorCode';
import { readIfThere } from './file';
import { npm, requireProject } from './npm';

/** The modules that n8n requires and that are not JavaScript. */
const nativeModules = ['sqlite3', 'isolated-vm'];

const lock = z.object({ packages: z.record(z.object({ version: z.string().optional() })) });

export interface NativeOptions {
	/** The folder with n8n's `package-lock.json`, which defines the versions. */
	readonly host: string;
	/** Where the modules are built, for every n8n that needs the same versions. */
	readonly folder: string;
	readonly signal?: AbortSignal;
}

/** A native module, ready for the project's Node. */
export interface NativeModule {
	readonly name: string;
	/** The folder with its `node_modules`. */
	readonly folder: string;
}

/**
 * The environment to compile a module: the headers of Node come with this project's Node, unless
 * others are set.
 */
const buildEnvironment = (): NodeJS.ProcessEnv => ({
	...(nodeHeadersFolder && { npm_config_nodedir: nodeHeadersFolder }),
	...process.env,
});

/** An npm that is configured to run no scripts reports success for a rebuild that built nothing. */
const requireLoadable = async (
	names: readonly string[],
	folder: string,
	signal?: AbortSignal,
): Promise<void> => {
	const load = names.map((name) => `require('${name}')`).join(';');
	await run(nodeBinary, ['-e', load], { cwd: folder, signal });
};

const makeNativeModule = async (
	{ name, folder }: NativeModule,
	version: string | undefined,
	lockText: string,
	signal?: AbortSignal,
): Promise<void> => {
	const note = path.join(folder, 'made');
	if ((await readIfThere(note)) !== undefined) return;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const dependencies = { [name]: version };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify({ dependencies }));
	// npm removes what is not needed here, and keeps the versions of the rest.
	await writeFile(path.join(folder, 'package-lock.json'), lockText);
	const options = { cwd: folder, signal, env: buildEnvironment() };
	// sqlite3 includes a node-gyp that does not support newer Python versions; npm has one that does.
	const without = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
	// Fails within seconds if the registry is unreachable. The rest of n8n uses npm's own retries.
	await npm(['install', ...without, '--fetch-retry-mintimeout=500'], options);
	await npm(['rebuild', name], options);
	await requireLoadable([name], folder, signal);
	await writeFile(note, '');
};

/**
 * Builds n8n's native modules before the long installation of the rest, because only this step may
 * fail for lack of tools. Each module comes prebuilt, from its own package or from GitHub, or is
 * compiled. What was built before is reused.
 * @throws CommandFailed when they can neither be downloaded nor compiled, and SetupError when the
 *   project itself is not installed yet
 */
export const makeNativeModules = async ({
	host,
	folder,
	signal,
}: NativeOptions): Promise<readonly NativeModule[]> => {
	requireProject();
	const lockText = await readFile(path.join(host, 'package-lock.json'), 'utf8');
	const { packages } = lock.parse(JSON.parse(lockText));
	// A module fits one version of Node's binary interface.
	const abi = (
		await run(nodeBinary, ['-p', 'process.versions.modules'], { cwd: host, signal })
	).trim();
	const made: NativeModule[] = [];
	for (const name of nativeModules) {
		const version = packages[`node_modules/${name}`]?.version;
		const module = { name, folder: path.join(folder, `${name}-${version}-abi${abi}`) };
		await makeNativeModule(module, version, lockText, signal);
		made.push(module);
	}
	return made;
};

/** Puts the modules into the folder of an n8n that was installed without running any script. */
export const placeNativeModules = async (
	modules: readonly NativeModule[],
	folder: string,
	signal?: AbortSignal,
): Promise<void> => {
	for (const { name, folder: made } of modules) {
		const built = path.join('node_modules', name, 'build', 'Release');
		const isBinary = (file: string) => file.endsWith('Release') || file.endsWith('.node');
		// A module that comes prebuilt in its package has no such folder.
		await cp(path.join(made, built), path.join(folder, built), {
			recursive: true,
			filter: isBinary,
		}).catch((error: unknown) => {
			if (errorCode(error) !== 'ENOENT') throw error;
		});
	}
	await requireLoadable(nativeModules, folder, signal);
};
