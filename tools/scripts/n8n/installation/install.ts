import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { devDependencies } from '../../../../package.json';
import { bunBinary, cacheFolder, nodeBinary, nodeHeadersFolder, projectFolder } from '../places';
import { run } from './command';
import { tryLock } from './lock';
import { npm } from './npm';
import { chosenVersion } from './versions';

/** An n8n that can be started. */
export interface InstalledN8n {
	/** n8n's own start script, to be run by Node. */
	readonly bin: string;
	readonly version: string;
}

export interface InstallOptions {
	readonly signal?: AbortSignal;
	/** Called with the current activity, one short line at a time. */
	readonly onProgress?: (line: string) => void;
}

const packageJson = z.object({ version: z.string() });

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

/**
 * Each comes prebuilt, from its own package or from GitHub, or is compiled. What was built is kept
 * for the other versions of n8n.
 */
const makeNativeModules = async (cwd: string, signal?: AbortSignal): Promise<void> => {
	// sqlite3 brings a node-gyp that does not support newer Python versions; npm has one that does.
	await rm(path.join(cwd, 'node_modules', '.bin', 'node-gyp'), { force: true });
	// The headers of Node come with this project's Node, unless others are set.
	const headers = nodeHeadersFolder && { npm_config_nodedir: nodeHeadersFolder };
	const env = { ...headers, ...process.env };
	for (const name of nativeModules) {
		const folder = path.join(cwd, 'node_modules', name);
		const { version } = packageJson.parse(
			JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')),
		);
		const built = path.join(folder, 'build', 'Release');
		const kept = path.join(cacheFolder, 'native', `${name}-${version}-node${devDependencies.node}`);
		if (existsSync(kept)) {
			await cp(kept, built, { recursive: true });
			continue;
		}
		await npm(['rebuild', name], { cwd, env, signal });
		// An npm that is configured to run no scripts reports success for a rebuild of nothing.
		await run(nodeBinary, ['-e', `require('${name}')`], { cwd, signal });
		if (!existsSync(built)) continue;
		await cp(built, `${kept}.part`, { recursive: true });
		await rename(`${kept}.part`, kept);
	}
};

/**
 * Returns an n8n of the chosen version that can be started: the one in `N8N_BIN`, the one in the
 * cache folder, or one installed now (1 to 5 minutes and 2.8 GB). An installation gets its
 * final name only when it is complete, and only one process installs at a time.
 * @throws CommandFailed
 */
export const installN8n = async (options: InstallOptions = {}): Promise<InstalledN8n> => {
	const { signal, onProgress } = options;
	const version = chosenVersion();
	const named = process.env.N8N_BIN;
	if (named) return { bin: await realpath(named), version };

	const host = path.join(projectFolder, 'tools', 'scripts', 'n8n-host', version);
	const target = path.join(cacheFolder, `n8n-${version}`);
	const installed = { bin: path.join(target, 'node_modules', 'n8n', 'bin', 'n8n'), version };
	const wanted = await readFile(path.join(host, lockFile), 'utf8');
	const isInstalled = async () =>
		existsSync(path.join(target, lockFile)) &&
		(await readFile(path.join(target, lockFile), 'utf8')) === wanted;
	if (await isInstalled()) return installed;

	// One for all versions, because they share Bun's packages.
	const lock = path.join(cacheFolder, 'install.lock');
	let unlock = await tryLock(lock);
	if (!unlock) onProgress?.('waiting for another start that is installing n8n');
	while (!unlock) {
		await pause(500, undefined, { signal });
		unlock = await tryLock(lock);
	}
	try {
		if (await isInstalled()) return installed;
		const part = `${target}.part`;
		// What an interrupted installation left may be incomplete.
		await rm(part, { recursive: true, force: true });
		await mkdir(part);
		for (const file of ['package.json', lockFile]) {
			await copyFile(path.join(host, file), path.join(part, file));
		}
		onProgress?.('step 1 of 2, its 2,000 packages (usually less than a minute)');
		await installPackages(part, signal);
		onProgress?.('step 2 of 2, its native modules (usually 10 to 100 s)');
		await makeNativeModules(part, signal);
		await rm(target, { recursive: true, force: true });
		await rename(part, target);
		return installed;
	} finally {
		unlock();
	}
};
