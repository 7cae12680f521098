import { glob, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { run } from '../../scripts/n8n/installation/command';
import { npm } from '../../scripts/n8n/installation/npm';
import { installPackage, packPackage, unpack } from '../../scripts/n8n/installation/pack';
import { projectFolder } from '../../scripts/n8n/places';
import type { PackageNames } from '../host/host';
import { thisPackage } from '../host/host';

const renamed = (credential: string): string => `${credential}Before`;

/** The older version, with its names beside this one. */
export const olderPackage: PackageNames = {
	packageName: `${thisPackage.packageName}-before`,
	credential: renamed(thisPackage.credential),
};

const git = async (args: string[], signal: AbortSignal): Promise<string> =>
	await run('git', args, { cwd: projectFolder, signal });

/**
 * The commit that a git ref names.
 * @throws Error when it names none
 */
export const commitOf = async (ref: string, signal: AbortSignal): Promise<string> => {
	const args = ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`];
	return (await git(args, signal)).trim();
};

/** Provides the libraries of an older checkout: those of this one if the locks are equal. */
const giveLibraries = async (folder: string, signal: AbortSignal): Promise<void> => {
	const lock = 'package-lock.json';
	const older = await readFile(path.join(folder, lock), 'utf8');
	if (older === (await readFile(path.join(projectFolder, lock), 'utf8'))) {
		await symlink(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
		return;
	}
	const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
	await npm(['ci', ...quietly], { cwd: folder, signal });
};

const manifest = z
	.object({ n8n: z.object({ credentials: z.array(z.string()) }).passthrough() })
	.passthrough();

/**
 * Renames an unpacked package, so that one n8n can have it beside this one. n8n distinguishes nodes
 * by their package, but credentials only by their name, so that name changes too.
 */
const rename = async (folder: string): Promise<void> => {
	const file = path.join(folder, 'package.json');
	const before = manifest.parse(JSON.parse(await readFile(file, 'utf8')));
	await writeFile(file, JSON.stringify({ ...before, name: olderPackage.packageName }));
	const names = before.n8n.credentials.map((credential) => {
		const className = path.basename(credential).split('.')[0] ?? '';
		return className.charAt(0).toLowerCase() + className.slice(1);
	});
	const named = new RegExp(`\\b(${names.join('|')})\\b`, 'g');
	for await (const code of glob('dist/**/*.js', { cwd: folder })) {
		const place = path.join(folder, code);
		const text = await readFile(place, 'utf8');
		await writeFile(place, text.replace(named, renamed));
	}
};

/**
 * Builds this package as of a commit, and installs it into an n8n beside this one.
 * @param folder for its checkout
 */
export const installOlderPackage = async (
	commit: string,
	folder: string,
	userFolder: string,
	signal: AbortSignal,
): Promise<void> => {
	const checkout = path.join(folder, 'older');
	await mkdir(checkout);
	const archive = path.join(folder, 'older.tar.gz');
	await git(['archive', '--prefix=older/', '--output', archive, commit], signal);
	await unpack(archive, checkout);
	await giveLibraries(checkout, signal);
	await npm(['run', 'build'], { cwd: checkout, signal });
	const stage = await mkdtemp(path.join(folder, 'renamed-'));
	await unpack(await packPackage(checkout, folder, signal), stage);
	await rename(stage);
	await installPackage(await packPackage(stage, folder, signal), userFolder);
};
