import { copyFile, mkdtemp, readFile, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { bunBinary, cacheFolder, projectFolder } from '../places';
import { CommandFailed, run } from './command';
import { readIfThere } from './file';
import { withLock } from './lock';
import { makeNativeModules, placeNativeModules } from './native';
import { npm } from './npm';
import { requireInstallSpace } from './requirements';
import { SetupError } from './setupError';
import { chosenVersion } from './versions';

/** An n8n that can be started. */
export interface InstalledN8n {
	/** n8n's own start script, to be run by Node. */
	readonly bin: string;
	readonly version: string;
	/** True when this call installed it. */
	readonly isNew: boolean;
}

export interface InstallOptions {
	/** The folder with one folder for each installed n8n. Default: the user's cache. */
	readonly folder?: string;
	readonly signal?: AbortSignal;
	/** Called with the current activity, one short line at a time. */
	readonly onProgress?: (line: string) => void;
}

/** Where the lock of a version is. */
const hostFolder = (version: string): string =>
	path.join(projectFolder, 'scripts', 'n8n-host', version);

const packageJson = z.object({ name: z.string(), version: z.string() });

/** The n8n in the environment variable `N8N_BIN`. It must have the chosen version. */
const fromEnvironment = async (named: string): Promise<InstalledN8n> => {
	const version = chosenVersion();
	const advice =
		`set it to the file \`bin/n8n\` of an installed n8n ${version}, ` +
		'or unset it to install that version.';
	const bin = await realpath(named).catch(() => {
		throw new SetupError(`N8N_BIN names ${named}, which does not exist: ${advice}`);
	});
	const text = await readIfThere(path.join(path.dirname(bin), '..', 'package.json'));
	const found = text === undefined ? undefined : packageJson.safeParse(JSON.parse(text));
	if (!found?.success || found.data.name !== 'n8n') {
		throw new SetupError(`N8N_BIN names ${named}, which is not n8n's start script: ${advice}`);
	}
	if (found.data.version !== version) {
		throw new SetupError(`N8N_BIN names an n8n ${found.data.version}: ${advice}`);
	}
	return { bin, version, isNew: false };
};

/**
 * Installs from the committed lock into the folder, whose content may be overwritten. Bun takes the
 * same versions from it in a tenth of npm's time. npm follows where Bun fails, because Bun has no
 * program for some systems and does not know all of npm's settings.
 * @param downloads where Bun keeps the packages, for the next version of n8n
 */
const installInto = async (
	folder: string,
	version: string,
	downloads: string,
	signal: AbortSignal | undefined,
): Promise<void> => {
	for (const file of ['package.json', 'package-lock.json']) {
		await copyFile(path.join(hostFolder(version), file), path.join(folder, file));
	}
	const env = { ...process.env, BUN_INSTALL_CACHE_DIR: downloads };
	// With its scripts, an optional Kafka client would download its source code.
	const without = '--ignore-scripts';
	const byBun = ['install', '--frozen-lockfile', '--linker=hoisted', without];
	await run(bunBinary, byBun, { cwd: folder, env, signal }).catch(async () => {
		signal?.throwIfAborted();
		await npm(['ci', without, '--no-audit', '--no-fund'], { cwd: folder, signal });
	});
};

/** The requirements of an installation, to print below the output of npm. */
const needs =
	'n8n could not be installed. The installation needs the npm registry (`npm config get registry`, behind a ' +
	'proxy also `npm config get proxy`). For its database module it needs either GitHub or Python 3, ' +
	'make and a C++ compiler (Debian and Ubuntu: `apt-get install python3 make g++`). Add what is ' +
	'missing and start again, or name an installed n8n with N8N_BIN.';

/** Removes the remains of interrupted installations. Only called while holding the lock. */
const clearLeftovers = async (folder: string, prefix: string): Promise<void> => {
	for (const name of await readdir(folder)) {
		if (name.startsWith(prefix)) await rm(path.join(folder, name), { recursive: true });
	}
};

/**
 * Returns an n8n of the chosen version that can be started: the one in `N8N_BIN`, the one in the
 * cache folder, or one installed now (about a minute and 2.8 GB). An installation gets its
 * final name only when it is complete, and only one process installs at a time.
 * @throws SetupError when something is missing that the user can provide
 */
export const installN8n = async (options: InstallOptions = {}): Promise<InstalledN8n> => {
	const named = process.env.N8N_BIN;
	if (named) return await fromEnvironment(named);

	const { folder = cacheFolder, signal, onProgress } = options;
	const version = chosenVersion();
	const name = `n8n-${version}`;
	const target = path.join(folder, name);
	const bin = path.join(target, 'node_modules', 'n8n', 'bin', 'n8n');
	const wanted = await readFile(path.join(hostFolder(version), 'package-lock.json'), 'utf8');
	const isInstalled = async () =>
		(await readIfThere(path.join(target, 'package-lock.json'))) === wanted;

	const install = async (): Promise<InstalledN8n> => {
		if (await isInstalled()) return { bin, version, isNew: false };
		await requireInstallSpace(folder);
		const partPrefix = `${name}.part-`;
		await clearLeftovers(folder, partPrefix);
		onProgress?.('step 1 of 2, its native modules (usually 10 to 100 s)');
		const native = await makeNativeModules({
			host: hostFolder(version),
			folder: path.join(folder, 'native'),
			signal,
		});
		const part = await mkdtemp(path.join(folder, partPrefix));
		try {
			onProgress?.('step 2 of 2, its 2,000 packages (usually less than a minute)');
			await installInto(part, version, path.join(folder, 'packages'), signal);
			await placeNativeModules(native, part, signal);
			await rm(target, { recursive: true, force: true });
			await rename(part, target);
		} finally {
			await rm(part, { recursive: true, force: true });
		}
		return { bin, version, isNew: true };
	};

	if (await isInstalled()) return { bin, version, isNew: false };
	// One for all versions, because they share native modules.
	const installing = withLock(path.join(folder, 'install.lock'), install, {
		signal,
		onWait: () => onProgress?.('waiting for another start that is installing n8n'),
	});
	return await installing.catch((error: unknown) => {
		if (!(error instanceof CommandFailed)) throw error;
		throw new SetupError(`${error.message}\n\n${needs}`);
	});
};
