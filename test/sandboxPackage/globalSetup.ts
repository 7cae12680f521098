import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../tools/scripts/n8n/installation/command';
import { npm } from '../../tools/scripts/n8n/installation/npm';
import { npmCli } from '../../tools/scripts/n8n/places';
import { packSandbox } from '../../tools/scripts/sandboxPackage/pack';

/** The versions of Node that the package is run on: the oldest that it takes, and the two after it. */
const nodeVersions = ['20.19', '22', '24'];

/** Gives a Node of a version. npm keeps it in its cache. */
const provideNode = async (version: string, cwd: string): Promise<string> => {
	const asked = ['exec', '--yes', `--package=node@${version}`, '--', 'node'];
	return (await npm([...asked, '-p', 'process.execPath'], { cwd })).trim();
};

/** Packs the sandbox, and installs the tarball with each Node, without the registry. */
const install = async (): Promise<void> => {
	const made = await mkdtemp(path.join(tmpdir(), 'sandbox-package-'));
	process.on('exit', () => rmSync(made, { recursive: true, force: true }));
	const { tarball } = await packSandbox(made);
	const packages = [];
	for (const version of nodeVersions) {
		const folder = path.join(made, version);
		await mkdir(folder);
		const node = await provideNode(version, folder);
		await run(node, [npmCli, 'install', '--offline', '--no-audit', tarball], { cwd: folder });
		packages.push({ version, node, folder });
	}
	process.env.CONTRACT_WORKFLOW_SANDBOX_PACKAGES = JSON.stringify(packages);
};

export default install;
