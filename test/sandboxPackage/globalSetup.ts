import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { run } from '../../tools/scripts/n8n/installation/command';
import { npm } from '../../tools/scripts/n8n/installation/npm';
import { npmCli } from '../../tools/scripts/n8n/places';
import { packSandbox } from '../../tools/scripts/sandboxPackage/pack';
import type { installed } from './installed';
import { installedVariable, nodeVersions } from './installed';

let made: string | undefined;

/** Gives a Node of a version. npm keeps it in its cache. */
const provideNode = async (version: string, cwd: string): Promise<string> => {
	const asked = ['exec', '--yes', `--package=node@${version}`, '--', 'node'];
	return (await npm([...asked, '-p', 'process.execPath'], { cwd })).trim();
};

/** Packs the sandbox, and installs the tarball with each Node, without the registry. */
const install = async (): Promise<void> => {
	made = await mkdtemp(path.join(tmpdir(), 'sandbox-package-'));
	const { tarball } = await packSandbox(made);
	const packages: z.infer<typeof installed> = {};
	for (const version of nodeVersions) {
		const folder = path.join(made, version);
		await mkdir(folder);
		const node = await provideNode(version, folder);
		await run(node, [npmCli, 'install', '--offline', '--no-audit', tarball], { cwd: folder });
		packages[version] = { node, folder };
	}
	process.env[installedVariable] = JSON.stringify(packages);
};

export default install;

/** Removes what was made. */
export const remove = async (): Promise<void> => {
	if (made) await rm(made, { recursive: true, force: true });
};
