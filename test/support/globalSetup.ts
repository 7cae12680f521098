import { rm } from 'node:fs/promises';
import path from 'node:path';
import { installPackage, packPackage } from '../../scripts/n8n/pack';
import { testFolder } from './packedPackage';

/** Packs the build and unpacks the tarball as n8n would. */
export default async function packBuild(): Promise<void> {
	await rm(testFolder, { recursive: true, force: true });
	const project = path.join(__dirname, '..', '..');
	await installPackage(await packPackage(project, testFolder), testFolder);
}
