import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { extract } from 'tar';
import { z } from 'zod';
import { UsageError, readCommandLine } from './commandLine';
import { npm } from './n8n/installation/npm';
import { packFolder, packPackage } from './n8n/installation/pack';
import { SetupError } from './n8n/installation/setupError';
import { projectFolder } from './n8n/places';
import { publishingFaults } from './release/faults';
import { pinnedInstall, releaseNotes, sandboxCommand } from './release/notes';
import { packSandbox } from './sandboxPackage/pack';
import { runScript } from './script';

const help = `Creates the files of a release in release/: the tarballs of the nodes and of the sandbox for npm,
a list of what is bundled with the nodes (.cdx.json), packages.txt with what to publish, and notes.md
from the changelog, with what to enter to install exactly this tarball.
It publishes nothing. It stops if the release must not be published.

npm run release [-- TAG]
  TAG       the tag of the release, which must be that of the version, such as v0.1.0
npm run release -- --folder
  --folder  only shows why this folder must not be published unchanged`;

const releaseFolder = path.join(projectFolder, 'release');
/** The content of the bundle, as the build recorded it. */
const bundledParts = path.join(projectFolder, '.cache', 'sbom.cdx.json');
const manifest = z.object({ name: z.string(), version: z.string() });

const readProjectFile = async (file: string): Promise<string> =>
	await readFile(path.join(projectFolder, file), 'utf8');

/** @throws SetupError with every reason not to publish the tarball */
const requirePublishable = async (tarball: string): Promise<void> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-release-'));
	try {
		await extract({ file: tarball, cwd: folder, strip: 1 });
		const faults = await publishingFaults(folder);
		if (faults.length === 0) return;
		const reasons = faults.map((fault) => `- ${fault}`).join('\n');
		throw new SetupError(
			`This must not be published. CONTRIBUTING.md says what to do:\n${reasons}`,
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

const integrityOf = async (tarball: string): Promise<string> =>
	`sha512-${createHash('sha512')
		.update(await readFile(tarball))
		.digest('base64')}`;

const checkFolder = async (): Promise<void> => {
	const into = await mkdtemp(path.join(tmpdir(), 'contract-workflow-folder-'));
	try {
		await requirePublishable(await packFolder(projectFolder, into));
	} finally {
		await rm(into, { recursive: true, force: true });
	}
};

const makeRelease = async (tag: string | undefined, signal: AbortSignal): Promise<void> => {
	const { name, version } = manifest.parse(JSON.parse(await readProjectFile('package.json')));
	if (tag !== undefined && tag !== `v${version}`) {
		throw new SetupError(`The tag ${tag} does not match the version ${version}.`);
	}
	const changes = releaseNotes(await readProjectFile('CHANGELOG.md'), version);
	await rm(releaseFolder, { recursive: true, force: true });
	await npm(['run', 'build'], { cwd: projectFolder, signal });
	const nodes = await packPackage(projectFolder, releaseFolder, signal);
	await copyFile(bundledParts, path.join(releaseFolder, `${name}.cdx.json`));
	const sandbox = await packSandbox(releaseFolder, signal);
	try {
		for (const tarball of [nodes, sandbox.tarball]) await requirePublishable(tarball);
	} catch (error) {
		await rm(releaseFolder, { recursive: true });
		throw error;
	}
	const entry = { name, version, checksum: await integrityOf(nodes) };
	const notes = [changes, sandboxCommand(sandbox.name, version), pinnedInstall(entry)];
	await writeFile(path.join(releaseFolder, 'notes.md'), notes.join('\n'));
	const packages = [
		[`${name}@${version}`, entry.checksum, path.basename(nodes)],
		[
			`${sandbox.name}@${version}`,
			await integrityOf(sandbox.tarball),
			path.basename(sandbox.tarball),
		],
	];
	const lines = packages.map((fields) => `${fields.join(' ')}\n`);
	await writeFile(path.join(releaseFolder, 'packages.txt'), lines.join(''));
	console.log(`In ${path.relative(projectFolder, releaseFolder)}:\n${lines.join('')}`);
};

const { tag, folder } = readCommandLine(help, () => {
	const { values, positionals } = parseArgs({
		options: { folder: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	if (positionals.length > 1) throw new UsageError('there is one tag at most');
	return { tag: positionals[0], folder: values.folder };
});

void runScript(async (signal) => await (folder ? checkFolder() : makeRelease(tag, signal)));
