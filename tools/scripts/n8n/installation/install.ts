import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { bunBinary, cacheFolder, nodeBinary, nodeHeadersFolder, projectFolder } from '../places';
import { run } from './command';
import { npm } from './npm';
import { chosenVersion } from './versions';

/** An n8n that can be started. */
export interface InstalledN8n {
	/** n8n's own start script, to be run by Node. */
	readonly bin: string;
}

const lockFile = 'package-lock.json';

/** The modules that n8n requires and that are not JavaScript. */
const nativeModules = ['sqlite3', 'isolated-vm'];

/**
 * Installs the packages of a lock. Bun takes the same versions from it in a tenth of npm's time.
 * npm follows where Bun fails, because Bun has no program for some systems and does not know all of
 * npm's settings.
 */
const installPackages = async (cwd: string, signal?: AbortSignal): Promise<void> => {
	// Where Bun keeps the packages, for the next try and for the next version of n8n.
	const env = { ...process.env, BUN_INSTALL_CACHE_DIR: path.join(cacheFolder, 'packages') };
	// With its scripts, an optional Kafka client would download its source code.
	const without = '--ignore-scripts';
	const byBun = ['install', '--frozen-lockfile', '--linker=hoisted', without];
	await run(bunBinary, byBun, { cwd, env, signal }).catch(async () => {
		signal?.throwIfAborted();
		await npm(['ci', without, '--no-audit', '--no-fund'], { cwd, signal });
	});
};

/** Each comes prebuilt, from its own package or from GitHub, or is compiled. */
const makeNativeModules = async (cwd: string, signal?: AbortSignal): Promise<void> => {
	// sqlite3 brings a node-gyp that does not support newer Python versions; npm has one that does.
	await rm(path.join(cwd, 'node_modules', '.bin', 'node-gyp'), { force: true });
	// The headers of Node come with this project's Node, unless others are set. Full optimization of
	// SQLite would take a minute longer, which the few queries of a trial never win back.
	const settings = {
		...(nodeHeadersFolder && { npm_config_nodedir: nodeHeadersFolder }),
		CFLAGS: '-O1',
		CXXFLAGS: '-O1',
	};
	for (const name of nativeModules) {
		await npm(['rebuild', name], { cwd, env: { ...settings, ...process.env }, signal });
		// An npm that is configured to run no scripts reports success for a rebuild of nothing.
		await run(nodeBinary, ['-e', `require('${name}')`], { cwd, signal });
	}
};

/**
 * Returns an n8n of the chosen version that can be started: the one in the cache folder, or one
 * installed now (1 to 5 minutes and 2.8 GB). An installation gets its final name only when it is
 * complete. If two processes install at the same time, the first one to finish counts.
 * @throws Error with what Bun or npm printed
 */
export const installN8n = async ({
	signal,
}: { signal?: AbortSignal } = {}): Promise<InstalledN8n> => {
	const version = chosenVersion();
	const host = path.join(projectFolder, 'tools', 'scripts', 'n8n-host', version);
	const target = path.join(cacheFolder, `n8n-${version}`);
	const installed = { bin: path.join(target, 'node_modules', 'n8n', 'bin', 'n8n') };
	const wanted = await readFile(path.join(host, lockFile), 'utf8');
	const isInstalled = async () =>
		existsSync(path.join(target, lockFile)) &&
		(await readFile(path.join(target, lockFile), 'utf8')) === wanted;
	if (await isInstalled()) return installed;

	await mkdir(cacheFolder, { recursive: true });
	const part = await mkdtemp(`${target}.part-`);
	try {
		for (const file of ['package.json', lockFile]) {
			await copyFile(path.join(host, file), path.join(part, file));
		}
		await installPackages(part, signal);
		await makeNativeModules(part, signal);
		if (await isInstalled()) return installed;
		await rm(target, { recursive: true, force: true });
		await rename(part, target);
		return installed;
	} finally {
		await rm(part, { recursive: true, force: true });
	}
};
