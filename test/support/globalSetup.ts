import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import standaloneCode from 'ajv/dist/standalone';
import { installPackage, packPackage } from '../../tools/scripts/n8n/installation/pack';
import { createAjv, documentedAnswers, idOf } from './openApi';
import { answerChecks, packageFolderVariable } from './packedPackage';

/** The checks of all answers that docs/openapi.json knows: each test file would else compile them again. */
const checksCode = (): string => {
	const checks = Object.fromEntries(
		documentedAnswers.map(({ endpoint, status, schema }) => [
			`${endpoint}_${status}`,
			idOf(schema),
		]),
	);
	return standaloneCode(createAjv({ code: { source: true } }), checks);
};

/** Packs the build and unpacks the tarball as n8n would, into a folder of this run's own. */
const packBuild = async (): Promise<void> => {
	const project = path.join(__dirname, '..', '..');
	await mkdir(path.join(project, '.cache'), { recursive: true });
	// Below the project, so that what lies in it finds n8n-workflow and the validator.
	const folder = await mkdtemp(path.join(project, '.cache', 'test-'));
	process.env[packageFolderVariable] = folder;
	await writeFile(path.join(folder, answerChecks), checksCode());
	await installPackage(await packPackage(project, folder), folder);
};

export default packBuild;
