import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { installPackage, packPackage } from '../../tools/scripts/n8n/installation/pack';
import { packageFolderVariable } from './packedPackage';

/** Packs the build and unpacks the tarball as n8n would, into a folder of this run's own. */
const packBuild = async (): Promise<void> => {
	const project = path.join(__dirname, '..', '..');
	await mkdir(path.join(project, '.cache'), { recursive: true });
	// Below the project, so that what lies in it finds n8n-workflow.
	const folder = await mkdtemp(path.join(project, '.cache', 'test-'));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env[packageFolderVariable] = folder;
	await installPackage(await packPackage(project, folder), folder);
};

export default packBuild;
