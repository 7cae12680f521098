import { createHash } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { name, version } from '../../package.json';
import { run } from './n8n/installation/command';
import { npm } from './n8n/installation/npm';
import { packPackage } from './n8n/installation/pack';
import { projectFolder } from './n8n/places';
import { pinnedInstall, releaseNotes } from './release/notes';
import { packSandbox } from './sandboxPackage/pack';
import { SetupError, runScript } from './script';

const releaseFolder = path.join(projectFolder, 'release');
/** The content of the bundle, as the build recorded it. */
const bundledParts = path.join(projectFolder, '.cache', 'sbom.cdx.json');

/** @throws SetupError when a file that git tracks has a placeholder for the publisher's own host */
const requirePublishable = async (): Promise<void> => {
	const where = ['--', '.', ':!test', ':!CONTRIBUTING.md'];
	// It ends with 1 when nothing is found.
	const found = await run('git', ['grep', '-lF', `${name}.example`, ...where], {
		cwd: projectFolder,
	}).catch((error: { code?: unknown }) => {
		if (error.code === 1) return '';
		throw error;
	});
	if (found === '') return;
	throw new SetupError(
		'This must not be published, because these files name hosts that lead nowhere. ' +
			`CONTRIBUTING.md says what to do:\n${found}`,
	);
};

const integrityOf = async (tarball: string): Promise<string> => {
	const digest = createHash('sha512').update(await readFile(tarball));
	return `sha512-${digest.digest('base64')}`;
};

/**
 * Creates the files of a release in release/, and publishes nothing: the tarballs of the nodes and
 * of the sandbox, a list of what is bundled with the nodes (.cdx.json), packages.txt with what to
 * publish, and notes.md from the changelog, with what to enter to install exactly this tarball.
 * @throws SetupError when the release must not be published
 */
const makeRelease = async (signal: AbortSignal): Promise<void> => {
	const [tag] = process.argv.slice(2);
	if (tag !== undefined && tag !== `v${version}`) {
		throw new SetupError(`The tag ${tag} does not match the version ${version}.`);
	}
	await requirePublishable();
	const changelog = await readFile(path.join(projectFolder, 'CHANGELOG.md'), 'utf8');
	const changes = releaseNotes(changelog, version);
	await rm(releaseFolder, { recursive: true, force: true });
	await npm(['run', 'build'], { cwd: projectFolder, signal });
	const nodes = await packPackage(projectFolder, releaseFolder, signal);
	await copyFile(bundledParts, path.join(releaseFolder, `${name}.cdx.json`));
	const sandbox = await packSandbox(releaseFolder, signal);
	const entry = { name, version, checksum: await integrityOf(nodes) };
	const notes = `${changes}\n${pinnedInstall(entry)}`;
	await writeFile(path.join(releaseFolder, 'notes.md'), notes);
	const packages = [
		`${name}@${version} ${entry.checksum} ${path.basename(nodes)}\n`,
		`${sandbox.name}@${version} ${await integrityOf(sandbox.tarball)} ${path.basename(sandbox.tarball)}\n`,
	].join('');
	await writeFile(path.join(releaseFolder, 'packages.txt'), packages);
	console.log(`In ${path.relative(projectFolder, releaseFolder)}:\n${packages}`);
};

void runScript(makeRelease);
